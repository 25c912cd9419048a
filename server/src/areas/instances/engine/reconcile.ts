import type { Context } from '../../../core/context.ts'
import { execute } from '../../../core/db/statement.ts'
import { eachLimited } from '../../../core/each-limited.ts'
import { createLoop, type Loop } from '../../../core/loop.ts'
import { createTrouble } from '../../../core/telemetry/trouble.ts'
import type { Temporal } from '../../../core/temporal/client.ts'
import { workflowIdOf } from './address.ts'

const CHUNK_SIZE = 500
const CONCURRENCY = 8
const INTERVAL_MS = 60_000
const RETRY_DELAY_MS = 10_000

interface Overdue {
  tenant_id: string
  instance_id: string
}

const takeOverdue = async ({ pools }: Context): Promise<Overdue[]> =>
  (
    await execute<Overdue>(pools.tenant, 'select tenant_id, instance_id from auth.take_overdue_instances($1)', [
      CHUNK_SIZE,
    ])
  ).rows

/** Pokes what the engine should have looked at by now; says how many that were. */
export async function reconcileOnce(ctx: Context, temporal: Pick<Temporal, 'pokeWorkflow'>): Promise<number> {
  let poked = 0
  for (;;) {
    const overdue = await takeOverdue(ctx)
    await eachLimited(overdue, CONCURRENCY, async ({ tenant_id: tenantId, instance_id: instanceId }) => {
      const workflowId = workflowIdOf(tenantId, instanceId)
      await temporal.pokeWorkflow(
        { workflow: 'keepInstance', workflowId, args: { tenantId, instanceId } },
        { tenantId },
      )
    })
    poked += overdue.length
    if (overdue.length < CHUNK_SIZE) return poked
  }
}

/**
 * Every minute, by the worker itself: it makes good what the engine lost, so it must not depend on the engine's own
 * schedules. Only what is overdue is poked.
 */
export function keepReconciling(ctx: Context, temporal: Pick<Temporal, 'pokeWorkflow'>): Loop {
  const trouble = createTrouble(ctx.log, { began: 'instances cannot be reconciled', ended: 'instances are reconciled' })
  const round = async () => {
    const poked = await reconcileOnce(ctx, temporal)
    trouble.ended()
    if (poked > 0) ctx.log.warn({ poked }, 'instances were overdue, and poked')
    return INTERVAL_MS
  }
  return createLoop(round, trouble, RETRY_DELAY_MS)
}
