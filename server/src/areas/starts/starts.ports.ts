import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { createPort } from '../../core/port.ts'
import type { StoredUpload } from '../../core/storage/stored-uploads.ts'

/** Files that nobody uploaded become those of an instance that has just started. */
export const giveMailFiles = createPort<
  [tx: TenantTx, instance: { id: string; workflow_id: string }, files: readonly StoredUpload[]],
  Promise<void>
>('files of a mail')
