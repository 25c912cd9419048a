/** Calls by connections that somebody signed in to, again and again, until it is killed: what a worker does. */
import '../src/main/ports.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { TenantId } from '@throughline/contracts/ids'
import { createConnectedTool } from '../src/areas/instances/tools/connected-tool.ts'
import { createSecretMarks } from '../src/areas/instances/tools/secret-marks.ts'
import { createOpenConnection } from '../src/areas/integrations/integrations.public.ts'
import { createPools } from '../src/core/db/pools.ts'
import { createEgress } from '../src/core/egress/egress.ts'
import { createTestContext } from './context.ts'

const PAUSE_MS = 250
const [database = '', tenant = '', toolId = '', ...connections] = process.argv.slice(2)
const { ctx } = createTestContext(database)
const worker = { ...ctx, pools: createPools(ctx.config, 'worker', () => undefined) }
const egress = createEgress({ trustedOrigins: ctx.config.TOOLS_TRUSTED_ORIGINS })
const run = createConnectedTool(egress, createOpenConnection(worker))
const parameters = { title: 'Handover', start: '2026-11-18T10:00:00Z', end: '2026-11-18T10:30:00Z' }

async function callOn(connection: string): Promise<never> {
  for (;;) {
    const key = crypto.randomUUID()
    const answer = await run({
      tenantId: TenantId.parse(tenant),
      key,
      run: { instanceId: key, step: 'call', round: 1 },
      own: { toolId, operation: 'add_event', connection },
      parameters,
      secrets: createSecretMarks(),
      signal: AbortSignal.timeout(20_000),
    }).catch((error: unknown) => ({ ok: false as const, code: 'threw', text: String(error) }))
    process.stdout.write(
      `${JSON.stringify({ connection, ok: answer.ok, ...(!answer.ok && { code: answer.code, text: answer.text }) })}\n`,
    )
    await sleep(PAUSE_MS)
  }
}
await Promise.all(connections.map(callOn))
