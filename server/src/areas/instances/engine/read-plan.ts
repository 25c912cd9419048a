import { TenantId } from '@throughline/contracts/ids'
import type { Plan } from '@throughline/flow/plan'
import type { Context } from '../../../core/context.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { Address } from './address.ts'
import { readInstance } from './instance.queries.ts'
import { versionOf } from './version.ts'

/** The plan of the version an instance is pinned to. */
export const readPlan = (ctx: Context, { tenantId, instanceId }: Address): Promise<Plan> =>
  readTenant(ctx, { tenantId: TenantId.parse(tenantId) }, async (tx) => {
    const row = await readInstance(tx.db, tx.tenantId, instanceId)
    const { plan } = await versionOf(tx.db, tx.tenantId, row.workflow_id, row.workflow_version)
    return plan
  })
