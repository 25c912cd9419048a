import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Scope } from '../../core/db/tenant-tx.ts'
import { countStorage } from '../documents/quota.service.ts'
import { endInParent } from './engine/end-in-parent.ts'
import { lockOldTrash, oldTrash } from './instance-acts.queries.ts'
import { purgeRows } from './purge.queries.ts'

const BITE = 20

/** Whether it was still there. A parent that waits for it goes on first. */
const purgeOne = (ctx: Context, scope: Scope, id: string): Promise<boolean> =>
  inTenant(ctx, scope, async (tx) => {
    await endInParent(tx, id)
    // Taken back out of the trash at this moment, it stays.
    if (!(await lockOldTrash(tx.db, tx.tenantId, id))) return false
    countStorage(tx, -(await purgeRows(tx.db, tx.tenantId, id)))
    tx.audit({ act: 'instance.purged', kind: 'instance', id })
    return true
  })

/** Deletes for good what has been in the trash for 30 days; says how many, so that the job knows whether to come again. */
export async function purgeInstances(ctx: Context, scope: Scope): Promise<number> {
  const ids = await inTenant(ctx, scope, (tx) => oldTrash(tx.db, tx.tenantId, BITE))
  let purged = 0
  for (const id of ids) if (await purgeOne(ctx, scope, id)) purged += 1
  return purged
}
