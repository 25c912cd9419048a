import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { createPort } from '../../core/port.ts'

/** Zone, working days or holidays of the organisation are others now. */
export const workingTimeChanged = createPort<[tx: TenantTx], Promise<void>>('working time that changed')
