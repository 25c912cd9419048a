import pg from 'pg'

// Counters and identities stay below 2^53; as text they would sort and add wrongly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
