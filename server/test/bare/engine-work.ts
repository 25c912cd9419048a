import { Client, Connection } from '@temporalio/client'
import type pg from 'pg'
import { workflowIdOf } from '../../src/areas/instances/engine/address.ts'
import { required } from '../database.ts'

/** What the engine did for one instance, on the average. */
export interface EngineWork {
  runs: number
  pokes: number
  syncs: number
}

/** Counted in the engine's own histories of the last instances that were completed. */
export async function engineWork(admin: pg.ClientBase, sample: number): Promise<EngineWork> {
  const { rows } = await admin.query<{ tenant_id: string; id: string }>(
    `select tenant_id, id from instances where status = 'completed' order by completed_at desc limit $1`,
    [sample],
  )
  const connection = await Connection.connect({ address: required('TEMPORAL_ADDRESS') })
  const client = new Client({ connection, namespace: required('TEMPORAL_NAMESPACE') })
  const work = { runs: 0, pokes: 0, syncs: 0 }
  try {
    for (const { tenant_id, id } of rows) {
      const workflowId = workflowIdOf(tenant_id, id)
      for await (const { runId } of client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
        work.runs += 1
        const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory()
        for (const event of events ?? []) {
          if (event.workflowExecutionSignaledEventAttributes) work.pokes += 1
          if (event.markerRecordedEventAttributes) work.syncs += 1
        }
      }
    }
  } finally {
    await connection.close()
  }
  const each = (value: number) => value / Math.max(1, rows.length)
  return { runs: each(work.runs), pokes: each(work.pokes), syncs: each(work.syncs) }
}
