import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { Visibility } from '../../workflows/workflows.public.ts'

const SHOWN_CALLS = 20
const SHOWN_STEPS = 100
const SHOWN_DAYS = 14
const MAX_RUNNING = 1_000
const MAX_HELD = 1_000

/** The last fourteen, those without calls included. */
export async function callDays(db: Db, tenantId: string, id: string) {
  const { rows } = await sql<{ day: string; calls: number; failed: number }>`
    select to_char(g.day, 'YYYY-MM-DD') as day, coalesce(d.calls, 0) as calls, coalesce(d.failed, 0) as failed
    from generate_series((now() at time zone 'UTC')::date - ${SHOWN_DAYS - 1}::int, (now() at time zone 'UTC')::date,
      interval '1 day') as g (day)
    left join connection_days d on d.tenant_id = ${tenantId} and d.integration_id = ${id} and d.day = g.day::date
    order by g.day`.execute(db)
  return rows
}

export interface CallRow {
  at: Date
  tool_id: string
  operation: string | null
  state: 'intended' | 'done' | 'failed' | 'unknown'
  held_until: Date | null
  answer: string | null
  attempts: number
  problem: string | null
  took: number | null
  instance: { id: string; prefix: string; number: number; name: string } | null
}

/** The newest first, with their instance where the viewer may see it. */
export async function lastCalls(db: Db, tenantId: string, id: string, visible: Visibility): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select e.updated_at as at, e.tool_id, e.operation, e.state, e.held_until, e.answer, e.attempts, e.problem,
      (e.tries -> -1 ->> 'took')::float8 as took,
      case when i.id is not null then jsonb_build_object('id', i.id, 'prefix', i.prefix, 'number', i.number, 'name', i.name)
        end as instance
    from (select * from effects where tenant_id = ${tenantId} and integration_id = ${id} and integration_id is not null
      order by updated_at desc limit ${SHOWN_CALLS}) e
    left join lateral (select i.id, i.prefix, i.number, i.name from instances i
      where i.tenant_id = ${tenantId} and i.id = e.instance_id and i.deleted_at is null and ${visible.ofInstance('i')}) i
      on true
    order by e.updated_at desc`.execute(db)
  return rows
}

export interface UseRow {
  id: string
  name: string
  prefix: string
  step: string
  step_name: string | null
  operation: string | null
  in_draft: boolean
  in_version: boolean
  is_visible: boolean
  running: number
}

/** Steps of live workflows that call by it; of those that the viewer may see by name, with how many instances run. */
export async function stepsUsing(db: Db, tenantId: string, id: string, visible: Visibility): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    select u.id, u.name, u.prefix, u.step, u.is_visible, u.in_draft, u.in_version, s.step_name, s.operation,
      case when u.is_visible then (select count(*)::int from (
        select from instances i where i.tenant_id = ${tenantId} and i.workflow_id = u.id and i.status = 'in_progress'
          and i.deleted_at is null limit ${MAX_RUNNING}) r) else 0 end as running
    from (select w.id, w.name, w.prefix, w.name_key, w.current_version, w.is_visible, u.step, u.in_draft, u.in_version
      from (select workflow_id, step, bool_or(place = 'draft') as in_draft, bool_or(place = 'published') as in_version
        from integration_uses where tenant_id = ${tenantId} and integration_id = ${id} group by workflow_id, step) u
      join lateral (select w.id, w.name, w.prefix, w.name_key, w.current_version,
          ${visible.ofWorkflow('w.id')} as is_visible
        from workflows w where w.tenant_id = ${tenantId} and w.id = u.workflow_id and w.deleted_at is null) w on true
      order by w.name_key, w.id, u.step limit ${SHOWN_STEPS}) u
    left join lateral (select f.step ->> 'name' as step_name, f.step ->> 'operation' as operation from (
        select d.document -> 'steps' -> u.step as step from workflow_drafts d
        where u.in_draft and d.tenant_id = ${tenantId} and d.workflow_id = u.id
        union all
        select v.document -> 'steps' -> u.step from workflow_versions v
        where not u.in_draft and v.tenant_id = ${tenantId} and v.workflow_id = u.id and v.number = u.current_version) f
      ) s on u.is_visible
    order by u.name_key, u.id, u.step`.execute(db)
  return rows
}

/** Calls that wait for it, and since when. */
export async function heldCalls(db: Db, tenantId: string, id: string) {
  const { rows } = await sql<{ n: number; since: Date | null }>`
    select count(*)::int as n, min(held_since) as since from (select held_since from effects
      where tenant_id = ${tenantId} and integration_id = ${id} and integration_id is not null
        and held_until is not null and state = 'intended' order by created_at limit ${MAX_HELD}) h`.execute(db)
  return rows[0] ?? { n: 0, since: null }
}

export async function callsInMinute(db: Db, tenantId: string, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from connection_calls
    where tenant_id = ${tenantId} and integration_id = ${id}
      and began_at > clock_timestamp() - interval '1 minute'`.execute(db)
  return rows[0]?.n ?? 0
}

/** What a row of the list does not have. */
export async function connectionDetails(db: Db, tenantId: string, id: string) {
  const { rows } = await sql<{
    max_at_once: number
    max_per_minute: number
    rotated_at: Date | null
    signed_out_text: string | null
    admins_told_at: Date | null
    has_previous: boolean
  }>`select i.max_at_once, i.max_per_minute, i.rotated_at, i.signed_out_text, i.admins_told_at,
      s.previous_key_no is not null as has_previous
    from integrations i left join connection_secrets s on s.tenant_id = ${tenantId} and s.integration_id = i.id
    where i.tenant_id = ${tenantId} and i.id = ${id}`.execute(db)
  return rows[0]
}
