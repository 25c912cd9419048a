import { MOST_TEAMS } from '@throughline/contracts/org-members'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { invalid } from '../../core/errors.ts'
import { deleteTeamMember, deleteTeamsOf, findOverfull, insertTeamMembers } from './membership.queries.ts'

/** Being in teams, and how many each has: one is never written without the other. */

/** Names those who were not in it before. */
export async function joinTeam(tx: TenantTx, teamId: string, memberIds: readonly string[]): Promise<string[]> {
  const joined = await insertTeamMembers(tx.db, tx.tenantId, teamId, memberIds)
  tx.count('team.members', teamId, joined.length)
  if (joined.length > 0 && (await findOverfull(tx.db, tx.tenantId, joined, MOST_TEAMS))) {
    throw invalid(`A person can be in up to ${MOST_TEAMS} teams`)
  }
  return joined
}

export async function leaveTeam(tx: TenantTx, teamId: string, memberId: string): Promise<boolean> {
  const left = await deleteTeamMember(tx.db, tx.tenantId, teamId, memberId)
  if (left) tx.count('team.members', teamId, -1)
  return left
}

export async function leaveAllTeams(tx: TenantTx, memberId: string) {
  for (const teamId of await deleteTeamsOf(tx.db, tx.tenantId, memberId)) tx.count('team.members', teamId, -1)
}
