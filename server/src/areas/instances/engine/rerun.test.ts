import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, startEngine } from '../../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../../test/engine/firm.ts'
import { call, form } from '../../../../test/engine/steps.ts'
import { commitTurn } from './commit-turn.ts'

let engine: Engine
let firm: Firm
let answer: 'odd' | 'throws' = 'odd'
const received: string[] = []
beforeAll(async () => {
  engine = await startEngine(() => ({
    'http.request': async ({ key }) => {
      received.push(key)
      if (answer === 'throws') throw new TypeError('Invalid character in header content')
      return { ok: true, output: { status: 200, body: { 'a\0b': ['\0', '\ud83d'] } } }
    },
  }))
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(() => engine.stop(), 30_000)

test('a turn that was committed by a worker which died then leaves what came in since to the next turn', {
  timeout: 60_000,
}, async () => {
  const workflow = await firm.publish({
    name: 'Two at once',
    type: 'parallel',
    steps: [form('begin', ['left', 'right']), form('left', []), form('right', [])],
  })
  const id = await firm.start(workflow)
  await firm.complete((await firm.open(id, 'begin')).id, firm.owner)
  const left = await firm.open(id, 'left')
  const right = await firm.open(id, 'right')
  const { seq, engine_run } = await firm.instance(id)
  await engine.stopWorker()
  await firm.complete(left.id, firm.owner)
  await firm.complete(right.id, firm.owner)
  const done = { t: 'done', step: 'left', round: 1, by: firm.owner, at: Date.now() } as const
  await commitTurn(engine.ctx, {
    tenantId: firm.tenant.tenantId,
    instanceId: id,
    run: engine_run ?? '',
    seq: seq + 1,
    events: [done],
  })
  await engine.restartWorker()
  expect(await firm.ended(id)).toMatchObject({ status: 'completed', seq: seq + 2, tasks_done: 3 })
})

test('what no database can keep of an answer is left out of it, and the case goes on', async () => {
  const workflow = await firm.publish({ name: 'Odd', steps: [call('call', [], { output: { body: 'json' } })] })
  answer = 'odd'
  const id = await firm.start(workflow)
  await firm.ended(id)
  expect((await firm.instance(id)).variables).toEqual({ body: { 'a\u{fffd}b': ['\u{fffd}', '\u{fffd}'] } })
})

test('a tool that breaks is tried as often as the step says, and then somebody looks at it', {
  timeout: 30_000,
}, async () => {
  const workflow = await firm.publish({ name: 'Breaks', steps: [call('call', [])] })
  answer = 'throws'
  const id = await firm.start(workflow)
  await firm.open(id, 'call', { status: 'failed' })
  expect(received.filter((key) => key.startsWith(id))).toHaveLength(2)
})

test('an act that no turn could commit is refused before it reaches the engine', async () => {
  const workflow = await firm.publish({ name: 'Refuses', steps: [form('a', [])] })
  const id = await firm.start(workflow)
  await firm.open(id, 'a')
  const cancel = { t: 'cancel', by: firm.owner } as const
  await expect(firm.operate(id, { ...cancel, reason: 'gone\0' })).rejects.toMatchObject({ status: 422 })
  expect(await firm.operate(id, { ...cancel, reason: 'gone' })).toEqual({ done: true })
})
