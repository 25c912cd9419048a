import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { activeAmong, isTeamHere, membersOfRole, membersOfTeam } from './people.queries.ts'
import type { Seat } from './seats.ts'

export interface StoredStandIn {
  stand_in_kind: string | null
  stand_in_id: string | null
}

/** Who takes the starter's place in an instance that no person started, as its columns hold it. */
export function storedStandIn(standIn: Seat | undefined): StoredStandIn {
  if (!standIn) return { stand_in_kind: null, stand_in_id: null }
  if ('member' in standIn) return { stand_in_kind: 'member', stand_in_id: standIn.member }
  if ('team' in standIn) return { stand_in_kind: 'team', stand_in_id: standIn.team }
  return { stand_in_kind: 'role', stand_in_id: standIn.role }
}

export function standInOf({ stand_in_kind: kind, stand_in_id: id }: StoredStandIn): Seat | undefined {
  if (id === null) return undefined
  if (kind === 'member') return { member: id }
  return kind === 'team' ? { team: id } : { role: id }
}

/** The people of a seat who can work here now; of a queue at most so many. */
export async function membersOfSeat({ db, tenantId }: ReadTx, seat: Seat, limit: number): Promise<string[]> {
  if ('member' in seat) return activeAmong(db, tenantId, [seat.member])
  if ('role' in seat) return membersOfRole(db, tenantId, seat.role, limit)
  if (!(await isTeamHere(db, tenantId, seat.team))) return []
  return activeAmong(db, tenantId, await membersOfTeam(db, tenantId, seat.team, limit))
}
