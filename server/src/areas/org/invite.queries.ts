import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

export const INVITATION_DAYS = 7
const GOOD_FOR = sql`make_interval(days => ${INVITATION_DAYS}::int)`

export interface NewMember {
  name: string
  email: string
}

/** Those who could be invited; whoever is a member already has no row in the answer. */
export async function insertInvited(
  db: Db,
  tenantId: string,
  people: readonly NewMember[],
  place: { roleId: string; teamId: string | null },
): Promise<{ id: string; email: string }[]> {
  const common = { tenant_id: tenantId, role_id: place.roleId, primary_team_id: place.teamId, status: 'invited' }
  return db
    .insertInto('members')
    .values(people.map(({ name, email }) => ({ ...common, name, email })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email'])
    .execute()
}

/** Which of these addresses belong to members already. */
export async function memberAddresses(db: Db, tenantId: string, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`select given.email from unnest(${emails}::text[]) as given (email)
    join members m on m.tenant_id = ${tenantId} and m.email_key = casefold(normalize(given.email, NFKC))
      and m.status <> 'removed'`.execute(db)
  return new Set(rows.map(({ email }) => email))
}

export async function insertInvitations(db: Db, tenantId: string, memberIds: readonly string[], invitedBy: string) {
  const expires_at = sql<Date>`now() + ${GOOD_FOR}`
  await db
    .insertInto('invitations')
    .values(memberIds.map((member_id) => ({ tenant_id: tenantId, member_id, invited_by: invitedBy, expires_at })))
    .execute()
}

export async function renewInvitation(db: Db, tenantId: string, memberId: string, invitedBy: string) {
  await db
    .updateTable('invitations')
    .set({ expires_at: sql<Date>`now() + ${GOOD_FOR}`, invited_by: invitedBy })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('state', '=', 'sent')
    .execute()
}

export async function revokeInvitations(db: Db, tenantId: string, memberId: string) {
  await db
    .updateTable('invitations')
    .set({ state: 'revoked' })
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('state', '=', 'sent')
    .execute()
}

/** The strings that these members' links end with; those of earlier links end. */
export async function putInvitations(db: Db, links: readonly { memberId: string; hash: Buffer }[]) {
  const hashes = links.map(({ hash }) => hash)
  const members = links.map(({ memberId }) => memberId)
  await sql`select auth.put_invitations(${hashes}::bytea[], ${members}::uuid[], ${GOOD_FOR})`.execute(db)
}
