import type { Context } from '../context.ts'
import type { Viewer } from '../http/viewer.ts'
import { boundKysely, type Db } from './bound-kysely.ts'
import { PendingWork } from './pending-work.ts'
import type { DutyTx } from './tenant-tx.ts'
import { transaction } from './transaction.ts'

/** The id under which the staff log is sealed; no tenant has it. */
export const STAFF_LOG = '00000000-0000-7000-8000-000000005aff'

export interface StaffTx extends DutyTx {
  readonly db: Db
  /** Where the call came from, as the `staff.*` functions note it in their log. */
  readonly origin: string
}

/**
 * The door of staff: columns that hold nothing of a customer's work, read by rows; what changes something, or must be
 * remembered, goes through `staff.*` functions, which write the staff log in the same transaction.
 */
export async function inStaff<T>(ctx: Context, viewer: Viewer, work: (tx: StaffTx) => Promise<T>): Promise<T> {
  const pending = new PendingWork()
  const { requestId = '', address = '', device = '' } = ctx.origin ?? {}
  const origin = JSON.stringify({ request_id: requestId, address, device })
  const result = await transaction(ctx.pools.staff, { person: viewer.personId }, 'write', async (client, lease) => {
    const db = boundKysely(client, lease)
    const made = await work({
      db,
      origin,
      start: (aggregateId, payload) => pending.duties.push({ aggregateId, topic: 'workflow.start', payload }),
      afterCommit: (act) => pending.afterCommit.push(act),
    })
    await pending.flush(db, undefined, ctx.origin)
    return made
  })
  // Whatever waits without a tenant belongs to the directory, which takes it out of the queue.
  if (pending.sent.length > 0) ctx.dispatch(pending.sent, 'identity')
  for (const act of pending.afterCommit) act()
  return result
}
