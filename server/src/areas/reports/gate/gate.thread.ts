import { parentPort } from 'node:worker_threads'
import { loadModule } from 'libpg-query'
import { checkQuery, type QueryToCheck } from './check-query.ts'

await loadModule()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
parentPort?.postMessage('ready')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin to name
parentPort?.on('message', (request: QueryToCheck) => parentPort?.postMessage(checkQuery(request)))
