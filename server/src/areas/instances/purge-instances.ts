import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Scope } from '../../core/db/tenant-tx.ts'
import { countStorage } from '../documents/quota.service.ts'
import { oldTrash } from './instance-acts.queries.ts'
import { purgeRows } from './purge.queries.ts'

const BITE = 20

/** Deletes for good what has been in the trash for 30 days; says how many, so that the job knows whether to come again. */
export const purgeInstances = (ctx: Context, scope: Scope): Promise<number> =>
  inTenant(ctx, scope, async (tx) => {
    const ids = await oldTrash(tx.db, tx.tenantId, BITE)
    for (const id of ids) {
      countStorage(tx, -(await purgeRows(tx.db, tx.tenantId, id)))
      tx.audit({ act: 'instance.purged', kind: 'instance', id })
    }
    return ids.length
  })
