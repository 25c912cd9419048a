import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { createPort } from '../../core/port.ts'

/** A workspace has room for runs again: what waited for it begins. */
export const runsAvailable = createPort<[tx: TenantTx], Promise<void>>('what waits for runs')
