import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { requireSeats, seatsLeft } from '../billing/billing.public.ts'
import { insertInvitations, insertInvited, type NewMember } from './invite.queries.ts'
import { joinTeam } from './membership.ts'

export interface Invitation {
  roleId: string
  teamId: string | null
  invitedBy: string
}

/**
 * They exist from now on as invited, counted and in their team; the link in the mail makes them active. By their
 * addresses; whoever is a member already is left out.
 */
export async function assignInvited(
  tx: TenantTx,
  people: readonly NewMember[],
  { roleId, teamId, invitedBy }: Invitation,
): Promise<Map<string, string>> {
  // In one order, so that two who invite the same people at once cannot wait for each other.
  const sorted = people.toSorted((one, other) => (one.email < other.email ? -1 : 1))
  // Near the limit people wait before they have written a row: who waits afterwards may be waited for.
  await seatsLeft(tx, sorted.length)
  const made = sorted.length > 0 ? await insertInvited(tx.db, tx.tenantId, sorted, { roleId, teamId }) : []
  if (made.length === 0) return new Map()
  const ids = made.map(({ id }) => id)
  await requireSeats(tx, ids.length)
  await insertInvitations(tx.db, tx.tenantId, ids, invitedBy)
  if (teamId) await joinTeam(tx, teamId, ids)
  tx.count('members.status', 'invited', ids.length)
  tx.count('members.role', roleId, ids.length)
  return new Map(made.map(({ id, email }) => [email, id]))
}
