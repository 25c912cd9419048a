import type { UserStatus } from '@throughline/contracts/admin'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { StaffTx } from '../../core/db/in-staff.ts'

const COLUMNS = [
  'id',
  'email',
  'email_key',
  'username',
  'username_key',
  'name',
  'is_approved',
  'is_internal',
  'is_beta',
  'is_developer',
  'created_at',
  'version',
] as const

/** Written out, as the partial indexes have them. */
const OF_STATUS: Record<UserStatus, RawBuilder<boolean>> = {
  all: sql<boolean>`true`,
  waiting: sql<boolean>`not is_approved`,
  internal: sql<boolean>`is_internal`,
  beta: sql<boolean>`is_beta`,
  developer: sql<boolean>`is_developer`,
}

const chosen = (db: Db, status: UserStatus, limit: number) =>
  db.selectFrom('people').select(COLUMNS).where(OF_STATUS[status]).limit(limit)

export type PersonRow = Awaited<ReturnType<typeof newestPeople>>[number]

export function newestPeople(db: Db, status: UserStatus, before: string | undefined, limit: number) {
  const rows = chosen(db, status, limit).orderBy('id', 'desc')
  return (before === undefined ? rows : rows.where('id', '<', before)).execute()
}

/** Sorts behind whatever a key can go on with. A range, since `^@` with a value is no range to a plan made once. */
export const LAST_CHARACTER = '\u{10ffff}'

export type SearchedKey = 'email_key' | 'username_key'

/** As the directory folds addresses and names. */
export async function foldKey(db: Db, text: string): Promise<string> {
  const folded = await sql<{ key: string }>`select casefold(normalize(${text}, NFKC)) as key`.execute(db)
  return folded.rows[0]?.key ?? ''
}

interface KeyRange {
  status: UserStatus
  prefix: string
  after: string | undefined
  limit: number
}

export function peopleByKey(db: Db, by: SearchedKey, { status, prefix, after, limit }: KeyRange) {
  const rows = chosen(db, status, limit)
    .where(by, '>=', prefix)
    .where(by, '<', `${prefix}${LAST_CHARACTER}`)
    .orderBy(by)
  return (after === undefined ? rows : rows.where(by, '>', after)).execute()
}

export const personById = (db: Db, id: string) =>
  db.selectFrom('people').select(COLUMNS).where('id', '=', id).executeTakeFirst()

export interface PlaceRow {
  person_id: string
  tenant_id: string
  organization: string
  kind: 'personal' | 'organization'
  role_name: string
}

/** What they are in this organization, or without one where they worked last. */
export async function placesOf(
  db: Db,
  people: readonly string[],
  tenantId: string | null = null,
): Promise<Map<string, PlaceRow>> {
  const found = await sql<PlaceRow>`select * from staff.places(${people}::uuid[], ${tenantId})`.execute(db)
  return new Map(found.rows.map((row) => [row.person_id, row]))
}

/** Only what counts: a request ends with its day, and where the person who made it is no longer staff. */
export async function asksAbout(db: Db, people: readonly string[]) {
  const rows = await db
    .selectFrom('internal_asks')
    .innerJoin('people', 'people.id', 'internal_asks.asked_by')
    .select(['internal_asks.person_id', 'internal_asks.wanted', 'internal_asks.asked_at'])
    .select('internal_asks.asked_by as by_id')
    .select(sql<string>`coalesce(nullif(people.name, ''), people.username)`.as('by'))
    .where('internal_asks.person_id', '=', sql<string>`any (${people}::uuid[])`)
    .where('people.is_internal', '=', true)
    .where('people.is_approved', '=', true)
    .where('internal_asks.asked_at', '>', sql<Date>`now() - interval '24 hours'`)
    .execute()
  return new Map(rows.map((row) => [row.person_id, row]))
}

export type Outcome =
  | 'done'
  | 'unchanged'
  | 'asked'
  | 'not_staff'
  | 'not_found'
  | 'own_flags'
  | 'stale_version'
  | 'stale_role'
  | 'not_approved'
  | 'personal_workspace'
  | 'reason_required'
  | 'confirmation_required'
  | 'last_owner'

interface Updated {
  outcome: Outcome
  /** Null: as before. */
  approved_now: boolean | null
  /** Where, and as which member, their role has changed. */
  role_in: string | null
  role_of: string | null
  /** Messages of that member: they ask for what waits in a queue that was left with the role. */
  ended: string[] | null
}

export interface FlagChange {
  personId: string
  version: number
  flags: Record<string, boolean>
  /** In the organization, as it was read. */
  role: string | undefined
  tenantId: string | null
  reason: string
  /** The member of staff has just entered a code. */
  isFresh: boolean
}

export async function changeFlags({ db, origin }: StaffTx, change: FlagChange): Promise<Updated> {
  const found = await sql<Updated>`select * from staff.update_user(${change.personId}, ${change.version},
    ${JSON.stringify({ ...change.flags, role: change.role })}::jsonb, ${change.tenantId}, ${change.reason}, ${change.isFresh}, ${origin}::jsonb)`.execute(
    db,
  )
  const row = found.rows[0]
  if (!row) throw new Error('staff.update_user answers always')
  return row
}

export async function membersOf(db: Db, personId: string) {
  const found = await sql<{ tenant_id: string; member_id: string }>`
    select * from staff.members_of(${personId})`.execute(db)
  return found.rows
}

export async function sessionsOf(db: Db, personId: string): Promise<string[]> {
  const found = await sql<{ session_id: string }>`select * from staff.sessions_of(${personId})`.execute(db)
  return found.rows.map(({ session_id }) => session_id)
}

export async function ownersOf(db: Db, tenantId: string): Promise<string[]> {
  const found = await sql<{ email: string }>`select * from staff.owners_of(${tenantId})`.execute(db)
  return found.rows.map(({ email }) => email)
}
