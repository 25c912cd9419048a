import type { Context } from '../../../core/context.ts'
import { execute } from '../../../core/db/statement.ts'
import { eachLimited } from '../../../core/each-limited.ts'
import { createLoop, type Loop } from '../../../core/loop.ts'
import { createTrouble } from '../../../core/telemetry/trouble.ts'
import type { Temporal } from '../../../core/temporal/client.ts'

const CHUNK_SIZE = 500
const CONCURRENCY = 8
const INTERVAL_MS = 60_000
const RETRY_DELAY_MS = 10_000

async function pokeOverdue(ctx: Context, temporal: Pick<Temporal, 'pokeWorkflow'>): Promise<number> {
  const { rows } = await execute<{ tenant_id: string }>(
    ctx.pools.tenant,
    'select tenant_id from auth.take_overdue_inboxes($1)',
    [CHUNK_SIZE],
  )
  await eachLimited(rows, CONCURRENCY, async ({ tenant_id: tenantId }) => {
    await temporal.pokeWorkflow(
      { workflow: 'tendInboxes', workflowId: `inboxes:${tenantId}`, args: { tenantId } },
      { tenantId },
    )
  })
  return rows.length
}

/** Every minute, by the worker itself: makes good what the engine lost. Only inboxes that nobody looked after are poked. */
export function keepInboxes(ctx: Context, temporal: Pick<Temporal, 'pokeWorkflow'>): Loop {
  const trouble = createTrouble(ctx.log, {
    began: 'overdue inboxes cannot be poked',
    ended: 'overdue inboxes are poked',
  })
  const round = async () => {
    const poked = await pokeOverdue(ctx, temporal)
    trouble.ended()
    if (poked > 0) ctx.log.warn({ poked }, 'inboxes were overdue, and poked')
    return poked === CHUNK_SIZE ? 0 : INTERVAL_MS
  }
  return createLoop(round, trouble, RETRY_DELAY_MS)
}
