import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

/** Those of the addresses that are no active member's. */
export async function outsideAmong(db: Db, tenantId: string, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select a as address from unnest(${addresses}::text[]) a
    where not exists (select from members m where m.tenant_id = ${tenantId} and m.status = 'active'
      and m.email_key = casefold(normalize(a, NFKC)))`.execute(db)
  return rows.map(({ address }) => address)
}

export const findOrganization = (db: Db, tenantId: string) =>
  db.selectFrom('tenants').select(['name', 'time_zone']).where('id', '=', tenantId).executeTakeFirstOrThrow()

export const findNamedInstance = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('instances')
    .select(['id', 'name', 'workflow_id', 'narrowed'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()

const MAX_ADMINS = 20

export async function listAdmins(db: Db, tenantId: string) {
  const { rows } = await sql<{ id: string; email: string }>`
    select m.id, m.email from members m
    join roles r on r.tenant_id = ${tenantId} and r.id = m.role_id and r.builtin and r.name in ('owner', 'admin')
    where m.tenant_id = ${tenantId} and m.status = 'active' order by r.rank, m.id
    limit ${sql.lit(MAX_ADMINS)}`.execute(db)
  return rows
}
