import { types } from 'pg'

// Counters and identities stay below 2^53; as text they would sort and add wrongly.
types.setTypeParser(types.builtins.INT8, Number)
