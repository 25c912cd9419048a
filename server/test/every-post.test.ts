import { testMatrix } from './route-matrix.ts'
import { endpoints } from './route-world.ts'

// Apart from the other writes: a session may send 300 of them in a minute.
await testMatrix(endpoints.filter(({ method }) => method === 'POST'))
