import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import { changeMemberRow, membershipsOf, type RankedMember, teamNames } from './members.queries.ts'
import { joinTeam, leaveTeam } from './membership.ts'

async function requireTeams(tx: TenantTx, teamIds: readonly string[]) {
  const found = await teamNames(tx.db, tx.tenantId, teamIds)
  if (found.length < new Set(teamIds).size) throw notFound('This team')
}

/** Whose primary team it is, is in it. Without one, the person stays where they are. */
export async function setPrimaryTeam(tx: TenantTx, member: RankedMember, teamId: string | null) {
  if (teamId) {
    await requireTeams(tx, [teamId])
    await joinTeam(tx, teamId, [member.id])
  }
  await changeMemberRow(tx.db, tx.tenantId, member.id, { primary_team_id: teamId })
}

async function teamsInUse(tx: TenantTx, memberId: string): Promise<string[]> {
  const memberships = await membershipsOf(tx.db, tx.tenantId, [memberId])
  const teams = await teamNames(
    tx.db,
    tx.tenantId,
    memberships.map(({ team_id }) => team_id),
  )
  return teams.toSorted((one, other) => ((one.name_key ?? '') < (other.name_key ?? '') ? -1 : 1)).map(({ id }) => id)
}

/** The first is the primary one. Those in the trash are hidden, and stay as they are. */
export async function setTeams(tx: TenantTx, member: RankedMember, teamIds: readonly string[]) {
  await requireTeams(tx, teamIds)
  const wanted = new Set(teamIds)
  for (const teamId of await teamsInUse(tx, member.id)) {
    if (!wanted.has(teamId)) await leaveTeam(tx, teamId, member.id)
  }
  for (const teamId of [...wanted].toSorted()) await joinTeam(tx, teamId, [member.id])
  await changeMemberRow(tx.db, tx.tenantId, member.id, { primary_team_id: teamIds[0] ?? null })
}

/** Out of one team; if it was the primary one, the next by name takes its place. */
export async function leaveOneTeam(tx: TenantTx, member: RankedMember, teamId: string) {
  if (!(await leaveTeam(tx, teamId, member.id))) throw notFound('This member')
  if (member.primary_team_id !== teamId) return
  const [next = null] = await teamsInUse(tx, member.id)
  await changeMemberRow(tx.db, tx.tenantId, member.id, { primary_team_id: next })
}
