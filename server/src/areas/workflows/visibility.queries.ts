import { isAdminRole, ROLE_NAMES } from '@throughline/contracts/permissions'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

const ADMIN_ROLES = ROLE_NAMES.filter(isAdminRole)

export const findAccessRules = (db: Db, tenantId: string) =>
  db
    .selectFrom('tenants')
    .select(['access_epoch', 'admins_see_all'])
    // Its epoch is not everybody's yet: what is read now may still change, or be rolled back.
    .select(sql<boolean>`coalesce(xmin = pg_current_xact_id_if_assigned()::xid, false)`.as('is_changing'))
    .where('id', '=', tenantId)
    .executeTakeFirst()

/** What can be limited to teams and people, with the table that names them. */
export const LIMITABLE = {
  workflow: { things: sql.table('workflows'), access: sql.table('workflow_access'), column: 'workflow_id' },
  form: { things: sql.table('forms'), access: sql.table('form_access'), column: 'form_id' },
} as const
export type Limitable = keyof typeof LIMITABLE

/** Limited ones that name neither this member nor a team of theirs; a team in the trash names nobody. */
export async function hiddenFrom(db: Db, tenantId: string, kind: Limitable, memberId: string): Promise<string[]> {
  const { things, access, column } = LIMITABLE[kind]
  const of = sql.ref(`a.${column}`)
  const found = await sql<{ id: string }>`
    select w.id from ${things} w where w.tenant_id = ${tenantId} and w.visibility = 'limited'
      and not exists (select from ${access} a
        where a.tenant_id = ${tenantId} and ${of} = w.id and a.member_id = ${memberId})
      and not exists (select from ${access} a
        join team_members p on p.tenant_id = ${tenantId} and p.team_id = a.team_id and p.member_id = ${memberId}
        join teams t on t.tenant_id = ${tenantId} and t.id = a.team_id and t.deleted_at is null
        where a.tenant_id = ${tenantId} and ${of} = w.id and a.team_id is not null)`.execute(db)
  return found.rows.map((row) => row.id)
}

/** Whom a limited one names, themselves or by a team, and those who see all. */
export async function membersInAudience(db: Db, tenantId: string, kind: Limitable, id: string): Promise<string[]> {
  const { access, column } = LIMITABLE[kind]
  const of = sql.ref(`a.${column}`)
  const found = await sql<{ id: string }>`
    select a.member_id as id from ${access} a
      where a.tenant_id = ${tenantId} and ${of} = ${id} and a.member_id is not null
    union
    select p.member_id from ${access} a
      join teams t on t.tenant_id = ${tenantId} and t.id = a.team_id and t.deleted_at is null
      join team_members p on p.tenant_id = ${tenantId} and p.team_id = a.team_id
      where a.tenant_id = ${tenantId} and ${of} = ${id}
    union
    select m.id from tenants o
      join roles r on r.tenant_id = ${tenantId} and r.name = any (${ADMIN_ROLES}::text[])
      join members m on m.tenant_id = ${tenantId} and m.role_id = r.id and m.status <> 'removed'
      where o.id = ${tenantId} and o.admins_see_all`.execute(db)
  return found.rows.map((row) => row.id)
}

/** Owners and admins, where the organisation lets them see all. */
export async function adminsSeeingAll(db: Db, tenantId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select m.id from tenants o
      join roles r on r.tenant_id = ${tenantId} and r.name = any (${ADMIN_ROLES}::text[])
      join members m on m.tenant_id = ${tenantId} and m.role_id = r.id and m.status <> 'removed'
      where o.id = ${tenantId} and o.admins_see_all`.execute(db)
  return found.rows.map((row) => row.id)
}

export async function isLimited(db: Db, tenantId: string, kind: Limitable, id: string): Promise<boolean> {
  const { things } = LIMITABLE[kind]
  const found = await sql<{ visibility: string }>`
    select w.visibility from ${things} w where w.tenant_id = ${tenantId} and w.id = ${id}`.execute(db)
  return found.rows[0]?.visibility === 'limited'
}
