import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext } from '../../../../test/context.ts'
import { type Engine, startEngine } from '../../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../../test/engine/firm.ts'
import { form } from '../../../../test/engine/steps.ts'
import { commitTurn } from './commit-turn.ts'

let engine: Engine
let firm: Firm
beforeAll(async () => {
  engine = await startEngine()
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(() => engine.stop(), 30_000)

test('a turn that reminds needs one connection, also in a process that has not met the tenant', {
  timeout: 60_000,
}, async () => {
  const escalation = [{ from: 'open', after: '1h', act: 'remind' }]
  const workflow = await firm.publish({ name: 'Slow', steps: [form('do', [], { escalation })] })
  const id = await firm.start(workflow)
  await firm.open(id, 'do')
  const { seq, engine_run } = await firm.instance(id)
  await engine.stopWorker()
  const { ctx } = createTestContext(engine.database.name, { PG_POOL_SIZE: '1' })
  try {
    await commitTurn(ctx, {
      tenantId: firm.tenant.tenantId,
      instanceId: id,
      run: engine_run ?? '',
      seq: seq + 1,
      events: [{ t: 'tick', at: Date.now() + 3_700_000 }],
    })
  } finally {
    await ctx.pools.end()
  }
  expect((await firm.tasksOf(id))[0]).toMatchObject({ reminded_at: expect.any(Date) })
})
