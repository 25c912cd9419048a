import type { Context } from '../../core/context.ts'
import { inTenant, readTenantOnce } from '../../core/db/in-tenant.ts'
import type { Scope } from '../../core/db/tenant-tx.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { deleteOldReports } from './reports.queries.ts'
import { deleteRun, expiredRuns, fileOf, type RunRow, runsBeyondKept } from './runs.queries.ts'

const CHUNK_SIZE = 50

async function removeRuns(
  ctx: Context,
  storage: Storage,
  scope: Scope,
  runs: readonly Pick<RunRow, 'id' | 'attempt'>[],
): Promise<void> {
  const { tenantId } = scope
  for (const run of runs) {
    await storage.exports.remove({ tenantId, id: fileOf(run) })
    await inTenant(ctx, scope, ({ db }) => deleteRun(db, tenantId, run.id))
  }
}

/** Of a person and report only the last runs are kept: those that the page lists. */
export async function purgeOldRuns(
  ctx: Context,
  storage: Storage,
  scope: Scope,
  owner: Pick<RunRow, 'report_id' | 'member_id'>,
): Promise<void> {
  const old = await readTenantOnce(ctx, scope, ({ db }) => runsBeyondKept(db, scope.tenantId, owner, CHUNK_SIZE))
  await removeRuns(ctx, storage, scope, old)
}

/** Answers go after 90 days, with their files; a report 30 days after it was deleted, with all its answers. */
export async function purgeReports(ctx: Context, storage: Storage, scope: Scope): Promise<number> {
  const { tenantId } = scope
  const expired = await readTenantOnce(ctx, scope, ({ db }) => expiredRuns(db, tenantId, CHUNK_SIZE))
  await removeRuns(ctx, storage, scope, expired)
  const gone = await inTenant(ctx, scope, ({ db }) => deleteOldReports(db, tenantId, CHUNK_SIZE))
  return expired.length + Number(gone.numAffectedRows ?? 0n)
}
