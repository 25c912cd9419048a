import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Scope } from '../../core/db/tenant-tx.ts'
import { purgeTemplateRows } from './templates.queries.ts'

const CHUNK_SIZE = 200

/** Deletes for good what has been in the trash for 30 days; says how many, so that the job knows whether to come again. */
export const purgeTemplates = (ctx: Context, scope: Scope): Promise<number> =>
  inTenant(ctx, scope, async (tx) => {
    const ids = await purgeTemplateRows(tx.db, tx.tenantId, CHUNK_SIZE)
    for (const id of ids) tx.audit({ act: 'template.purged', kind: 'template', id })
    return ids.length
  })
