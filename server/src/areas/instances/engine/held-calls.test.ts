import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, startEngine } from '../../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../../test/engine/firm.ts'
import { call, form } from '../../../../test/engine/steps.ts'
import { eventually } from '../../../../test/eventually.ts'
import { holdsOf } from '../waiting.queries.ts'

let engine: Engine
let firm: Firm
/** Until when the tool holds a call back, and how often it does so after that; every call it got, by its key. */
let until = new Date(0)
let again = 0
const received: string[] = []
beforeAll(async () => {
  engine = await startEngine(() => ({
    'http.request': async ({ key }) => {
      received.push(key)
      const isHeld = until.getTime() > Date.now() || again-- > 0
      return isHeld
        ? { ok: false, code: 'held', until, text: 'The budget is used up.' }
        : { ok: true, output: { status: 200, body: null }, note: 'One was left out.' }
    },
  }))
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(() => engine.stop(), 30_000)

const holds = (instanceId: string) =>
  firm.work(({ db, tenantId }) => holdsOf(db, tenantId, [{ instanceId, step: 'call', round: 1 }]))

const effect = (id: string) =>
  firm.work(({ db, tenantId }) =>
    db
      .selectFrom('effects')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('instance_id', '=', id)
      .executeTakeFirstOrThrow(),
  )

const held = (id: string) =>
  eventually(async () => {
    const [hold] = await holds(id)
    if (!hold) throw new Error('it is not held')
    return hold
  })

test('a call that is held back waits visibly and is made again by itself when its time has come', {
  timeout: 30_000,
}, async () => {
  const workflow = await firm.publish({ name: 'Held', steps: [call('call', ['end']), form('end', [])] })
  until = new Date(Date.now() + 2_000)
  const id = await firm.start(workflow)
  const asksAt = (await held(id)).until.getTime() - until.getTime()
  expect(asksAt).toBeGreaterThanOrEqual(0)
  expect(asksAt).toBeLessThanOrEqual(500)
  expect(await firm.instance(id)).toMatchObject({ status: 'in_progress' })
  expect(engine.frames()).toContainEqual(expect.objectContaining({ type: 'instance.turned', id }))
  await firm.open(id, 'end')
  expect(await holds(id)).toEqual([])
  expect(received.filter((key) => key.startsWith(id))).toEqual([`${id}:call:1`, `${id}:call:1`])
  expect(await effect(id)).toMatchObject({
    state: 'done',
    attempts: 1,
    problem: 'One was left out.',
    tries: [{ problem: 'The budget is used up.' }, { problem: null }],
  })
})

test('pages are told once that a call is held, however often it asks', { timeout: 30_000 }, async () => {
  const workflow = await firm.publish({ name: 'Asking', steps: [call('call', ['end']), form('end', [])] })
  until = new Date(0)
  again = 2
  const id = await firm.start(workflow)
  await firm.open(id, 'end')
  expect(received.filter((key) => key.startsWith(id))).toHaveLength(3)
  const { seq } = await firm.instance(id)
  const turned = engine.frames().filter((frame) => frame.id === id && frame.type === 'instance.turned')
  expect(turned).toHaveLength(seq + 1)
})

test('a case that is cancelled while its call is held makes no call', { timeout: 30_000 }, async () => {
  const workflow = await firm.publish({ name: 'Cancelled', steps: [call('call', [])] })
  until = new Date(Date.now() + 2_000)
  const id = await firm.start(workflow)
  await held(id)
  await firm.operate(id, { t: 'cancel', by: firm.owner, reason: 'Wrong' })
  await firm.ended(id, 'cancelled')
  await new Promise((resolve) => setTimeout(resolve, 2_700))
  expect(received.filter((key) => key.startsWith(id))).toHaveLength(1)
})

test('a call that was held for three days fails, so that somebody sees it, and can be tried again', async () => {
  const workflow = await firm.publish({ name: 'Long', steps: [call('call', [])] })
  until = new Date(Date.now() + 3 * 86_400_000 + 60_000)
  const id = await firm.start(workflow)
  expect(await firm.open(id, 'call', { status: 'failed' })).toMatchObject({ problem: 'The budget is used up.' })
  until = new Date(0)
  await firm.operate(id, { t: 'retry', step: 'call', round: 1, attempt: 1, by: firm.owner })
  await firm.ended(id)
})
