import { testMatrix } from './route-matrix.ts'
import { endpoints } from './route-world.ts'

await testMatrix(endpoints.filter(({ method }) => method !== 'GET' && method !== 'POST'))
