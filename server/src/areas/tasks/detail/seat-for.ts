import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { whoDid } from '../../instances/doers.service.ts'
import type { Version } from '../../instances/version.service.ts'
import type { SeatRow } from './detail.queries.ts'

interface Approval {
  instance_id: string
  step: string | null
  started_by: string | null
}

/** Whoever would judge their own work, unless the step allows that: they take no seat, however they came by it. */
export async function excludedFrom(
  { db, tenantId }: Pick<TenantTx, 'db' | 'tenantId'>,
  { exprs }: Version,
  { instance_id, step, started_by }: Approval,
): Promise<ReadonlySet<string>> {
  const { allow_self, covers = [] } =
    (step !== null && Object.hasOwn(exprs.steps, step) ? exprs.steps[step] : undefined) ?? {}
  if (allow_self) return new Set()
  return new Set([...(await whoDid(db, tenantId, instance_id, covers)), ...(started_by ? [started_by] : [])])
}

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
