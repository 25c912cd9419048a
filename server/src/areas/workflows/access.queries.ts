import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** Teams in the trash name nobody, and are not shown. */
export const accessOf = (db: Db, tenantId: string, workflowIds: readonly string[]) =>
  db
    .selectFrom('workflow_access as a')
    .leftJoin('teams as t', (join) => join.onRef('t.tenant_id', '=', 'a.tenant_id').onRef('t.id', '=', 'a.team_id'))
    .leftJoin('members as m', (join) => join.onRef('m.tenant_id', '=', 'a.tenant_id').onRef('m.id', '=', 'a.member_id'))
    .select(['a.workflow_id', 'a.team_id', 'a.member_id', 't.name as team_name', 'm.name as member_name', 'm.photo'])
    .where('a.tenant_id', '=', tenantId)
    .where('a.workflow_id', '=', sql<string>`any (${workflowIds}::uuid[])`)
    .where((where) => where.or([where('a.member_id', 'is not', null), where('t.deleted_at', 'is', null)]))
    .orderBy('t.name_key')
    .orderBy('m.name_key')
    .execute()
export type AccessRow = Awaited<ReturnType<typeof accessOf>>[number]

export interface AccessRule {
  visibility: 'everyone' | 'limited'
  teamIds: readonly string[]
  memberIds: readonly string[]
}

export async function replaceAccess(db: Db, tenantId: string, workflowId: string, rule: AccessRule): Promise<void> {
  await db
    .updateTable('workflows')
    .set({ visibility: rule.visibility, updated_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', workflowId)
    .execute()
  await db
    .deleteFrom('workflow_access')
    .where('tenant_id', '=', tenantId)
    .where('workflow_id', '=', workflowId)
    .execute()
  await insertAccess(db, tenantId, workflowId, rule)
}

export async function insertAccess(
  db: Db,
  tenantId: string,
  workflowId: string,
  { teamIds, memberIds }: Pick<AccessRule, 'teamIds' | 'memberIds'>,
): Promise<void> {
  const at = { tenant_id: tenantId, workflow_id: workflowId }
  const rows = [
    ...teamIds.map((team_id) => ({ ...at, team_id })),
    ...memberIds.map((member_id) => ({ ...at, member_id })),
  ]
  if (rows.length > 0) await db.insertInto('workflow_access').values(rows).execute()
}
