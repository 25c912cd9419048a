import { MANAGERS_RULES, type ManagersRule } from '@throughline/contracts/permissions'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { storableJson } from '../../core/db/storable.ts'

const COLUMNS = [
  'id',
  'member_id',
  'list',
  'filter',
  'state',
  'row_count',
  'problem',
  'created_at',
  'expires_at',
] as const

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExport>>>

export const findExport = (db: Db, tenantId: string, id: string) =>
  db.selectFrom('exports').select(COLUMNS).where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst()

/** Of somebody's own, those of these that can still be had. */
export const ownExports = (db: Db, tenantId: string, memberId: string, ids: readonly string[]) =>
  db
    .selectFrom('exports')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()

/** How many of somebody's exports are under way. Their requests wait for each other here, so that none is overlooked. */
export async function countRunning(db: Db, tenantId: string, memberId: string): Promise<number> {
  await sql`select from members where tenant_id = ${tenantId} and id = ${memberId} for no key update`.execute(db)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from exports
    where tenant_id = ${tenantId} and member_id = ${memberId} and state = 'preparing'`.execute(db)
  return rows[0]?.n ?? 0
}

export const insertExport = (db: Db, tenantId: string, memberId: string, list: string, filter: unknown) =>
  db
    .insertInto('exports')
    .values({ tenant_id: tenantId, member_id: memberId, list, filter: storableJson(JSON.stringify(filter)) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

type Outcome = { state: 'ready'; row_count: number } | { state: 'failed'; problem: string }

/** Once: a repeat after a crash, or a job that was given up meanwhile, changes nothing and finds nothing. */
export const endExport = (db: Db, tenantId: string, id: string, outcome: Outcome) =>
  db
    .updateTable('exports')
    .set({ ...outcome, expires_at: sql`now() + interval '7 days'` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(sql<boolean>`state = 'preparing'`)
    .returning(['member_id', 'list'])
    .executeTakeFirst()

export const expiredExports = (db: Db, tenantId: string, limit: number) =>
  db
    .selectFrom('exports')
    .select(['id', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('expires_at', '<', sql<Date>`now()`)
    .limit(limit)
    .execute()

export const deleteExport = (db: Db, tenantId: string, id: string) =>
  db.deleteFrom('exports').where('tenant_id', '=', tenantId).where('id', '=', id).execute()

const RULES: readonly ManagersRule[] = MANAGERS_RULES.map(({ rule }) => rule)

/** A member with their role, as a session would find them. */
export const findMemberWithRole = (db: Db, tenantId: string, memberId: string) =>
  db
    .selectFrom('members as m')
    .innerJoin('roles as r', (join) => join.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.id', '=', 'm.role_id'))
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select(['m.username', 'r.name as role_name', 'r.builtin as role_builtin', 'r.permissions as role_permissions'])
    .select(RULES.map((rule) => `t.${rule}` as const))
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', '=', memberId)
    .where('m.status', '=', 'active')
    .executeTakeFirst()
