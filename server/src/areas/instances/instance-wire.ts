import type { InstanceRow as RowContract } from '@throughline/contracts/instances'
import { InstanceSource, InstanceStatus } from '@throughline/contracts/running'
import type { State } from '@throughline/flow/run'
import * as z from 'zod/mini'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { ActingMember } from '../../core/http/viewer.ts'
import { dueOnWire } from './due.ts'
import { versionIfReadable } from './engine/version.ts'
import { type InstanceRow, instanceRows } from './instance-rows.queries.ts'
import { standingsOf } from './rail.queries.ts'
import { pathOf, progressOf } from './rail.ts'
import { waitingOf } from './waiting.service.ts'
import { instanceKey, type People, peopleOf, personOf, priorityOnWire } from './wire.service.ts'

export type RowWire = z.input<typeof RowContract>

/** So many steps of a row are drawn. */
const MAX_SHOWN = 30
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
    title: row.title || row.name,
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
    updated_at: row.updated_at.toISOString(),
    ...dueOnWire(row),
    priority: priorityOnWire(row.priority),
    metadata: metadataOf(row),
    tasks_total: row.tasks_total,
    tasks_done: row.tasks_done,
    started_by: personOf(people, row.started_by),
    source: z.parse(InstanceSource, row.source),
    source_name: row.source_name,
    narrowed: row.narrowed,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}

/** How far each of them is, step by step. */
async function pathsOf({ db, tenantId }: ReadTx, rows: readonly InstanceRow[]) {
  const standings = await standingsOf(
    db,
    tenantId,
    rows.map(({ id }) => id),
  )
  const paths = new Map<string, ReturnType<typeof pathOf>>()
  for (const { id, state, runs } of standings) {
    const row = rows.find((one) => one.id === id)
    const version = row && (await versionIfReadable(db, tenantId, row.workflow_id, row.workflow_version))
    if (version) paths.set(id, pathOf({ version, state: z.parse(z.custom<State>(), state), runs }))
  }
  return paths
}

/** Rows of a list, in the order of the ids; what stands elsewhere is asked once for all of them. */
export async function rowsOnWire(tx: ReadTx, viewer: ActingMember, ids: readonly string[]): Promise<RowWire[]> {
  if (ids.length === 0) return []
  const rows = new Map((await instanceRows(tx.db, tx.tenantId, ids)).map((row) => [row.id, row]))
  const people = await peopleOf(
    tx,
    [...rows.values()].map(({ started_by }) => started_by),
  )
  const paths = await pathsOf(tx, [...rows.values()])
  const waiting = await waitingOf(tx, viewer, ids, { first: true })
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const reasons = waiting.get(id) ?? []
    const [first, ...more] = reasons
    const path = paths.get(id) ?? []
    const late = new Set(reasons.flatMap(({ step, overdue }) => (overdue ? step : [])))
    return [
      {
        ...headOf(row, people),
        ...progressOf(path),
        mini: path
          .slice(0, MAX_SHOWN)
          .map((step) => ({ name: step.name, state: late.has(step.id) ? 'overdue' : step.state })),
        waiting: first ?? null,
        waiting_more: more.length,
      },
    ]
  })
}
