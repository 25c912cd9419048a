/** The bare engine's worker, in a process of its own as the product's is. */
import { join } from 'node:path'
import { NativeConnection, Worker } from '@temporalio/worker'
import pg from 'pg'
import { required } from '../database.ts'
import { createBareActivities } from './bare.activities.ts'

const pool = new pg.Pool({ connectionString: required('BARE_DATABASE_URL'), max: 20 })
const connection = await NativeConnection.connect({ address: required('TEMPORAL_ADDRESS') })
const worker = await Worker.create({
  connection,
  namespace: required('TEMPORAL_NAMESPACE'),
  taskQueue: required('BARE_TASK_QUEUE'),
  workflowsPath: join(import.meta.dirname, 'bare.workflow.ts'),
  activities: createBareActivities(pool),
})
process.once('SIGTERM', () => worker.shutdown())
process.stdout.write('ready\n')
await worker.run()
await pool.end()
await connection.close()
