import { Member } from '@throughline/contracts/org-members'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import { versionOf } from '../../core/images/version-of.ts'
import { memberRows, membershipsOf, openInvitations, rolesByRank, teamNames } from './members.queries.ts'

/** The object's name ends with the hash of its content. */
export const photoUrl = (tenantId: string, memberId: string, photo: string | null) =>
  photo
    ? `/v1/org/${tenantId}/members/${memberId}/photo/?v=${versionOf(photo.slice(photo.lastIndexOf('/') + 1))}`
    : null

/** The teams of each, by name; those in the trash are hidden. */
async function teamsByMember({ db, tenantId }: ReadTx, memberIds: readonly string[]) {
  const memberships = await membershipsOf(db, tenantId, memberIds)
  const teams = await teamNames(db, tenantId, [...new Set(memberships.map(({ team_id }) => team_id))])
  teams.sort((one, other) => ((one.name_key ?? '') < (other.name_key ?? '') ? -1 : 1))
  const inTeam = new Set(memberships.map(({ team_id, member_id }) => `${team_id} ${member_id}`))
  return (memberId: string) => teams.filter(({ id }) => inTeam.has(`${id} ${memberId}`))
}

/**
 * Everything about these members, in the order of their ids. What stands elsewhere is asked once for all of them:
 * a join would read it again for each.
 */
export async function membersOf(tx: ReadTx, ids: readonly string[]): Promise<Member[]> {
  if (ids.length === 0) return []
  const { db, tenantId } = tx
  const rows = new Map((await memberRows(db, tenantId, ids)).map((row) => [row.id, row]))
  const roles = new Map((await rolesByRank(db, tenantId)).map((role) => [role.id, role]))
  const teamsOf = await teamsByMember(tx, ids)
  const invited = [...rows.values()].filter(({ status }) => status === 'invited').map(({ id }) => id)
  const invitations = invited.length > 0 ? await openInvitations(db, tenantId, invited) : []
  const expiry = new Map(invitations.map((row) => [row.member_id, row.expires_at.toISOString()]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const teams = teamsOf(id)
    const team = teams.find((one) => one.id === row.primary_team_id) ?? null
    return Member.parse({
      ...row,
      photo: photoUrl(tenantId, id, row.photo),
      role: roles.get(row.role_id),
      team,
      teams: team ? [team, ...teams.filter((one) => one !== team)] : teams,
      joined_at: row.joined_at?.toISOString() ?? null,
      invitation_expires_at: expiry.get(id) ?? null,
      suspended_at: row.suspended_at?.toISOString() ?? null,
    })
  })
}

export async function oneMember(tx: ReadTx, id: string): Promise<Member> {
  const [member] = await membersOf(tx, [id])
  if (!member) throw notFound('This member')
  return member
}
