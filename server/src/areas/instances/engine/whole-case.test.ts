import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, startEngine } from '../../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../../test/engine/firm.ts'
import { form } from '../../../../test/engine/steps.ts'
import { workflowIdOf } from './address.ts'

let engine: Engine
let firm: Firm
beforeAll(async () => {
  engine = await startEngine(() => ({
    'http.request': async ({ key, parameters }) => ({
      ok: true,
      output: { status: 200, body: { key, said: parameters.body ?? '' } },
    }),
  }))
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(() => engine.stop(), 30_000)

const amount = { name: 'amount', type: 'number', label: 'Amount', required: true }

test('a case goes all the way: form, two of three, condition, branches that join, one task for each, wait, tool', {
  timeout: 60_000,
}, async () => {
  const { owner, members } = firm
  const [ada, ben, cleo] = members
  const workflow = await firm.publish({
    name: 'Purchase',
    prefix: 'PUR',
    type: 'parallel',
    variables: { people: { type: 'list', default: [] } },
    steps: [
      {
        id: 'ask',
        type: 'manual',
        name: 'Ask',
        assignee: { starter: true },
        fields: [amount],
        next: ['ok'],
        due: '2d',
      },
      {
        id: 'ok',
        type: 'approval',
        name: 'Approve',
        rule: 2,
        order: 'at_once',
        next: ['big'],
        approvers: [{ person: ada }, { person: ben }, { person: cleo }],
        output: { decision: 'decided' },
      },
      {
        id: 'big',
        type: 'condition',
        name: 'Big?',
        branches: [{ when: 'vars.amount > 100.0', next: ['left', 'right'] }],
        else: ['tell'],
      },
      { id: 'left', type: 'manual', name: 'Left', assignee: { person: ada }, fields: [], next: ['each'] },
      { id: 'right', type: 'manual', name: 'Right', assignee: { person: ben }, fields: [], next: ['each'] },
      {
        id: 'each',
        type: 'manual',
        name: 'Sign',
        next: ['pause'],
        fields: [{ name: 'said', type: 'text', label: 'Said', required: true }],
        each: { list: 'vars.people', order: 'at_once', until: 'all' },
        assignee: { expr: 'item' },
      },
      { id: 'pause', type: 'wait', name: 'Pause', for: '1s', next: ['tell'] },
      {
        id: 'tell',
        type: 'tool',
        name: 'Tell',
        tool_id: 'http.request',
        next: [],
        output: { status: 'number', body: 'json' },
        input: { parameters: { method: 'POST', url: 'https://example.test/', body: '{{ vars.decided }}' } },
        end_outcome: 'bought',
      },
    ],
  })
  const id = await firm.start(workflow, { answers: { people: [...members] } })

  const ask = await firm.open(id, 'ask')
  expect(ask).toMatchObject({ number: 1, task_type: 'manual', assigned_to: owner, due_at: null, status: 'pending' })
  await firm.complete(ask.id, owner, { amount: 500 })
  const ok = await firm.open(id, 'ok')
  expect(await firm.instance(id)).toMatchObject({
    status: 'in_progress',
    current_steps: ['Approve'],
    tasks_total: 2,
    tasks_done: 1,
  })
  // Out of order: the third, then the first; the second is not needed any more.
  await firm.decide(ok.id, cleo ?? '', 'approve')
  await firm.decide(ok.id, ada ?? '', 'approve')
  const [left, right] = [await firm.open(id, 'left'), await firm.open(id, 'right')]
  await firm.complete(right.id, ben ?? '')
  expect((await firm.tasksOf(id)).some(({ step }) => step === 'each')).toBe(false)
  await firm.complete(left.id, ada ?? '')
  for (const [item, member] of members.entries()) {
    const one = await firm.open(id, 'each', { item })
    expect(one.assigned_to).toBe(member)
    await firm.complete(one.id, member, { said: `yes ${item}` })
  }
  const done = await firm.ended(id)
  expect(done).toMatchObject({
    outcome: 'bought',
    number: 1,
    prefix: 'PUR',
    current_steps: [],
    tasks_total: 8,
    tasks_done: 8,
  })
  expect(done.variables).toMatchObject({
    amount: 500,
    decided: 'approve',
    said: ['yes 0', 'yes 1', 'yes 2'],
    status: 200,
    body: { said: 'approve' },
  })
  const tasks = await firm.tasksOf(id)
  expect(tasks.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(tasks.every(({ status }) => status === 'completed')).toBe(true)
  expect(tasks.at(-1)).toMatchObject({ step: 'tell', task_type: 'automated', outcome: 'done' })
  const rows = await firm.work(async ({ db, tenantId }) => {
    const of = <T>(text: string) =>
      sql<T>`${sql.raw(text)} where tenant_id = ${tenantId} and instance_id = ${id}`.execute(db)
    const [runs, turns, effects, people] = [
      await of<{ step: string; closed_at: Date | null; outcome: string }>('select * from step_runs'),
      await of<{ seq: number }>('select * from instance_turns'),
      await of<{ key: string; state: string; attempts: number; tries: unknown[] }>('select * from effects'),
      await of<{ member_id: string }>('select * from instance_people'),
    ]
    return { runs: runs.rows, turns: turns.rows, effects: effects.rows, people: people.rows }
  })
  expect(rows.runs.every(({ closed_at }) => closed_at !== null)).toBe(true)
  expect(rows.runs.find(({ step }) => step === 'big')).toMatchObject({ outcome: 'b0' })
  expect(rows.turns.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(rows.turns.map((_, place) => place + 1))
  expect(done.seq).toBe(rows.turns.length)
  expect(rows.effects).toMatchObject([{ key: `${id}:tell:1`, state: 'done', attempts: 1, tries: [{ problem: null }] }])
  expect(new Set(rows.people.map(({ member_id }) => member_id))).toEqual(new Set([owner, ...members]))
})

test('a variable reaches the receiver, and a later step reads what it answered', async () => {
  const send = (id: string, next: string[], body: string) => ({
    id,
    type: 'tool',
    name: id,
    tool_id: 'http.request',
    next,
    output: { body: 'json' },
    input: { parameters: { method: 'POST', url: 'https://example.test/', body } },
  })
  const workflow = await firm.publish({
    name: 'Order',
    variables: { item: { type: 'string', default: 'paper' } },
    steps: [send('order', ['confirm'], 'Buy {{ vars.item }}'), send('confirm', [], 'Sent: {{ vars.body.said }}')],
  })
  const done = await firm.ended(await firm.start(workflow))
  expect(done.variables).toMatchObject({ body: { said: 'Sent: Buy paper' } })
})

test('a run that is begun again finds nothing to do, and changes nothing', async () => {
  const workflow = await firm.publish({ name: 'Again', steps: [form('a', [])] })
  const id = await firm.start(workflow)
  await firm.complete((await firm.open(id, 'a')).id, firm.owner)
  const before = await firm.ended(id)
  const { tenantId } = firm.tenant
  const handle = await engine.temporal.client.workflow.start('keepInstance', {
    taskQueue: engine.config.TEMPORAL_TASK_QUEUE,
    workflowId: workflowIdOf(tenantId, id),
    args: [{ tenantId, instanceId: id }],
  })
  await handle.result()
  expect(await firm.instance(id)).toMatchObject({ seq: before.seq, status: 'completed' })
})

test('steps of people alone never reach the engine', async () => {
  const workflow = await firm.publish({ name: 'People', steps: [form('a', ['b']), form('b', [])] })
  const id = await firm.start(workflow)
  await firm.complete((await firm.open(id, 'a')).id, firm.owner)
  await firm.complete((await firm.open(id, 'b')).id, firm.owner)
  expect((await firm.instance(id)).status).toBe('completed')
  const handle = engine.temporal.client.workflow.getHandle(workflowIdOf(firm.tenant.tenantId, id))
  await expect(handle.describe()).rejects.toThrow('not found')
})
