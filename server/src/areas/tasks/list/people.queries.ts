import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

export interface Found {
  id: string
  name: string
  status: string
  /** The name of their role. */
  role: string
}

const present = (tenantId: string) => sql`select m.id, m.name, m.status, r.name as role from members m
  join roles r on r.tenant_id = ${tenantId} and r.id = m.role_id where m.tenant_id = ${tenantId} and m.status <> 'removed'`

/** By username or, for whoever has none yet, by e-mail address. */
export async function findSomeone(db: Db, tenantId: string, text: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    (${present(tenantId)} and m.username_key = casefold(normalize(${text}, NFKC)))
    union all
    (${present(tenantId)} and m.email_key = casefold(normalize(${text}, NFKC)))
    limit 1`.execute(db)
  return rows[0]
}

export async function findMember(db: Db, tenantId: string, memberId: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`${present(tenantId)} and m.id = ${memberId}`.execute(db)
  return rows[0]
}

export interface OwnQueue {
  column: 'team_id' | 'role_id'
  id: string
}

/** The queues a member takes from: those of their teams and of their role. */
export async function queuesOfMember(db: Db, tenantId: string, memberId: string): Promise<OwnQueue[]> {
  const { rows } = await sql<OwnQueue>`
    select 'team_id' as column, team_id as id from team_members where tenant_id = ${tenantId} and member_id = ${memberId}
    union all
    select 'role_id', role_id from members where tenant_id = ${tenantId} and id = ${memberId}`.execute(db)
  return rows
}

export const isInTeam = async (db: Db, tenantId: string, teamId: string, memberId: string): Promise<boolean> =>
  (await db
    .selectFrom('team_members')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('team_id', '=', teamId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()) !== undefined
