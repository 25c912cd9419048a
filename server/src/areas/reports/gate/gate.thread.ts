import { parentPort } from 'node:worker_threads'
import { loadModule } from 'libpg-query'
import { checkQuery, type QueryToCheck } from './check-query.ts'

await loadModule()
parentPort?.on('message', (request: QueryToCheck) => parentPort?.postMessage(checkQuery(request)))
