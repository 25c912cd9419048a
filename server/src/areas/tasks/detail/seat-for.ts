import type { SeatRow } from './detail.queries.ts'

/**
 * The vote that is the member's to give: in a seat of their own, or the first free one of a queue they belong to. A queue
 * gives nobody a second vote, and neither does another's seat that has come to be theirs beside their own.
 */
export function seatFor(
  seats: readonly SeatRow[],
  memberId: string,
  excluded: ReadonlySet<string>,
): SeatRow | undefined {
  if (excluded.has(memberId)) return undefined
  const free = seats.filter(({ asked, verdict, theirs }) => asked && theirs && verdict === null)
  const own = free.find(({ member_id }) => member_id === memberId)
  const given = seats.filter(({ decided_by }) => decided_by === memberId)
  if (given.length === 0) return own ?? free[0]
  return given.some(({ member_id }) => member_id === memberId) ? undefined : own
}
