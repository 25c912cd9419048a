import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { createPort } from '../../core/port.ts'
import type { StoredUpload } from '../../core/storage/stored-uploads.ts'

/** Files that nobody uploaded become those of an instance. */
export const giveMailFiles = createPort<
  [tx: TenantTx, instance: { id: string; workflow_id: string }, files: readonly StoredUpload[]],
  Promise<string[]>
>('files of a mail')

/** What a stranger wrote becomes a comment on an instance. */
export const commentFromOutside = createPort<
  [
    tx: TenantTx,
    instance: { id: string; workflow_id: string; narrowed: boolean },
    comment: {
      name: string
      address: string
      verified: boolean
      content: string
      /** Whom it is news for where nobody has a part in the instance. */
      otherwise: readonly string[]
    },
  ],
  Promise<void>
>('comments from outside')
