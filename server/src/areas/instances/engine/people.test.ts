import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, startEngine } from '../../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../../test/engine/firm.ts'
import { approval, form } from '../../../../test/engine/steps.ts'
import { eventually } from '../../../../test/eventually.ts'
import { makeTeam } from '../../../../test/factories.ts'

let engine: Engine
let firm: Firm
let ada: string
let ben: string
let cleo: string
beforeAll(async () => {
  engine = await startEngine()
  firm = await makeFirm(engine.ctx)
  ;[ada = '', ben = '', cleo = ''] = firm.members
}, 90_000)
afterAll(() => engine.stop(), 30_000)

const text = { name: 'what', type: 'text', label: 'What', required: true }
const seatsOf = (taskId: string) =>
  firm.work(async ({ db, tenantId }) =>
    db
      .selectFrom('task_seats')
      .select(['slot', 'member_id', 'team_id', 'role_id', 'asked'])
      .where('tenant_id', '=', tenantId)
      .where('task_id', '=', taskId)
      .orderBy('slot')
      .execute(),
  )
const partsOf = (taskId: string) =>
  firm.work(async ({ db, tenantId }) =>
    db
      .selectFrom('task_people')
      .select(['member_id', 'part', 'asked', 'status'])
      .where('tenant_id', '=', tenantId)
      .where('task_id', '=', taskId)
      .execute(),
  )

test('a rejection goes back, the answers stay, and what is done again is a task of its own', async () => {
  const workflow = await firm.publish({
    name: 'Back',
    steps: [form('ask', ['ok'], { fields: [text] }), approval('ok', ['end'], [{ person: ada }]), form('end', [])],
  })
  const id = await firm.start(workflow)
  const ask = await firm.open(id, 'ask')
  await firm.complete(ask.id, firm.owner, { what: 'a desk' })
  await firm.decide((await firm.open(id, 'ok')).id, ada, 'reject', 'too dear')
  const again = await firm.open(id, 'ask', { round: 2 })
  expect(again.id).not.toBe(ask.id)
  expect((await firm.instance(id)).variables).toEqual({ what: 'a desk' })
  await firm.complete(again.id, firm.owner, { what: 'a chair' })
  await firm.decide((await firm.open(id, 'ok', { round: 2 })).id, ada, 'approve')
  await firm.complete((await firm.open(id, 'end', { round: 2 })).id, firm.owner)
  const done = await firm.ended(id)
  expect(done).toMatchObject({ variables: { what: 'a chair' }, tasks_total: 5, tasks_done: 5 })
})

test('people asked in order are asked one after the other', async () => {
  const workflow = await firm.publish({
    name: 'Order',
    steps: [approval('ok', [], [{ person: ada }, { person: ben }], { order: 'in_order' })],
  })
  const id = await firm.start(workflow)
  const { id: task } = await firm.open(id, 'ok')
  expect(await seatsOf(task)).toMatchObject([
    { member_id: ada, asked: true },
    { member_id: ben, asked: false },
  ])
  expect(await firm.decide(task, ben, 'approve')).toBeUndefined()
  await firm.decide(task, ada, 'approve')
  await eventually(async () => expect((await seatsOf(task))[1]?.asked).toBe(true))
  expect((await partsOf(task)).every(({ asked }) => asked)).toBe(true)
  await firm.decide(task, ben, 'approve')
  await firm.ended(id)
})

test('nobody approves their own work; with too few left the step waits until somebody is found', async () => {
  const workflow = await firm.publish({
    name: 'Own',
    steps: [
      form('do', ['ok'], { assignee: { person: ada } }),
      approval('ok', [], [{ starter: true }, { person: ada }, { role: 'Viewer', each: true }], { rule: 'first' }),
    ],
  })
  const id = await firm.start(workflow)
  await firm.complete((await firm.open(id, 'do')).id, ada)
  const failed = await firm.open(id, 'ok', { status: 'failed' })
  expect(failed.problem).toBe('There aren’t enough people to decide this.')
  expect(await firm.instance(id)).toMatchObject({ status: 'failed' })
  const roles = firm.tenant.roles
  const setRole = (role: string) =>
    firm.work(({ db, tenantId }) =>
      db
        .updateTable('members')
        .set({ role_id: role })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', cleo)
        .execute(),
    )
  await setRole(roles.viewer.id)
  expect(await firm.operate(id, { t: 'retry', step: 'ok', round: 1, attempt: 1, by: firm.owner })).toBe('done')
  await setRole(roles.manager.id)
  const asked = await firm.open(id, 'ok')
  expect(asked.id).toBe(failed.id)
  expect(await seatsOf(asked.id)).toMatchObject([{ member_id: cleo }])
  await firm.decide(asked.id, cleo, 'approve')
  await firm.ended(id)
})

test('a queue is one seat that any of its members may take', async () => {
  const team = await makeTeam(engine.ctx, firm.tenant.tenantId, 'Yard')
  const workflow = await firm.publish({
    name: 'Queue',
    steps: [
      form('do', ['ok'], { assignee: { team } }),
      approval('ok', [], [{ team }, { role: 'Manager' }], { rule: 2 }),
    ],
  })
  const id = await firm.start(workflow)
  const task = await firm.open(id, 'do')
  expect(task).toMatchObject({ assigned_to: null, team_id: team })
  await firm.complete(task.id, ada)
  const ok = await firm.open(id, 'ok')
  expect(await seatsOf(ok.id)).toMatchObject([{ team_id: team }, { role_id: firm.tenant.roles.manager.id }])
  await firm.decide(ok.id, ben, 'approve')
  await firm.decide(ok.id, cleo, 'approve')
  await firm.ended(id)
})

test('what comes too late is refused, and changes nothing', async () => {
  const workflow = await firm.publish({
    name: 'Late',
    type: 'parallel',
    steps: [
      form('ask', ['a', 'ok']),
      form('a', ['end'], { assignee: { person: ada }, fields: [text] }),
      approval('ok', ['end'], [{ person: ben }, { person: cleo }], { on_reject: { next: ['ask'] }, rule: 'first' }),
      form('end', []),
    ],
  })
  const id = await firm.start(workflow)
  await firm.complete((await firm.open(id, 'ask')).id, firm.owner)
  const [a, ok] = [await firm.open(id, 'a'), await firm.open(id, 'ok')]
  await firm.decide(ok.id, ben, 'reject', 'no')
  expect(await firm.decide(ok.id, cleo, 'approve')).toBeUndefined()
  expect(await firm.complete(a.id, ada, { what: 'lost' })).toBe(false)
  await firm.open(id, 'ask', { round: 2 })
  const late = { t: 'done', step: 'a', round: 1, by: ada } as const
  expect(await firm.operate(id, late)).toBe('not_open')
  expect((await firm.instance(id)).variables).toEqual({})
  expect((await firm.tasksOf(id)).find((task) => task.id === a.id)?.status).toBe('cancelled')
  expect(await firm.operate(id, { t: 'cancel', by: firm.owner, reason: 'enough' })).toBe('done')
  expect(await firm.instance(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'enough', current_steps: [] })
  expect((await firm.tasksOf(id)).filter(({ status }) => status === 'pending')).toEqual([])
  expect(await firm.operate(id, { t: 'cancel', by: firm.owner, reason: 'again' })).toBe('ended')
})

test('what is not done in time is brought to mind, then goes to somebody else', async () => {
  const workflow = await firm.publish({
    name: 'Slow',
    steps: [
      form('do', [], {
        assignee: { person: ada },
        escalation: [
          { from: 'open', after: '1s', act: 'remind' },
          { from: 'open', after: '2s', act: 'reassign', to: { person: ben } },
        ],
      }),
    ],
  })
  const id = await firm.start(workflow)
  const task = await firm.open(id, 'do')
  await eventually(async () =>
    expect((await firm.tasksOf(id))[0]).toMatchObject({ assigned_to: ben, reminded_at: expect.any(Date) }),
  )
  expect(await partsOf(task.id)).toMatchObject([{ member_id: ben, part: 'assignee' }])
  const reminded = await engine.database.admin((admin) =>
    admin.query<{ member_id: string }>(
      `select n.member_id from message_news n join messages m on m.member_id = n.member_id and m.id = n.message_id
       where m.thing_id = $1 and n.type = 'task_reminder'`,
      [task.id],
    ),
  )
  expect(reminded.rows).toEqual([{ member_id: ada }])
  await firm.complete(task.id, ben)
  await firm.ended(id)
})

test('whoever a form names is asked, and has a part in the case from then on', async () => {
  const workflow = await firm.publish({
    name: 'Named',
    steps: [
      form('who', ['do'], { fields: [{ name: 'helper', type: 'person', label: 'Who', required: true }] }),
      form('do', [], { assignee: { expr: 'vars.helper' }, reviewer: { person: ben } }),
    ],
  })
  const id = await firm.start(workflow, { narrowed: true })
  await firm.complete((await firm.open(id, 'who')).id, firm.owner, { helper: cleo })
  const task = await firm.open(id, 'do')
  expect(task).toMatchObject({ assigned_to: cleo, reviewer_id: ben, narrowed: true })
  const people = await firm.work(({ db, tenantId }) =>
    db
      .selectFrom('instance_people')
      .select('member_id')
      .where('tenant_id', '=', tenantId)
      .where('instance_id', '=', id)
      .execute(),
  )
  expect(new Set(people.map(({ member_id }) => member_id))).toEqual(new Set([firm.owner, cleo, ben]))
  const frames = engine.frames().filter((frame) => frame.id === task.id)
  expect(frames.every(({ to }) => to?.length === 3)).toBe(true)
  await firm.complete(task.id, cleo)
  await firm.ended(id)
})
