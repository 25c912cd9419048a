import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

const COLUMNS = [
  'id',
  'name',
  'industry',
  'size',
  'website',
  'description',
  'address',
  'contact_email',
  'phone',
  'time_zone',
  'week_start',
  'working_days',
  'holidays',
  'require_two_factors',
  'admins_see_all',
  'managers_publish',
  'managers_override',
  'managers_delete',
  'version',
  'logo_sha256',
] as const

export const findOrganization = (db: Db, tenantId: string) =>
  db.selectFrom('tenants').select(COLUMNS).where('id', '=', tenantId).executeTakeFirst()

export type OrganizationRow = NonNullable<Awaited<ReturnType<typeof findOrganization>>>

export async function countWithTwoFactors(db: Db, tenantId: string): Promise<number> {
  const { n } = await db
    .selectFrom('members')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`two_factor and status = 'active'`)
    .executeTakeFirstOrThrow()
  return n
}

export interface OrganizationChange {
  name?: string
  industry?: string
  size?: string
  website?: string
  description?: string
  address?: string
  contact_email?: string
  phone?: string
  time_zone?: string
  week_start?: number
  working_days?: string
  holidays?: string
  require_two_factors?: boolean
  admins_see_all?: boolean
  managers_publish?: boolean
  managers_override?: boolean
  managers_delete?: boolean
}

/** Over the version it was based on, where one is given; no row means that someone else was faster. */
export async function replaceOrganization(db: Db, tenantId: string, change: OrganizationChange, version?: number) {
  let query = db
    .updateTable('tenants')
    .set({ ...change, updated_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', tenantId)
  if (version !== undefined) query = query.where('version', '=', version)
  return (await query.executeTakeFirst()).numUpdatedRows > 0n
}

/** No row: it has become one in the meantime. */
export async function becomeOrganization(db: Db, tenantId: string, change: OrganizationChange): Promise<boolean> {
  const done = await db
    .updateTable('tenants')
    .set({ ...change, kind: 'organization', updated_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', tenantId)
    .where('kind', '=', 'personal')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Name and kind as the workspace switchers of its people show them. */
export async function syncTenant(db: Db) {
  await sql`select auth.sync_tenant()`.execute(db)
}
