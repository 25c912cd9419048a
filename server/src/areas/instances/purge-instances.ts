import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Scope } from '../../core/db/tenant-tx.ts'
import { AppError } from '../../core/errors.ts'
import { countStorage } from '../../core/storage/quota.ts'
import { preparePurge } from './engine/prepare-purge.ts'
import { lockOldTrash, oldTrash } from './instance-acts.queries.ts'
import { purgeRows } from './purge.queries.ts'

const CHUNK_SIZE = 20

/** Whether it was still there. */
const purgeOne = (ctx: Context, scope: Scope, id: string): Promise<boolean> =>
  inTenant(ctx, scope, async (tx) => {
    await preparePurge(tx, id)
    // Taken back out of the trash at this moment, it stays.
    if (!(await lockOldTrash(tx.db, tx.tenantId, id))) return false
    countStorage(tx, -(await purgeRows(tx.db, tx.tenantId, id)))
    tx.audit({ act: 'instance.purged', kind: 'instance', id })
    return true
  })

/**
 * Deletes for good what has been in the trash for 30 days; says how many, so that the job knows whether to come again. What
 * cannot go yet is left for the next time, and holds up nothing else.
 */
export async function purgeInstances(ctx: Context, scope: Scope): Promise<number> {
  const left: string[] = []
  for (;;) {
    const ids = await inTenant(ctx, scope, (tx) => oldTrash(tx.db, tx.tenantId, left, CHUNK_SIZE))
    let purged = 0
    for (const id of ids) {
      try {
        if (await purgeOne(ctx, scope, id)) purged += 1
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        ctx.log.warn({ err: error, instance: id }, 'an instance could not be purged yet')
        left.push(id)
      }
    }
    if (purged > 0 || ids.length === 0) return purged
  }
}
