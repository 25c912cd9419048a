import type { Json } from '@throughline/flow/eval'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Engine, startEngine } from '../../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../../test/engine/firm.ts'
import { call, form } from '../../../../test/engine/steps.ts'
import { eventually } from '../../../../test/eventually.ts'

let engine: Engine
let firm: Firm
/** What the receiver answers to one call after the other, and the calls it got. */
let answers: ('ok' | 'unreachable' | 'refused')[] = []
let received: { key: string; parameters: Record<string, Json> }[] = []
beforeAll(async () => {
  engine = await startEngine(() => ({
    'http.request': async ({ key, parameters }) => {
      received.push({ key, parameters })
      const answer = answers.shift() ?? 'ok'
      return answer === 'ok'
        ? { ok: true, output: { status: 200, body: key } }
        : { ok: false, code: answer, text: `It is ${answer}.` }
    },
  }))
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(() => engine.stop(), 30_000)
beforeEach(() => {
  received = []
})

const effectsOf = (id: string) =>
  firm.work(async ({ db, tenantId }) =>
    db
      .selectFrom('effects')
      .select(['key', 'state', 'attempts'])
      .where('tenant_id', '=', tenantId)
      .where('instance_id', '=', id)
      .execute(),
  )

const problem = 'It is refused. We don’t know whether an earlier attempt got through.'

test('a refusal after a try that may have got through keeps the key, on every retry', { timeout: 60_000 }, async () => {
  const workflow = await firm.publish({ name: 'In doubt', steps: [call('call', ['end']), form('end', [])] })
  answers = ['unreachable', 'refused', 'refused', 'ok']
  const id = await firm.start(workflow)
  expect(await firm.open(id, 'call', { status: 'failed' })).toMatchObject({ problem, attempt: 1 })
  const key = `${id}:call:1`
  expect(await effectsOf(id)).toMatchObject([{ key, state: 'unknown', attempts: 2 }])

  await firm.operate(id, { t: 'retry', step: 'call', round: 1, attempt: 1, by: firm.owner })
  await eventually(async () =>
    expect((await firm.tasksOf(id))[0]).toMatchObject({ status: 'failed', attempt: 2, problem }),
  )
  expect(await effectsOf(id)).toMatchObject([{ key, state: 'unknown', attempts: 3 }])

  await firm.operate(id, { t: 'retry', step: 'call', round: 1, attempt: 2, by: firm.owner })
  await firm.open(id, 'end')
  expect(received.map((one) => one.key)).toEqual([key, key, key, key])
  expect(await effectsOf(id)).toMatchObject([{ key, state: 'done', attempts: 4 }])
})

test('what is in doubt can be passed over', { timeout: 60_000 }, async () => {
  const workflow = await firm.publish({ name: 'Passed over', steps: [call('call', ['end']), form('end', [])] })
  answers = ['unreachable', 'refused']
  const id = await firm.start(workflow)
  await firm.open(id, 'call', { status: 'failed' })
  const act = { t: 'override', step: 'call', round: 1, outcome: 'done', by: firm.owner, reason: 'it came' } as const
  expect(await firm.operate(id, act)).toBe('done')
  await firm.open(id, 'end')
})

test('every try under a key says the same time; what was put right meanwhile is what is sent', {
  timeout: 60_000,
}, async () => {
  const parameters = { method: 'POST', url: 'https://example.test/{{ vars.note }}', body: '{{ now }}' }
  const workflow = await firm.publish({
    name: 'Meanwhile',
    type: 'parallel',
    variables: { note: { type: 'text', default: 'before' } },
    steps: [
      form('begin', ['call', 'other']),
      call('call', [], { input: { parameters } }),
      form('other', ['last'], { fields: [{ name: 'note', type: 'text', label: 'Note', required: true }] }),
      form('last', []),
    ],
  })
  answers = ['unreachable', 'unreachable', 'ok']
  const id = await firm.start(workflow)
  await firm.complete((await firm.open(id, 'begin')).id, firm.owner)
  await firm.open(id, 'call', { status: 'failed' })
  await firm.complete((await firm.open(id, 'other')).id, firm.owner, { note: 'after' })
  await firm.open(id, 'last')
  await firm.operate(id, { t: 'retry', step: 'call', round: 1, attempt: 1, by: firm.owner })
  await eventually(() => expect(received).toHaveLength(3))

  const [first, second, third] = received.map((one) => one.parameters)
  expect(first).toMatchObject({ url: 'https://example.test/before' })
  expect(second).toEqual(first)
  expect(third).toEqual({ ...first, url: 'https://example.test/after' })
})
