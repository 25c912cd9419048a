import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { type InstanceRow, readInstance } from './instance.queries.ts'
import { publishTurnFrames } from './publish-frames.ts'
import { putProblem } from './wants.queries.ts'

/** No task says so, and the engine tries on by itself: the person who started it would find out by chance. */
function notifyStarter(tx: TenantTx, { id, name, workflow_id }: InstanceRow, starter: string, text: string) {
  const about = { instance: id, workflow: workflow_id }
  tx.notify({ type: 'step_failed', because: 'starter', name, text, to: [starter], about })
}

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
    const row = await readInstance(tx.db, tenantId, instanceId)
    await publishTurnFrames(tx, row, { touched: [], moved: [] })
    if (row.started_by) notifyStarter(tx, row, row.started_by, error.problem)
  })
}
