import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, startEngine } from '../../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../../test/engine/firm.ts'
import { call, form } from '../../../../test/engine/steps.ts'
import { eventually } from '../../../../test/eventually.ts'

let engine: Engine
let firm: Firm
/** What the receiver of a call answers; every call it got, by its key. */
let answer: 'ok' | 'unreachable' | 'refused' | 'hangs' | 'away' = 'ok'
const received: string[] = []
beforeAll(async () => {
  engine = await startEngine(() => ({
    'http.request': async ({ key, signal }) => {
      received.push(key)
      if (answer === 'hangs')
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      if (answer === 'away') return { ok: false, code: 'unreachable', text: 'It is away.', sent: false }
      return answer === 'ok'
        ? { ok: true, output: { status: 200, body: key } }
        : { ok: false, code: answer, text: `It is ${answer}.` }
    },
  }))
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(() => engine.stop(), 30_000)

const effectsOf = (id: string) =>
  firm.work(async ({ db, tenantId }) =>
    db
      .selectFrom('effects')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('instance_id', '=', id)
      .orderBy('created_at')
      .execute(),
  )

test('a call that fails is tried again, then somebody looks at it: retry keeps the key, and the case goes on', {
  timeout: 30_000,
}, async () => {
  const workflow = await firm.publish({ name: 'Fails', steps: [call('call', ['end']), form('end', [])] })
  answer = 'unreachable'
  const id = await firm.start(workflow)
  const failed = await firm.open(id, 'call', { status: 'failed' })
  expect(failed).toMatchObject({ task_type: 'automated', problem: 'It is unreachable.', attempt: 1 })
  expect(await firm.instance(id)).toMatchObject({ status: 'failed', tasks_total: 1, tasks_done: 0 })
  expect(await effectsOf(id)).toMatchObject([
    {
      key: `${id}:call:1`,
      state: 'unknown',
      attempts: 2,
      tries: [{ problem: 'It is unreachable.' }, {}],
      input: { headers: { Authorization: '•••', 'X-Kind': 'a' } },
    },
  ])
  answer = 'ok'
  expect(await firm.operate(id, { t: 'retry', step: 'call', round: 1, attempt: 1, by: firm.owner })).toBe('done')
  await firm.open(id, 'end')
  expect(new Set(received.filter((key) => key.startsWith(id)))).toEqual(new Set([`${id}:call:1`]))
  expect((await firm.instance(id)).variables).toEqual({ status: 200 })
  expect((await firm.tasksOf(id))[0]).toMatchObject({ status: 'completed', outcome: 'done', attempt: 2, problem: null })
  expect(await firm.operate(id, { t: 'retry', step: 'call', round: 1, attempt: 1, by: firm.owner })).toBe('not_open')
})

test('a definite refusal is not tried again, and a retry is a new call under a new key', async () => {
  const workflow = await firm.publish({ name: 'Refused', steps: [call('call', [])] })
  answer = 'refused'
  const id = await firm.start(workflow)
  await firm.open(id, 'call', { status: 'failed' })
  expect(received.filter((key) => key.startsWith(id))).toEqual([`${id}:call:1`])
  answer = 'ok'
  await firm.operate(id, { t: 'retry', step: 'call', round: 1, attempt: 1, by: firm.owner })
  await firm.ended(id)
  expect(received.filter((key) => key.startsWith(id))).toEqual([`${id}:call:1`, `${id}:call:1:r2`])
})

test('where nothing was sent the ledger says so; where an earlier try may have got through it does not', async () => {
  const once = { retry: { attempts: 1 } }
  answer = 'away'
  const id = await firm.start(await firm.publish({ name: 'Away', steps: [call('call', [], once)] }))
  await firm.open(id, 'call', { status: 'failed' })
  expect(await effectsOf(id)).toMatchObject([{ state: 'failed', answer: 'unreachable', problem: 'It is away.' }])
  answer = 'ok'
  await firm.operate(id, { t: 'retry', step: 'call', round: 1, attempt: 1, by: firm.owner })
  await firm.ended(id)
  answer = 'away'
  const tried = await firm.start(await firm.publish({ name: 'Away', steps: [call('call', [])] }))
  await firm.open(tried, 'call', { status: 'failed' })
  expect(await effectsOf(tried)).toMatchObject([{ state: 'unknown', attempts: 2 }])
  answer = 'ok'
})

test('an override goes on with a reason and with what later steps need', async () => {
  const workflow = await firm.publish({
    name: 'Passed over',
    steps: [
      call('call', ['big']),
      {
        id: 'big',
        type: 'condition',
        name: 'Fine?',
        branches: [{ when: 'vars.status == 204.0', next: ['end'] }],
        else: ['bad'],
      },
      form('end', []),
      form('bad', []),
    ],
  })
  answer = 'refused'
  const id = await firm.start(workflow)
  await firm.open(id, 'call', { status: 'failed' })
  const act = {
    t: 'override',
    step: 'call',
    round: 1,
    outcome: 'done',
    by: firm.owner,
    reason: 'done by phone',
  } as const
  expect(await firm.operate(id, { ...act, outcome: 'nowhere' })).toBe('invalid_request')
  expect(await firm.operate(id, { ...act, outputs: { status: 204 } })).toBe('done')
  await firm.open(id, 'end')
  expect((await firm.tasksOf(id))[0]).toMatchObject({ status: 'completed', outcome: 'done', completed_by: firm.owner })
})

test('a step that cannot be decided is a task for somebody, and can be passed over', async () => {
  const workflow = await firm.publish({
    name: 'Broken',
    variables: { list: { type: 'list', default: [] } },
    steps: [
      {
        id: 'which',
        type: 'condition',
        name: 'Which?',
        branches: [{ when: 'vars.list[3] == "a"', next: ['end'] }],
        else: [],
      },
      form('end', []),
    ],
  })
  const id = await firm.start(workflow)
  const failed = await firm.open(id, 'which', { status: 'failed' })
  expect(failed).toMatchObject({ task_type: 'automated', name: 'Which?', number: 1 })
  expect(await firm.operate(id, { t: 'retry', step: 'which', round: 1, attempt: 1, by: firm.owner })).toBe('done')
  await firm.open(id, 'which', { status: 'failed' })
  await firm.operate(id, { t: 'override', step: 'which', round: 1, outcome: 'b0', by: firm.owner, reason: 'a' })
  await firm.complete((await firm.open(id, 'end')).id, firm.owner)
  expect(await firm.ended(id)).toMatchObject({ tasks_total: 2, tasks_done: 2 })
})

test('a cancel takes back the call that is under way', async () => {
  const workflow = await firm.publish({ name: 'Hangs', steps: [call('call', [], { timeout: '30s' })] })
  answer = 'hangs'
  const id = await firm.start(workflow)
  await eventually(() => expect(received).toContain(`${id}:call:1`))
  expect(await firm.operate(id, { t: 'cancel', by: firm.owner, reason: 'too slow' })).toBe('done')
  await eventually(async () => expect(await effectsOf(id)).toMatchObject([{ state: 'unknown' }]))
  expect(await firm.tasksOf(id)).toMatchObject([{ status: 'cancelled' }])
})

test('another workflow is an instance of its own: what it ends with comes back; a cancel reaches it', async () => {
  const child = await firm.publish({
    name: 'Child',
    steps: [form('do', [], { fields: [{ name: 'tag', type: 'text', label: 'Tag', required: true }] })],
    start_fields: [{ name: 'what', type: 'text', label: 'What', required: true }],
  })
  const parent = await firm.publish({
    name: 'Parent',
    steps: [
      {
        id: 'sub',
        type: 'subworkflow',
        name: 'Order',
        workflow_id: child,
        input: { what: 'a {{ "lap" + "top" }}' },
        output: { asset: 'tag' },
        next: [],
      },
    ],
  })
  const childOf = (id: string) =>
    eventually(() =>
      firm.work(async ({ db, tenantId }) =>
        db
          .selectFrom('instances')
          .select('id')
          .where('tenant_id', '=', tenantId)
          .where('parent_id', '=', id)
          .executeTakeFirstOrThrow(),
      ),
    )
  const id = await firm.start(parent)
  const { id: made } = await childOf(id)
  expect((await firm.instance(made)).variables).toEqual({ what: 'a laptop' })
  await firm.complete((await firm.open(made, 'do')).id, firm.owner, { tag: 'T1' })
  expect((await firm.ended(id)).variables).toEqual({ asset: 'T1' })

  const other = await firm.start(parent)
  const { id: stopped } = await childOf(other)
  await firm.open(stopped, 'do')
  await firm.operate(other, { t: 'cancel', by: firm.owner, reason: 'no' })
  await firm.ended(stopped, 'cancelled')
})

test('with the worker away people’s steps go on, and a cancel is done at once', { timeout: 60_000 }, async () => {
  const workflow = await firm.publish({
    name: 'Away',
    steps: [form('a', ['b']), form('b', ['call']), call('call', [])],
  })
  const id = await firm.start(workflow)
  await engine.stopWorker()
  await firm.complete((await firm.open(id, 'a')).id, firm.owner)
  await firm.complete((await firm.open(id, 'b')).id, firm.owner)
  expect(await firm.operate(id, { t: 'cancel', by: firm.owner, reason: 'x' })).toBe('done')
  expect((await firm.tasksOf(id)).map(({ step, status }) => [step, status])).toEqual([
    ['a', 'completed'],
    ['b', 'completed'],
    ['call', 'cancelled'],
  ])
  await engine.restartWorker()
  expect(received.filter((key) => key.startsWith(id))).toEqual([])
})
