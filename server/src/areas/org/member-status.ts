import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { revokeInvitations } from './invite.queries.ts'
import { changeMemberRow, type RankedMember } from './members.queries.ts'
import { leaveAllTeams } from './membership.ts'

type Counted = Pick<RankedMember, 'id' | 'status' | 'role_id'>

/** The row and what is counted of it: one is never written without the other. */
export async function changeStatus(tx: TenantTx, member: Counted, status: 'active' | 'suspended') {
  await changeMemberRow(tx.db, tx.tenantId, member.id, { status })
  tx.count('members.status', member.status, -1)
  tx.count('members.status', status, 1)
}

export async function changeRole(tx: TenantTx, member: Counted, roleId: string) {
  await changeMemberRow(tx.db, tx.tenantId, member.id, { role_id: roleId })
  tx.count('members.role', member.role_id, -1)
  tx.count('members.role', roleId, 1)
}

/** The row stays for whatever points at it; the person is in no list and no team any more. */
export async function takeOut(tx: TenantTx, member: Counted) {
  await leaveAllTeams(tx, member.id)
  await revokeInvitations(tx.db, tx.tenantId, member.id)
  await changeMemberRow(tx.db, tx.tenantId, member.id, { status: 'removed', primary_team_id: null })
  tx.count('members.status', member.status, -1)
  tx.count('members.role', member.role_id, -1)
}
