import { randomBytes } from 'node:crypto'
import type { MemberId } from '@throughline/contracts/ids'
import { MOST_FILES } from '@throughline/contracts/task-acts'
import { addFile } from '../src/areas/documents/add-file.ts'
import { type LocationInput, locationFor } from '../src/areas/documents/location.ts'
import { findLogo } from '../src/areas/org/logo.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { TestDatabase } from './database.ts'
import type { Tenant } from './factories.ts'

interface DocumentSpec {
  name?: string
  sha256?: Buffer
  size?: number
  mediaType?: string
  /** Still to be scanned. */
  quarantined?: boolean
  /** A member other than the owner. */
  by?: MemberId
}

/** By the owner, if not said otherwise. Any object there is will do for its content: the logo, once it has been uploaded. */
export const makeDocument = (
  ctx: Context,
  { tenantId, ownerId }: Tenant,
  wanted: LocationInput = {},
  spec: DocumentSpec = {},
): Promise<string> =>
  inTenant(ctx, { tenantId, memberId: spec.by ?? ownerId }, async (tx) => {
    const object_key = (await findLogo(tx.db, tenantId))?.object_key ?? 'none'
    const file = {
      name: spec.name ?? 'note.txt',
      sha256: spec.sha256 ?? randomBytes(32),
      bytes: spec.size ?? 1,
      media_type: spec.mediaType ?? 'text/plain',
      object_key,
      clean: !spec.quarantined,
    }
    const owner = { memberId: ownerId, user: { is_admin: true } }
    return await addFile(tx, { memberId: spec.by ?? ownerId }, file, await locationFor(tx, owner, wanted))
  })

/** As many as a task takes, copied from the one file it has. */
export const fillTask = (database: TestDatabase, taskId: string): Promise<unknown> =>
  database.admin((admin) =>
    admin.query(
      `insert into documents (tenant_id, name, instance_id, task_id, workflow_id, sha256, size, media_type)
       select tenant_id, 'Copy ' || n, instance_id, task_id, workflow_id, sha256, size, media_type
       from documents, generate_series(2, $2) n where task_id = $1`,
      [taskId, MOST_FILES],
    ),
  )
