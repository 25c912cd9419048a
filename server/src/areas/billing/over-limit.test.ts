import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, startEngine } from '../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../test/engine/firm.ts'
import { call, form } from '../../../test/engine/steps.ts'
import { eventually } from '../../../test/eventually.ts'
import { requireSeats } from './entitlements.service.ts'

let engine: Engine
let firm: Firm
beforeAll(async () => {
  engine = await startEngine(() => ({ 'http.request': async () => ({ ok: true, output: { status: 200 } }) }))
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(() => engine.stop(), 30_000)

/** Less of everything than is used already. */
const shrink = () =>
  engine.database.admin((admin) =>
    admin.query(
      `with plan as (insert into plans (name, plan_type, country, billing_period, currency, price, rank, people, runs, storage)
        values ('Small', 'business', 'US', 'monthly', 'USD', 0, 1, 1, 1, 1) returning id)
      update subscriptions set plan_id = (select id from plan) where tenant_id = $1`,
      [firm.tenant.tenantId],
    ),
  )

const runs = () =>
  firm.work(async ({ db, tenantId }) => {
    const { rows } = await sql<{ n: number }>`select coalesce(sum(n), 0)::int as n from counters
      where tenant_id = ${tenantId} and name = 'runs'`.execute(db)
    return rows[0]?.n
  })

const childOf = (parent: string) =>
  eventually(() =>
    firm.work(async ({ db, tenantId }) => {
      const { rows } = await sql<{ id: string }>`select id from instances
        where tenant_id = ${tenantId} and parent_id = ${parent}`.execute(db)
      if (!rows[0]) throw new Error('nothing was started')
      return rows[0].id
    }),
  )

const atLimit = expect.objectContaining({ status: 409, code: 'limit_reached' })

test('over every limit of its plan a workspace completes all it runs, what that starts included', {
  timeout: 60_000,
}, async () => {
  const { owner } = firm
  const child = await firm.publish({ name: 'Part', type: 'sequential', steps: [form('inner', [])] })
  const sub = { id: 'sub', type: 'subworkflow', name: 'Sub', workflow_id: child, next: ['tell'] }
  const steps = [form('ask', ['sub']), sub, call('tell', ['file']), form('file', [])]
  const workflow = await firm.publish({ name: 'Whole', type: 'sequential', steps })
  const running = [await firm.start(workflow), await firm.start(workflow)]
  await shrink()
  await expect(firm.start(workflow)).rejects.toEqual(atLimit)
  await expect(firm.work((tx) => requireSeats(tx, 1))).rejects.toEqual(atLimit)
  for (const id of running) {
    expect(await firm.complete((await firm.open(id, 'ask')).id, owner)).toBe(true)
    const part = await childOf(id)
    expect(await firm.complete((await firm.open(part, 'inner')).id, owner)).toBe(true)
    expect(await firm.complete((await firm.open(id, 'file')).id, owner)).toBe(true)
    await firm.ended(id)
  }
  expect(await runs()).toBe(4)
})
