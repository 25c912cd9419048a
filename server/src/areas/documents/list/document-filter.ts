import { type groupDocuments, NO_STEP } from '@throughline/contracts/documents'
import type { Query } from '@throughline/contracts/endpoint'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { memberInFilter } from '../../tasks/tasks.public.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { startOfDay } from './filter.queries.ts'

export type Filter = Omit<Query<typeof groupDocuments>, 'by' | 'workflows'>
export type Condition = RawBuilder<boolean>

/** The conditions by which an index can be entered; at most one is, the others are free filters over what it yields. */
export interface Conditions {
  workflow?: Condition
  /** Together with its workflow. */
  step?: Condition
  uploader?: Condition
  status?: Condition
  instance?: Condition
  task?: Condition
  /** The moment from which on it was changed. */
  since?: RawBuilder<Date>
  free: Condition[]
}

const DAYS = { today: 0, '7days': 6, '30days': 29 } as const
const RUNNING = ['pending', 'in_progress', 'failed']

const ofInstances = (tenantId: string, states: readonly string[]): Condition =>
  sql<boolean>`exists (select from instances i where i.tenant_id = ${tenantId} and i.id = d.instance_id
    and i.status = any (${states}::text[]) offset 0)`

async function ofAssignee(tx: ReadTx, viewer: Viewer, username: string): Promise<Condition> {
  const member = await memberInFilter(tx, viewer, username)
  if (!member) return sql<boolean>`false`
  return sql<boolean>`exists (select from tasks t where t.tenant_id = ${tx.tenantId} and t.id = d.task_id
    and t.assigned_to = ${member} offset 0)`
}

async function sinceOf({ db, tenantId }: ReadTx, { date_range, view }: Filter): Promise<RawBuilder<Date> | undefined> {
  const range = date_range ?? (view === 'recent' ? '30days' : undefined)
  if (!range) return undefined
  return sql<Date>`${await startOfDay(db, tenantId, DAYS[range])}::timestamptz`
}

export const ofStep = (step: string): Condition =>
  step === NO_STEP ? sql<boolean>`d.step is null` : sql<boolean>`d.step = ${step}`

/** Everything about a row that its own columns, or one look elsewhere, can say. All are about `d`. */
export async function conditionsOf(tx: ReadTx, viewer: Viewer, filter: Filter): Promise<Conditions> {
  const { tenantId } = tx
  const free: Condition[] = [(await visibleTo(tx, viewer)).ofFile('d')]
  if (filter.type) free.push(sql<boolean>`d.family = ${filter.type}`)
  if (filter.category) free.push(sql<boolean>`d.category = ${filter.category}`)
  if (filter.client_id) free.push(sql<boolean>`d.client_id = ${filter.client_id}`)
  if (filter.search) free.push(sql<boolean>`position(app.fold(${filter.search}) in d.name_key) > 0`)
  if (filter.assignee) free.push(await ofAssignee(tx, viewer, filter.assignee))
  if (filter.view === 'active') free.push(ofInstances(tenantId, RUNNING))
  if (filter.view === 'completed') free.push(ofInstances(tenantId, ['completed']))
  const since = await sinceOf(tx, filter)
  return {
    free,
    ...(filter.workflow && { workflow: sql<boolean>`d.workflow_id = ${filter.workflow}` }),
    ...(filter.step && { step: ofStep(filter.step) }),
    ...(filter.view === 'mine' && { uploader: sql<boolean>`d.uploaded_by = ${viewer.memberId}` }),
    ...(filter.status && { status: sql<boolean>`d.status = ${filter.status}` }),
    ...(filter.instance && { instance: sql<boolean>`d.instance_id = ${filter.instance}` }),
    ...(filter.task && { task: sql<boolean>`d.task_id = ${filter.task}` }),
    ...(since && { since }),
  }
}

export interface Entered {
  /** By the index. */
  inside: Condition[]
  /** Where the index is in the order of change: it ends, or begins, here. */
  since: RawBuilder<Date> | undefined
  /** Over what it yields. */
  outside: Condition[]
}

export const changedSince = (since: RawBuilder<Date>): Condition => sql<boolean>`d.updated_at >= ${since}`

/** Files of one task or instance are few, in whatever order; the other ways in are in the order of change. */
export function enter(conditions: Conditions, byChange: boolean): Entered {
  const { free, since, workflow, step, uploader, status, instance, task } = conditions
  const ways = [
    [task],
    [instance],
    ...(byChange ? [workflow && step ? [workflow, step] : [workflow], [uploader], [status]] : []),
  ].map((way) => way.flatMap((one) => one ?? []))
  const inside = ways.find((way) => way.length > 0) ?? []
  const others = [workflow, step, uploader, status, instance, task].flatMap((one) => one ?? [])
  return {
    inside,
    since: byChange ? since : undefined,
    outside: [
      ...free,
      ...others.filter((one) => !inside.includes(one)),
      ...(since && !byChange ? [changedSince(since)] : []),
    ],
  }
}

/** For one group: by its status, or by its step and the workflow of that; whatever else is asked for is filtered. */
export function enterBy(conditions: Conditions, group: { status: Condition } | { step: Condition }): Entered {
  const { free, since, workflow, step, uploader, status, instance, task } = conditions
  const others =
    'step' in group ? [uploader, status, instance, task] : [workflow, step, uploader, status, instance, task]
  const entered = 'step' in group ? [workflow, group.step] : [group.status]
  return {
    inside: entered.flatMap((one) => one ?? []),
    since,
    outside: [...free, ...others.flatMap((one) => one ?? [])],
  }
}
