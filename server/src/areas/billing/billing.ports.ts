import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { createPort } from '../../core/port.ts'

/** A workspace has room for runs again: what waited for it begins. */
export const runsAvailable = createPort<[tx: TenantTx], Promise<void>>('what waits for runs')

/** How many starts wait because no run was left. */
export const heldStarts = createPort<[tx: ReadTx], Promise<number>>('how many starts wait')
