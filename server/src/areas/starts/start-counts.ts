import { MAX_COUNTED } from '@throughline/contracts/hooks'
import { sql } from 'kysely'
import { among } from '../../core/db/among.ts'
import type { Db } from '../../core/db/bound-kysely.ts'

/** Counters by trigger: what it has started, and what it could not start yet. */
export const STARTED = 'trigger.started'
export const WAITING = 'trigger.waiting'

/** What triggers of forms have started of the responses of the last 30 days: of the newest, as many as are counted. */
export async function recentFormStarts(
  db: Db,
  tenantId: string,
  triggerIds: readonly string[],
): Promise<Map<string, number>> {
  if (triggerIds.length === 0) return new Map()
  // With a limit, the start of each response is looked up; all of the tenant are never read to be joined.
  const { rows } = await sql<{ id: string; started: number }>`select t.id, count(*)::int as started
    from workflow_triggers t
    cross join lateral (select r.id from form_submissions r where r.tenant_id = ${tenantId} and r.form_id = t.form_id
      and r.id > app.uuid_floor(now() - interval '30 days') order by r.id desc limit ${MAX_COUNTED}) r
    cross join lateral (select from submission_starts s where s.tenant_id = ${tenantId} and s.submission_id = r.id
      and s.trigger_id = t.id and s.state = 'started' limit 1) s
    where t.tenant_id = ${tenantId} and t.id = ${among(triggerIds)} group by t.id`.execute(db)
  return new Map(rows.map(({ id, started }) => [id, started]))
}

/** By people and with API keys, which no list of their own counts: among the newest instances of the workflow. */
export async function recentStarts(db: Db, tenantId: string, workflowId: string) {
  const { rows } = await sql<{ by_person: number; by_key: number; looked_at: number }>`select
      count(*) filter (where source = 'person')::int as by_person,
      count(*) filter (where source = 'api')::int as by_key, count(*)::int as looked_at
    from (select source from instances where tenant_id = ${tenantId} and workflow_id = ${workflowId} and deleted_at is null
      and id > app.uuid_floor(now() - interval '30 days') order by id desc limit ${MAX_COUNTED}) newest`.execute(db)
  const { by_person = 0, by_key = 0, looked_at = 0 } = rows[0] ?? {}
  return { by_person, by_key, capped: looked_at >= MAX_COUNTED }
}
