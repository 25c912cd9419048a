import type { VerificationPurpose } from '@throughline/contracts/auth'
import { MemberId, PersonId, TenantId } from '@throughline/contracts/ids'
import { BUILTIN_ROLES } from '@throughline/contracts/permissions'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Origin } from '../../core/db/pending-work.ts'

/** Each of these calls one `auth.*` function: by exact key or hash, one row at most. */

export async function callOne<R>(db: Db, call: ReturnType<typeof sql<R>>): Promise<R | undefined> {
  return (await call.execute(db)).rows[0]
}

export async function callValue(db: Db, call: ReturnType<typeof sql<{ value: boolean }>>): Promise<boolean> {
  return (await callOne(db, call))?.value ?? false
}

async function audit(db: Db, personId: string, act: string, byThem: boolean, origin: Origin | undefined) {
  await sql`select auth.audit_person_from(${personId}, ${act}, ${byThem}, ${origin?.requestId ?? ''},
    ${origin?.address ?? ''}, ${origin?.device ?? ''})`.execute(db)
}

/** What a person did, in every workspace of theirs, with where it came from. */
export const auditPerson = (db: Db, personId: string, act: string, origin: Origin | undefined) =>
  audit(db, personId, act, true, origin)

/** The same for what happened to their account by whoever has not shown to be them. */
export const auditStranger = (db: Db, personId: string, act: string, origin: Origin | undefined) =>
  audit(db, personId, act, false, origin)

interface ToldPlace {
  tenant_id: string
  member_id: string
  message_id: string
}

/** Says where they are told. */
export async function putNoticeOf(db: Db, personId: string, title: string, body: string): Promise<ToldPlace[]> {
  const { rows } = await sql<ToldPlace>`select * from auth.tell_person(${personId}, ${title}, ${body})`.execute(db)
  return rows
}

export const findLogin = (db: Db, key: string) =>
  callOne(db, sql<{ person_id: string; password_hash: string | null }>`select * from auth.person_for_login(${key})`)

/** One row for each refusal, nobody's account or somebody's: a job counts them for the organizations. */
export async function putRefusedSignIn(db: Db, personId: string | null) {
  await sql`select auth.put_refused_sign_in(${personId})`.execute(db)
}

export const findPersonByEmail = (db: Db, email: string) =>
  callOne(
    db,
    sql<{ person_id: string; auth_type: string; email: string }>`select * from auth.person_by_email(${email})`,
  )

export const findPersonByGoogle = (db: Db, sub: string) =>
  callOne(db, sql<{ person_id: string }>`select * from auth.person_by_google(${sub})`)

const IDLE_SECONDS = 7 * 86_400

export interface NewSession {
  hash: Buffer
  host: string
  personId: string
  origin: Origin | undefined
  /** How long it may rest, if not seven days. */
  idleSeconds?: number
}

export const openSession = (db: Db, session: NewSession) =>
  callOne(
    db,
    sql<{ session_id: string }>`select * from auth.open_session(${session.hash}, ${session.host}, ${session.personId},
      ${session.origin?.device ?? ''}, ${session.origin?.address ?? ''}, ${session.origin?.requestId ?? ''},
      ${session.idleSeconds ?? IDLE_SECONDS})`,
  )

export const revokeSession = (db: Db, hash: Buffer) =>
  callOne(db, sql<{ session_id: string }>`select * from auth.revoke_session(${hash})`)

export async function revokeSessionsOf(db: Db, personId: string): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`select * from auth.revoke_sessions_of(${personId})`.execute(db)
  return rows.map((row) => row.session_id)
}

export async function belongsSomewhere(db: Db, personId: string): Promise<boolean> {
  const row = await callOne(db, sql<{ belongs: boolean }>`select auth.belongs_somewhere(${personId}) as belongs`)
  return row?.belongs ?? false
}

export async function moveSession(db: Db, hash: Buffer, tenantId: string) {
  await sql`select auth.move_session(${hash}, ${tenantId})`.execute(db)
}

export interface NewPerson {
  username: string
  email: string
  name: string
  passwordHash: string | null
  googleSub: string | null
  authType: string
  approved: boolean
}

export async function createPerson(db: Db, person: NewPerson): Promise<PersonId> {
  const row = await callOne(
    db,
    sql<{ id: string }>`select auth.create_person(${person.username}, ${person.email}, ${person.name},
      ${person.passwordHash}, ${person.googleSub}, ${person.authType}, ${person.approved}) as id`,
  )
  return PersonId.parse(row?.id)
}

/** Staff asked this address in from the waitlist: they need not approve it again. */
export const isInvitedByStaff = (db: Db, email: string) =>
  callValue(db, sql<{ value: boolean }>`select auth.is_invited_by_staff(${email}) as value`)

async function copyTwoFactor(db: Db, personId: string) {
  await sql`select auth.copy_two_factor(${personId})`.execute(db)
}

export interface NewWorkspace {
  personId: string
  kind: 'personal' | 'organization'
  name: string
  zone: string
}

export async function createWorkspace(db: Db, workspace: NewWorkspace) {
  const roles = JSON.stringify(BUILTIN_ROLES.map(({ name, display_name, rank }) => ({ name, display_name, rank })))
  const row = await callOne(
    db,
    sql<{
      tenant_id: string
      member_id: string
    }>`select * from auth.create_workspace(${workspace.personId}, ${workspace.kind},
      ${workspace.name}, ${workspace.zone}, ${roles}::jsonb, 'individual', null)`,
  )
  await copyTwoFactor(db, workspace.personId)
  return { tenantId: TenantId.parse(row?.tenant_id), memberId: MemberId.parse(row?.member_id) }
}

export interface NewVerification {
  hash: Buffer
  purpose: Exclude<VerificationPurpose, 'invitation'>
  email: string
  personId: string | null
  goodFor: string
}

export async function putVerification(db: Db, verification: NewVerification) {
  await sql`select auth.put_verification(${verification.hash}, ${verification.purpose}, ${verification.email},
    ${verification.personId}, ${verification.goodFor}::interval)`.execute(db)
}

export interface CheckedVerification {
  purpose: VerificationPurpose
  email: string
  organization: string | null
  role: string | null
  invited_by: string | null
  has_account: boolean
}

export const checkVerification = (db: Db, hash: Buffer) =>
  callOne(db, sql<CheckedVerification>`select * from auth.check_verification(${hash})`)

export interface SpentVerification {
  email: string
  person_id: string | null
  tenant_id: string | null
  member_id: string | null
}

export const spendVerification = (db: Db, hash: Buffer, purpose: VerificationPurpose) =>
  callOne(db, sql<SpentVerification>`select * from auth.use_verification(${hash}, ${purpose})`)

/** Answers where the person is to be told; nothing where their organisation keeps the password. */
export const setPassword = (db: Db, personId: string, passwordHash: string) =>
  callOne(db, sql<{ email: string }>`select * from auth.set_password(${personId}, ${passwordHash})`)

export async function findPasswordHash(db: Db, personId: string): Promise<string | null> {
  const row = await callOne(db, sql<{ password_hash: string | null }>`select * from auth.password_of(${personId})`)
  return row?.password_hash ?? null
}

export const setEmail = (db: Db, personId: string, email: string) =>
  callOne(db, sql<{ old_email: string }>`select * from auth.set_email(${personId}, ${email})`)

/** Invitations of this address into workspaces of the person, where it is to be their own again. */
export async function uninvite(db: Db, personId: string, email: string) {
  await sql`select auth.uninvite(${personId}, ${email})`.execute(db)
}

/** What came into the account with the change of address that this string has undone. */
export async function dropWhatCameWith(db: Db, hash: Buffer) {
  await sql`select auth.drop_what_came_with(${hash})`.execute(db)
}

export async function acceptInvitation(db: Db, tenantId: string, memberId: string, personId: string): Promise<boolean> {
  const row = await callOne(
    db,
    sql<{ joined: boolean }>`select auth.accept_invitation(${tenantId}, ${memberId}, ${personId}) as joined`,
  )
  await copyTwoFactor(db, personId)
  return row?.joined ?? false
}

export async function putNonce(db: Db, hash: Buffer) {
  await sql`select auth.put_nonce(${hash}, interval '10 minutes')`.execute(db)
}

export async function spendNonce(db: Db, hash: Buffer): Promise<boolean> {
  const row = await callOne(db, sql<{ used: boolean }>`select auth.use_nonce(${hash}) as used`)
  return row?.used ?? false
}

/** Between which moments work was lost, where that is not long ago. */
export async function findLastRestore(db: Db) {
  const row = await callOne(db, sql<{ lost_from: Date; lost_until: Date }>`select * from auth.last_restore()`)
  return row && { lost_from: row.lost_from.toISOString(), lost_until: row.lost_until.toISOString() }
}
