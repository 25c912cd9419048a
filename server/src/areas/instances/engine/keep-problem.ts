import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { readInstance } from './instance.queries.ts'
import { publishTurnFrames } from './publish-frames.ts'
import { putProblem } from './wants.queries.ts'

/** In a transaction of its own, after one that threw: people are shown that the instance cannot go on, and why. */
export async function keepProblem(
  ctx: Context,
  tenantId: TenantId,
  instanceId: string,
  error: { problem: string; cause?: unknown },
) {
  ctx.log.error({ err: error.cause, tenant: tenantId, instance: instanceId }, 'a turn could not be played')
  await inTenant(ctx, { tenantId }, async (tx) => {
    if (!(await putProblem(tx.db, tenantId, instanceId, error.problem))) return
    await publishTurnFrames(tx, await readInstance(tx.db, tenantId, instanceId), { touched: [], moved: [] })
  })
}
