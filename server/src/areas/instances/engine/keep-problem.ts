import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { type InstanceRow, readInstance } from './instance.queries.ts'
import { publishTurnFrames } from './publish-frames.ts'
import { membersOfSeat, standInOf } from './stand-in.ts'
import { putProblem } from './wants.queries.ts'

const MAX_STAND_INS = 20

/** No task says so, and the engine tries on by itself: the starter, or who stands in, would find out by chance. */
async function notifyStarter(tx: TenantTx, row: InstanceRow, text: string) {
  const { id, name, workflow_id, started_by } = row
  const standIn = started_by === null ? standInOf(row) : undefined
  const to = standIn ? await membersOfSeat(tx, standIn, MAX_STAND_INS) : started_by === null ? [] : [started_by]
  if (to.length === 0) return
  const about = { instance: id, workflow: workflow_id }
  tx.notify({ type: 'step_failed', because: standIn ? 'stand_in' : 'starter', name, text, to, about })
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
    await notifyStarter(tx, row, error.problem)
  })
}
