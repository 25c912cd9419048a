import { inTenant, readTenantOnce } from '../../core/db/in-tenant.ts'
import type { Scope } from '../../core/db/tenant-tx.ts'
import { deleteExport, expiredExports } from './exports.queries.ts'
import { type ExportParts, failExport } from './write-export.ts'

const CHUNK_SIZE = 50

/** Files whose week is over go with their rows; of a job that was lost, the person is told that it failed. */
export async function purgeExports(parts: ExportParts, scope: Scope): Promise<number> {
  const { ctx, storage } = parts
  const { tenantId } = scope
  const expired = await readTenantOnce(ctx, scope, ({ db }) => expiredExports(db, tenantId, CHUNK_SIZE))
  for (const { id, state } of expired) {
    if (state === 'preparing') {
      await failExport(parts, { tenantId, exportId: id })
      continue
    }
    await storage.exports.remove({ tenantId, id })
    await inTenant(ctx, scope, ({ db }) => deleteExport(db, tenantId, id))
  }
  return expired.length
}
