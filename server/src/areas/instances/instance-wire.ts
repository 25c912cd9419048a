import type { InstanceRow as RowContract } from '@throughline/contracts/instances'
import { InstanceStatus } from '@throughline/contracts/running'
import * as z from 'zod/mini'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { dueOnWire } from './due.ts'
import { firstTasks, type InstanceRow, instanceRows } from './instance-rows.queries.ts'
import { waitingOf } from './waiting.service.ts'
import { instanceKey, type People, peopleOf, personOf, priorityOnWire } from './wire.service.ts'

export type RowWire = z.input<typeof RowContract>

const Source = z.enum(['person', 'form', 'schedule', 'webhook', 'mail', 'api', 'workflow'])
const Metadata = z.record(z.string(), z.json())

/** Free keys as they were given; those that have a column say what the column says. */
function metadataOf({ metadata, priority, customer }: InstanceRow) {
  const { _trigger, customer: _, ...free } = z.parse(Metadata, metadata)
  return { ...free, priority: priorityOnWire(priority), ...(customer !== null && { customer }) }
}

/** What a row of a list and the page have in common. */
export function headOf(row: InstanceRow, people: People) {
  return {
    id: row.id,
    key: instanceKey(row),
    number: row.number,
    name: row.name,
    title: row.title,
    description: row.description,
    status: z.parse(InstanceStatus, row.status),
    outcome: row.outcome,
    workflow: { id: row.workflow_id, name: row.workflow_name, prefix: row.workflow_prefix },
    template: row.workflow_name,
    workflow_version: row.workflow_version,
    current_step: row.current_steps.join(', '),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    ...dueOnWire(row),
    priority: priorityOnWire(row.priority),
    metadata: metadataOf(row),
    tasks_total: row.tasks_total,
    tasks_done: row.tasks_done,
    started_by: personOf(people, row.started_by),
    source: z.parse(Source, row.source),
    narrowed: row.narrowed,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}

/** Rows of a list, in the order of the ids; what stands elsewhere is asked once for all of them. */
export async function rowsOnWire(tx: ReadTx, viewer: Viewer, ids: readonly string[]): Promise<RowWire[]> {
  if (ids.length === 0) return []
  const rows = new Map((await instanceRows(tx.db, tx.tenantId, ids)).map((row) => [row.id, row]))
  const people = await peopleOf(
    tx,
    [...rows.values()].map(({ started_by }) => started_by),
  )
  const tasks = Map.groupBy(await firstTasks(tx.db, tx.tenantId, ids), ({ instance_id }) => instance_id)
  const waiting = await waitingOf(tx, viewer, ids, { first: true })
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const [first, ...more] = waiting.get(id) ?? []
    return [
      {
        ...headOf(row, people),
        mini: (tasks.get(id) ?? []).map(({ name, status, overdue }) => ({ name, state: overdue ? 'overdue' : status })),
        waiting: first ?? null,
        waiting_more: more.length,
      },
    ]
  })
}
