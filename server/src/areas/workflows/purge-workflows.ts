import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Scope } from '../../core/db/tenant-tx.ts'
import { oldTrash, purgeRows } from './trash.queries.ts'
import { workflowsPurged } from './workflows.ports.ts'

const CHUNK_SIZE = 50

/** Deletes for good what has been in the trash for 30 days; says how many, so that the job knows whether to come again. */
export const purgeWorkflows = (ctx: Context, scope: Scope): Promise<number> =>
  inTenant(ctx, scope, async (tx) => {
    const ids = await oldTrash(tx.db, tx.tenantId, CHUNK_SIZE)
    if (ids.length === 0) return 0
    await workflowsPurged.call(tx, ids)
    await purgeRows(tx.db, tx.tenantId, ids)
    tx.count('workflows', 'trash', -ids.length)
    for (const id of ids) tx.audit({ act: 'workflow.purged', kind: 'workflow', id })
    return ids.length
  })
