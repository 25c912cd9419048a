import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { partsInTasks } from '../visibility.queries.ts'
import { audienceOfInstance } from '../visibility.service.ts'
import type { InstanceRow } from './instance.queries.ts'
import type { TouchedTask } from './turn.queries.ts'

interface Changed {
  touched: readonly TouchedTask[]
  /** Tasks that ask somebody else from now on. */
  moved: readonly string[]
}

/** What a turn changed reaches the open pages of those who may see it or have a part in it, and of nobody else. */
export async function publishTurnFrames(tx: TenantTx, row: InstanceRow, { touched, moved }: Changed): Promise<void> {
  const members = row.narrowed || row.visibility === 'limited' ? await audienceOfInstance(tx, row) : undefined
  const workflow = row.workflow_id
  tx.emit({
    type: 'instance.turned',
    kind: 'instance',
    id: row.id,
    within: { workflow },
    ...(members && { to: members }),
  })
  const made = new Set(touched.flatMap((task) => (task.made ? task.id : [])))
  const changed = [...new Set([...touched.map(({ id }) => id), ...moved])]
  const parts = members ? await partsInTasks(tx.db, tx.tenantId, changed) : []
  for (const id of changed) {
    const own = parts.flatMap(({ task_id, member_id }) => (task_id === id ? member_id : []))
    const to = members && { to: [...new Set([...members, ...own])] }
    const type = made.has(id) ? 'task.opened' : 'task.changed'
    tx.emit({ type, kind: 'task', id, within: { instance: row.id, workflow }, ...to })
  }
}
