import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import { PRESENT } from './members.queries.ts'

export interface MemberFilter {
  status?: string | undefined
  roleId?: string | undefined
  teamId?: string | undefined
}

/** A row of a list before anything about it is asked: where it stands in the order, and what filters judge by. */
export interface MemberPosition {
  key: string
  id: string
  status: string
  role_id: string
}

/** By name. Each of these filters, and both together, has an index in this very order. */
export async function scanByName(
  db: Db,
  tenantId: string,
  { status, roleId }: MemberFilter,
  after: readonly string[] | undefined,
  limit: number,
): Promise<MemberPosition[]> {
  let query = db
    .selectFrom('members')
    .select([sql<string>`name_key`.as('key'), 'id', 'status', 'role_id'])
    .where('tenant_id', '=', tenantId)
    .where(PRESENT)
  if (status) query = query.where('status', '=', status)
  if (roleId) query = query.where('role_id', '=', roleId)
  if (after) query = query.where(sql<boolean>`(name_key, id) > (${after[0]}, ${after[1]}::uuid)`)
  return query.orderBy('name_key').orderBy('id').limit(limit).execute()
}

/** A team's members by name; what filters judge by stands with the members themselves. */
export async function scanTeam(
  db: Db,
  tenantId: string,
  teamId: string,
  after: readonly string[] | undefined,
  limit: number,
): Promise<MemberPosition[]> {
  const from = after ? sql`and (tm.name_key, tm.member_id) > (${after[0]}, ${after[1]}::uuid)` : sql``
  const { rows } = await sql<MemberPosition>`
    with scanned as materialized (
      select tm.name_key, tm.member_id from team_members tm
      where tm.tenant_id = ${tenantId} and tm.team_id = ${teamId} ${from}
      order by tm.name_key, tm.member_id limit ${limit})
    select s.name_key as key, m.id, m.status, m.role_id
    from scanned s join members m on m.tenant_id = ${tenantId} and m.id = s.member_id
    order by s.name_key, s.member_id`.execute(db)
  return rows
}

/** The three ways to find someone, in the order in which one is preferred to another. */
export const SEARCHED = ['name_key', 'last_key', 'email_key'] as const
export type Searched = (typeof SEARCHED)[number]

export interface Found extends MemberPosition {
  name_key: string
  last_key: string
  email_key: string
}

/** What was typed, as each key spells it. */
export async function foldSearch(db: Db, search: string): Promise<Record<Searched, string>> {
  const { rows } = await sql<{ name: string; email: string }>`
    select app.fold(${search}) as name, casefold(normalize(${search}, NFKC)) as email`.execute(db)
  const { name = '', email = '' } = rows[0] ?? {}
  return { name_key: name, last_key: name, email_key: email }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'
/** Sorts behind whatever a key can go on with. A range, since `^@` with a value is no range to a plan made once. */
const LAST = '\u{10FFFF}'

/** As the database orders its keys: by their bytes. */
export const compareKeys = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

export async function scanByKey(
  db: Db,
  tenantId: string,
  by: Searched,
  prefix: string,
  after: readonly string[] | undefined,
  limit: number,
): Promise<Found[]> {
  const [key = prefix, id = NO_ID] = after && compareKeys(after[0] ?? '', prefix) >= 0 ? after : []
  const column = sql.ref(by)
  const { rows } = await sql<Found>`
    select ${column} as key, id, status, role_id, name_key, last_key, email_key from members
    where tenant_id = ${tenantId} and ${PRESENT}
      and (${column}, id) > (${key}, ${id}::uuid) and ${column} < ${prefix + LAST}
    order by ${column}, id limit ${limit}`.execute(db)
  return rows
}

export async function amongTeam(db: Db, tenantId: string, teamId: string, memberIds: readonly string[]) {
  const rows = await db
    .selectFrom('team_members')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('team_id', '=', teamId)
    .where('member_id', '=', sql<string>`any (${memberIds}::uuid[])`)
    .execute()
  return new Set(rows.map(({ member_id }) => member_id))
}
