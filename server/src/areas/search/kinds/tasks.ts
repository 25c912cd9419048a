import { TaskState, TaskType } from '@throughline/contracts/tasks'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { dueOnWire, peopleOf, personOf, priorityOnWire, taskKey } from '../../instances/instances.public.ts'
import { isTaskVisible, shownStatus, statusName } from '../../tasks/tasks.public.ts'
import { allowed, dueWithin, type IsConditions, within } from '../filters.ts'
import { commentsOn } from './comments.ts'
import { answerSections, type HitRow, type Kind, type Look, section } from './kind.ts'

export const OPEN = sql<boolean>`t.status in ('pending', 'in_progress', 'review', 'failed')`
const MAX_OWN = 500

async function read(tx: ReadTx, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string
    name: string
    description: string
    number: number
    prefix: string
    instance_number: number
    workflow_id: string
    updated_at: Date
    answers: unknown
    review_comment: string | null
  }>`select t.id, t.name, t.description, t.number, i.prefix, i.number as instance_number, t.workflow_id, t.updated_at,
      a.answers, t.review_comment
    from tasks t
    join instances i on i.tenant_id = ${tx.tenantId} and i.id = t.instance_id
    left join task_answers a on a.tenant_id = ${tx.tenantId} and a.task_id = t.id
    where t.tenant_id = ${tx.tenantId} and t.id = any (${ids}::uuid[]) and not t.in_trash`.execute(tx.db)
  const comments = await commentsOn(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    title: row.name,
    code: taskKey({ prefix: row.prefix, number: row.instance_number }, row.number),
    sections: [
      ...section('description', row.description),
      ...answerSections(row.answers),
      ...section('comment', row.review_comment),
      ...comments(row.id),
    ],
    workflowId: row.workflow_id,
    changedAt: row.updated_at,
  }))
}

const hasPart = ({
  tx,
  viewer,
}: Look) => sql<boolean>`exists (select from task_people o where o.tenant_id = ${tx.tenantId}
  and o.task_id = t.id and o.member_id = ${viewer.memberId} and o.part <> 'watcher' offset 0)`

const isConditions = (look: Look): IsConditions => ({
  open: OPEN,
  done: sql`t.status = 'completed'`,
  overdue: sql`(${OPEN} and t.due_sort < now())`,
  mine: hasPart(look),
  unassigned: sql`(${OPEN} and t.assigned_to is null)`,
  failed: sql`t.status = 'failed'`,
  cancelled: sql`t.status = 'cancelled'`,
})

function conditions(look: Look) {
  const { tx, viewer, visible, filters } = look
  const filtered = allowed(filters, {
    is: isConditions(look),
    from: (ids) => sql`(t.assigned_to = any (${ids}::uuid[]) or t.asked_by = any (${ids}::uuid[]))`,
    in: (ids) => sql`t.workflow_id = any (${ids}::uuid[])`,
    client: (ids) => sql`exists (select from instances o where o.tenant_id = ${tx.tenantId} and o.id = t.instance_id
      and o.client_id = any (${ids}::uuid[]) offset 0)`,
    updated: (range) => within('t.updated_at', range),
    due: (due) => dueWithin('t.due_sort', due, OPEN),
  })
  return filtered && [sql<boolean>`not t.in_trash`, isTaskVisible(visible, tx.tenantId, viewer.memberId), ...filtered]
}

const OPEN_STATES = ['pending', 'in_progress', 'review', 'failed']

/** Those that are due first; each state by its own part of an index. */
async function own({ tx, viewer }: Look): Promise<string[]> {
  const of = sql`from task_people where tenant_id = ${tx.tenantId} and member_id = ${viewer.memberId} and part <> 'watcher'`
  const asked = OPEN_STATES.map(
    (state) => sql`(select task_id ${of} and asked and status = ${sql.lit(state)}
      order by due_sort limit ${sql.lit(MAX_OWN)})`,
  )
  const later = sql`(select task_id ${of} and not asked and status in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))})
    limit ${sql.lit(MAX_OWN)})`
  const { rows } = await sql<{ task_id: string }>`${sql.join([...asked, later], sql` union all `)}`.execute(tx.db)
  return rows.map(({ task_id }) => task_id)
}

async function hits(tx: ReadTx, viewer: Viewer, ids: readonly string[]): Promise<HitRow<'tasks'>[]> {
  const { rows } = await sql<{
    id: string
    name: string
    number: number
    task_type: string
    status: string
    outcome: string | null
    past: boolean
    priority: number
    due_date: Date | null
    due_at: Date | null
    due_sort: Date | number
    assigned_to: string | null
    updated_at: Date
    instance_id: string
    instance_name: string
    prefix: string
    instance_number: number
    workflow_id: string
    workflow_name: string
    workflow_prefix: string
    is_mine: boolean
  }>`select t.id, t.name, t.number, t.task_type, t.status, t.outcome, t.due_sort < now() as past, t.priority, t.due_date,
      t.due_at, t.due_sort, t.assigned_to, t.updated_at, t.instance_id,
      case when i.title <> '' then i.title else i.name end as instance_name, i.prefix, i.number as instance_number,
      t.workflow_id, w.name as workflow_name, w.prefix as workflow_prefix,
      (${OPEN} and exists (select from task_people o where o.tenant_id = ${tx.tenantId} and o.task_id = t.id
        and o.member_id = ${viewer.memberId} and o.part <> 'watcher' offset 0)) as is_mine
    from tasks t
    join instances i on i.tenant_id = ${tx.tenantId} and i.id = t.instance_id
    join workflows w on w.tenant_id = ${tx.tenantId} and w.id = t.workflow_id
    where t.tenant_id = ${tx.tenantId} and t.id = any (${ids}::uuid[])`.execute(tx.db)
  const people = await peopleOf(
    tx,
    rows.map(({ assigned_to }) => assigned_to),
  )
  return rows.map((row) => {
    const state = z.parse(TaskState, row.status)
    const task_type = z.parse(TaskType, row.task_type)
    const status = shownStatus({ status: state, past: row.past })
    const { due_date, due_has_time } = dueOnWire(row)
    return {
      id: row.id,
      name: row.name,
      key: taskKey({ prefix: row.prefix, number: row.instance_number }, row.number),
      task_type,
      status,
      status_display: statusName(status, { task_type, outcome: row.outcome }),
      priority: priorityOnWire(row.priority),
      due_date,
      due_has_time,
      assignee: personOf(people, row.assigned_to),
      workflow_instance: row.instance_id,
      instance_name: row.instance_name,
      workflow: { id: row.workflow_id, name: row.workflow_name, prefix: row.workflow_prefix },
      is_mine: row.is_mine,
      updated_at: row.updated_at.toISOString(),
    }
  })
}

export const taskKind: Kind = {
  name: 'task',
  letter: 't',
  group: 'tasks',
  types: ['task'],
  permission: 'work.view',
  table: 'tasks',
  alias: 't',
  changed: 'updated_at',
  read,
  conditions,
  own,
  hits,
}
