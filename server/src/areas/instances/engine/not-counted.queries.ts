import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { TracedEvent } from './turn-event.ts'

export interface NotCounted {
  id: string
  by: string
}

/** A vote that was asked again since is withdrawn, not lost. */
const noneCounted = (tenantId: string, instanceId: string) => sql`not exists (
  select from instance_turns x, jsonb_to_recordset(x.events) as c (
    t text, step text, round int, item int, slot int, asked int, dropped text)
  where x.tenant_id = ${tenantId} and x.instance_id = ${instanceId} and c.dropped is null
    and c.step = e.step and c.round = e.round and c.item is not distinct from e.item
    and (c.t = e.t and c.slot is not distinct from e.slot and coalesce(c.asked, 0) = e.asked
      or c.t in ('decision', 'withdrawn') and c.asked > e.asked))`

const marked = (tenantId: string) => sql`
  answers as (
    update task_answers a set counted = false from lost
    where lost.t = 'done' and a.tenant_id = ${tenantId} and a.task_id = lost.id),
  decisions as (
    update decisions d set counted = false from lost
    where lost.t = 'decision' and d.tenant_id = ${tenantId} and d.task_id = lost.id and d.slot = lost.slot
      and d.withdrawn_at is null)
  select id, by from lost`

/**
 * Answers and decisions that lost to a return, a cancel or another's. One that counted before, and is told a second
 * time, stays as it is.
 */
export async function markNotCounted(
  db: Db,
  tenantId: string,
  instanceId: string,
  events: readonly TracedEvent[],
): Promise<NotCounted[]> {
  const { rows } = await sql<NotCounted>`
    with lost as (
      select distinct e.t, e.by, e.slot, t.id from (
        select t, step, round, item, slot, coalesce(asked, 0) as asked, by
        from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as told (
          t text, step text, round int, item int, slot int, asked int, by uuid)) e
      join tasks t on t.tenant_id = ${tenantId} and t.instance_id = ${instanceId} and t.step = e.step and t.round = e.round
        and t.item = coalesce(e.item, -1)
      where ${noneCounted(tenantId, instanceId)}),
    ${marked(tenantId)}`.execute(db)
  return rows
}

/** At the end: whoever acted on these tasks so late that the engine will not be told any more. */
export async function sweepNotCounted(
  db: Db,
  tenantId: string,
  instanceId: string,
  taskIds: readonly string[],
): Promise<NotCounted[]> {
  const { rows } = await sql<NotCounted>`
    with given as (
      select 'done' as t, a.task_id, null::int as slot, 0 as asked, a.answered_by as by from task_answers a
      where a.tenant_id = ${tenantId} and a.task_id = any (${taskIds}::uuid[])
      union all
      select 'decision', d.task_id, d.slot, (select count(distinct o.withdrawn_at)::int from decisions o
        where o.tenant_id = ${tenantId} and o.task_id = d.task_id), d.member_id from decisions d
      where d.tenant_id = ${tenantId} and d.task_id = any (${taskIds}::uuid[]) and d.counted and d.withdrawn_at is null),
    lost as (
      select e.t, e.by, e.slot, e.id from (
        select g.t, g.by, g.slot, g.asked, t.id, t.step, t.round, nullif(t.item, -1) as item from given g
        join tasks t on t.tenant_id = ${tenantId} and t.id = g.task_id) e
      where ${noneCounted(tenantId, instanceId)}),
    ${marked(tenantId)}`.execute(db)
  return rows
}
