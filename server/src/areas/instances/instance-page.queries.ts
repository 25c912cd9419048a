import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'
import { MIN_RUNS } from './waiting.queries.ts'

const MAX_CHILDREN = 50

export const findState = (db: Db, tenantId: string, instanceId: string) =>
  db
    .selectFrom('instance_state')
    .select(['variables', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .executeTakeFirst()

const family = (db: Db, tenantId: string, visible: Visibility) =>
  db
    .selectFrom('instances as i')
    .select(['i.id', 'i.name', 'i.prefix', 'i.number', 'i.status'])
    .where('i.tenant_id', '=', tenantId)
    .where('i.deleted_at', 'is', null)
    .where(visible.ofInstance('i'))

export const findParent = (db: Db, tenantId: string, id: string, visible: Visibility) =>
  family(db, tenantId, visible).where('i.id', '=', id).executeTakeFirst()

export const startedBy = (db: Db, tenantId: string, parentId: string, visible: Visibility) =>
  family(db, tenantId, visible)
    .where('i.parent_id', '=', parentId)
    .orderBy('i.parent_step')
    .orderBy('i.parent_round')
    .limit(MAX_CHILDREN)
    .execute()

/** Median from start to end of the workflow's last twenty, in ms; fewer than three say nothing. */
export async function usualLength(db: Db, tenantId: string, workflowId: string): Promise<number | null> {
  const { rows } = await sql<{ n: number; usually: number | null }>`
    select count(*)::int as n, round(percentile_cont(0.5) within group (order by took))::float8 as usually from (
      select extract(epoch from completed_at - coalesce(started_at, created_at)) * 1000 as took from instances
      where tenant_id = ${tenantId} and workflow_id = ${workflowId} and status = 'completed'
      order by completed_at desc limit 20) last`.execute(db)
  const [last] = rows
  return last && last.n >= MIN_RUNS ? last.usually : null
}

/** As many as are shown; the rest are only more. */
export async function countInstanceComments(db: Db, tenantId: string, instanceId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select from comments
    where tenant_id = ${tenantId} and entity_id = ${instanceId} and deleted_at is null limit 1000) x`.execute(db)
  return rows[0]?.n ?? 0
}

export async function countInstanceFiles(db: Db, tenantId: string, instanceId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select from documents
    where tenant_id = ${tenantId} and instance_id = ${instanceId} and deleted_at is null limit 1000) x`.execute(db)
  return rows[0]?.n ?? 0
}
