import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { remindedOf } from './reminder.queries.ts'

/** Tells whoever these tasks wait for, once more; says how many people that are. */
export async function remindAssignees(tx: TenantTx, taskIds: readonly string[]): Promise<number> {
  const tasks = await remindedOf(tx.db, tx.tenantId, taskIds)
  for (const { task_id, task, instance_id, workflow_id, people } of tasks) {
    const about = { task: task_id, instance: instance_id, workflow: workflow_id }
    tx.notify({ type: 'task_reminder', because: 'assignee', name: task, text: '', to: people, about })
  }
  return tasks.reduce((sum, { people }) => sum + people.length, 0)
}
