import type { Context } from '../context.ts'
import type { Viewer } from '../http/viewer.ts'
import { dutyTransaction } from './duty-transaction.ts'
import type { DutyTx } from './tenant-tx.ts'

export interface StaffTx extends DutyTx {
  /** Where the call came from, as the `staff.*` functions note it in their log. */
  readonly origin: string
}

/**
 * The door of staff: columns that hold nothing of a customer's work, read by rows; what changes something, or must be
 * remembered, goes through `staff.*` functions, which write the staff log in the same transaction.
 */
export function inStaff<T>(ctx: Context, viewer: Viewer, work: (tx: StaffTx) => Promise<T>): Promise<T> {
  const { requestId = '', address = '', device = '' } = ctx.origin ?? {}
  const origin = JSON.stringify({ request_id: requestId, address, device })
  return dutyTransaction(ctx, ctx.pools.staff, viewer.personId, (tx) => work({ ...tx, origin }))
}
