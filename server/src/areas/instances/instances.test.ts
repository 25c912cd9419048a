import { InstanceId, WorkflowId } from '@throughline/contracts/ids'
import * as acts from '@throughline/contracts/instance-acts'
import * as instances from '@throughline/contracts/instances'
import { parse } from '@throughline/flow/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { completeTask, decideTask } from '../../../test/engine/acts.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeWorkflow } from '../../../test/running-world.ts'
import { verdict } from '../../../test/verdict.ts'
import { startWorker } from '../../../test/worker.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'

const api = await createTestApi()
const { ctx } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.manager
const admin = actors.admin.client
let stop: () => Promise<void> = async () => undefined
beforeAll(async () => {
  ;({ stop } = await startWorker(api.database))
}, 90_000)
afterAll(async () => {
  await stop()
  await api.close()
})

const member = async (name: string) => {
  const { rows } = await api.database.admin((db) =>
    db.query<{ id: string }>('select id from members where tenant_id = $1 and name = $2', [ours.tenantId, name]),
  )
  return rows[0]?.id ?? ''
}

const document = async () =>
  parse({
    name: 'Purchase',
    prefix: 'BUY',
    start_fields: [
      { name: 'what', type: 'text', label: 'What', required: true },
      { name: 'for', type: 'person', label: 'For whom' },
      { name: 'why', type: 'text', label: 'Why', show_if: 'vars.what == "boat"', required: true },
    ],
    steps: [
      {
        id: 'ask',
        type: 'manual',
        name: 'Ask for offers',
        assignee: { starter: true },
        fields: [{ name: 'amount', type: 'number', label: 'Amount', required: true }],
        next: ['ok'],
      },
      {
        id: 'ok',
        type: 'approval',
        name: 'Approve',
        approvers: [{ person: await member('Test admin') }, { person: await member('Test owner') }],
        rule: 'all',
        order: 'at_once',
        next: ['pause'],
      },
      { id: 'pause', type: 'wait', name: 'Let it rest', for: '1h', next: ['buy'] },
      { id: 'buy', type: 'manual', name: 'Buy', assignee: { starter: true }, fields: [], next: [] },
    ],
  }).doc

const made = await makeWorkflow(ctx, ours, await document())
const workflowId = WorkflowId.parse(made)
const at = (id: string) => ({ params: { instanceId: InstanceId.parse(id) } })
const whole = async (id: string, by = client) => (await by(instances.getInstance, at(id))).data
const start = async (body: object = {}, by = client) =>
  (
    await by(instances.startInstance, {
      params: { workflowId },
      body: { name: 'Desk', title: 'A desk for Maya', answers: { what: 'desk' }, ...body },
    })
  ).data

const open = (id: string, step: string) =>
  eventually(async () => {
    const found = await whole(id)
    const task = found.tasks.find((one) => one.step === step && one.state === 'pending')
    if (!task || found.waiting.length === 0)
      throw new Error(`${step} is not open: ${JSON.stringify(found.steps.map(({ id: s, state }) => [s, state]))}`)
    return { found, task }
  })

describe('starting', () => {
  test('the panel says what it asks for, and under which number it will stand', async () => {
    const { data } = await client(instances.startForm, { params: { workflowId } })
    expect(data).toMatchObject({ version: 1, archived: false, can_start: true, workflow: { id: workflowId } })
    expect(data.fields.map(({ name }) => name)).toEqual(['what', 'for', 'why'])
    const viewer = await actors.viewer.client(instances.startForm, { params: { workflowId } })
    expect(viewer.data.can_start).toBe(false)
  })

  test('answers are checked by the rules of the fields: hidden ones are not asked for, strangers are refused', async () => {
    const refused = (answers: object) => verdict(start({ answers }))
    expect(await refused({})).toBe('422 invalid_request')
    expect(await refused({ what: 'boat' })).toBe('422 invalid_request')
    expect(await refused({ what: 'desk', for: '01890000-0000-7000-8000-000000000000' })).toBe('422 invalid_request')
    expect(await verdict(start({ narrowed: true }, actors.member.client))).toBe('403 forbidden')
  })

  test('the title follows the name until somebody gives it one, and again once that is taken away', async () => {
    const started = await start({ title: undefined })
    expect(started).toMatchObject({ name: 'Desk', title: 'Desk' })
    const edit = async (title: string) =>
      (await client(acts.editInstance, { ...at(started.id), body: { title } })).data.title
    expect(await edit('A desk for Ada')).toBe('A desk for Ada')
    expect(await edit('')).toBe('Desk')
    const { data } = await client(instances.listInstances, { query: { search: 'Desk' } })
    expect(data.find(({ id }) => id === started.id)?.title).toBe('Desk')
  })

  test('makes an instance with the next number, for its customer', async () => {
    const body = { metadata: { priority: 'high', customer: 'Harbor & Söhne', po: 7 }, due_date: '2030-05-04T23:59:59Z' }
    const one = await whole((await start(body)).id)
    expect(one).toMatchObject({
      name: 'Desk',
      title: 'A desk for Maya',
      status: 'in_progress',
      priority: 'high',
      metadata: { priority: 'high', customer: 'Harbor & Söhne', po: 7 },
      due_date: '2030-05-04T23:59:59Z',
      due_has_time: false,
      started_by: { name: 'Test manager' },
      can: { edit: true, cancel: true, remove: true, narrow: true, override: true },
    })
    expect(one.key).toBe(`${one.workflow.prefix}-${one.number}`)
    const two = await whole((await start({ metadata: { customer: 'harbor & sohne' } })).id)
    expect(two.number).toBe(one.number + 1)
    expect(two.metadata).toMatchObject({ customer: 'Harbor & Söhne' })
    const { data } = await client(instances.listClients, { query: { search: 'harb' } })
    expect(data).toHaveLength(1)
    const list = await client(instances.listInstances, { query: { client_id: data[0]?.id } })
    expect(list.data.map(({ id }) => id)).toEqual([two.id, one.id])
  })
})

describe('a running instance', () => {
  test('says at every step why it waits, for whom, and shows where it is', { timeout: 60_000 }, async () => {
    const { id } = await start({ answers: { what: 'desk', for: await member('Test owner') } })
    const first = await open(id, 'ask')
    expect(first.found).toMatchObject({
      status: 'in_progress',
      current_step: 'Ask for offers',
      tasks_total: 1,
      tasks_done: 0,
      waiting: [
        {
          kind: 'person',
          step: 'ask',
          task_id: first.task.id,
          act: 'complete',
          usually: null,
          people: [{ name: 'Test manager' }],
        },
      ],
      answers: [
        { name: 'what', label: 'What', shown: 'desk' },
        { name: 'for', label: 'For whom', shown: 'Test owner' },
      ],
    })
    expect(first.found.steps.map(({ id: step, state }) => [step, state])).toEqual([
      ['ask', 'open'],
      ['ok', 'ahead'],
      ['pause', 'ahead'],
      ['buy', 'ahead'],
    ])
    expect((await whole(id, admin)).waiting[0]?.act).toBe('remind')

    const manager = await member('Test manager')
    await inTenant(ctx, ours, (tx) => completeTask(tx, first.task.id, manager, { amount: 900 }))
    const second = await open(id, 'ok')
    expect(second.found.waiting).toMatchObject([
      {
        kind: 'approval',
        needed: 2,
        given: 0,
        people: [{ name: 'Test admin' }, { name: 'Test owner' }],
        act: 'remind',
      },
    ])
    expect((await whole(id, admin)).waiting[0]?.act).toBe('review')
    await inTenant(ctx, ours, async (tx) =>
      decideTask(tx, second.task.id, await member('Test admin'), { decision: 'approve', comment: 'Fine' }),
    )
    await eventually(async () => expect((await whole(id)).waiting[0]).toMatchObject({ needed: 1, given: 1 }))
    await inTenant(ctx, ours, async (tx) =>
      decideTask(tx, second.task.id, await member('Test owner'), { decision: 'approve', comment: '' }),
    )
    const resting = await eventually(async () => {
      const found = await whole(id)
      expect(found.waiting[0]?.kind).toBe('timer')
      return found
    })
    expect(Date.parse(resting.waiting[0]?.until ?? '')).toBeGreaterThan(Date.now() + 3_500_000)
    expect(resting.steps[1]).toMatchObject({ state: 'done', outcome: 'approved', runs: 1 })
    expect(resting.steps[1]?.people.map(({ name }) => name).toSorted()).toEqual(['Test admin', 'Test owner'])
    expect(resting.links[0]).toMatchObject({ from: 'ask', to: 'ok', back: false, taken: true })
    const { data } = await client(instances.listInstances, { query: { search: resting.key } })
    expect(data).toMatchObject([
      {
        id,
        waiting: { kind: 'timer' },
        waiting_more: 0,
        mini: [{ state: 'done' }, { state: 'done' }, { state: 'open' }, { state: 'ahead' }],
      },
    ])

    const trace = await client(acts.traceInstance, { ...at(id), query: {} })
    expect(trace.total).toBe(trace.data.length)
    const kinds = trace.data
      .flatMap(({ entries }) => entries)
      .map(({ kind, name, by }) => `${kind} ${name} ${by?.name ?? ''}`)
    expect(kinds).toContain('decided Approve Test admin')
    expect(kinds).toContain('completed Ask for offers Test manager')
    expect(kinds.at(-2)).toBe('started Desk Test manager')
    const decided = trace.data.flatMap(({ entries }) => entries).find(({ kind, text }) => kind === 'decided' && text)
    expect(decided).toMatchObject({ text: 'Fine', outcome: 'approve', type: 'approval' })
    const completed = trace.data.flatMap(({ entries }) => entries).find(({ kind }) => kind === 'completed')
    expect(completed).toMatchObject({ next: ['Approve'], results: [{ name: 'amount', value: 900 }] })
    const ofPeople = await client(acts.traceInstance, { ...at(id), query: { filter: 'people', limit: 1 } })
    expect(ofPeople.pagination.next_cursor).not.toBeNull()

    await client(acts.overrideStep, {
      params: { instanceId: InstanceId.parse(id), step: 'pause' },
      body: { reason: 'No need to wait' },
    })
    await open(id, 'buy')
    expect(
      await verdict(client(acts.retryStep, { params: { instanceId: InstanceId.parse(id), step: 'buy' }, body: {} })),
    ).toBe('409 not_failed')
    const ended = await client(acts.cancelInstance, { ...at(id), body: { reason: 'Not wanted any more' } })
    expect(ended.data).toMatchObject({ status: 'cancelled', cancel_reason: 'Not wanted any more', waiting: [] })
    expect(ended.data.steps.at(-1)?.state).toBe('skipped')
    const { rows } = await api.database.admin((db) =>
      db.query<{ act: string }>(
        'select act from audit_pending where entity_id = $1 union select act from audit_log where entity_id = $1',
        [id],
      ),
    )
    expect(rows.map(({ act }) => act).toSorted()).toEqual([
      'instance.cancelled',
      'instance.started',
      'instance.step_overridden',
    ])
  })

  test('goes to the trash cancelled, comes back, and is deleted for ever with all it left', {
    timeout: 60_000,
  }, async () => {
    const { id } = await start()
    const { number } = await whole(id)
    const { task } = await open(id, 'ask')
    await client(acts.removeInstance, at(id))
    expect(await whole(id)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'It was deleted',
      can: { edit: false },
    })
    await client(acts.removeInstance, at(id))
    const list = await client(instances.listInstances, { query: { trash: 'true' } })
    expect(list.data.map((one) => one.id)).toEqual([id])
    const live = await client(instances.listInstances, { query: {} })
    expect(live.data.map((one) => one.id)).not.toContain(id)
    expect(await verdict(client(acts.editInstance, { ...at(id), body: { title: 'x' } }))).toBe('404 not_found')
    const back = await client(acts.restoreInstance, at(id))
    expect(back.data).toMatchObject({ id, number, deleted_at: null })
    expect(await verdict(client(acts.purgeInstance, at(id)))).toBe('404 not_found')
    const results = await client(acts.bulkInstances, { body: { act: 'remove', ids: [InstanceId.parse(id)] } })
    expect(results.data).toEqual([{ id, result: 'done', code: null, message: null }])
    expect(await client(acts.purgeInstance, at(id))).toEqual({ id })
    expect(await verdict(client(instances.getInstance, at(id)))).toBe('404 not_found')
    const left = await api.database.admin((db) =>
      db.query('select from tasks where id = $1 union all select from instance_turns where instance_id = $2', [
        task.id,
        id,
      ]),
    )
    expect(left.rowCount).toBe(0)
  })
})

describe('a tool that fails', () => {
  test('is said to have failed, tried again, and passed over with what later steps need', {
    timeout: 60_000,
  }, async () => {
    const call = { method: 'POST', url: 'http://127.0.0.1:1/', headers: { Authorization: 'Bearer secret' } }
    const { doc } = parse({
      name: 'Order',
      prefix: 'ORD',
      steps: [
        {
          id: 'order',
          type: 'tool',
          name: 'Order it',
          tool_id: 'http.request',
          input: { parameters: call },
          output: { status: 'number' },
          next: ['check'],
        },
        {
          id: 'check',
          type: 'condition',
          name: 'Came?',
          branches: [{ name: 'Yes', when: 'vars.status == 200.0', next: ['file'] }],
          else: [],
        },
        { id: 'file', type: 'manual', name: 'File it', assignee: { starter: true }, fields: [], next: [] },
      ],
    })
    const orders = WorkflowId.parse(await makeWorkflow(ctx, ours, doc))
    const { data } = await client(instances.startInstance, {
      params: { workflowId: orders },
      body: { name: 'Order', title: 'Paper' },
    })
    const failed = await eventually(async () => {
      const found = await whole(data.id)
      expect(found.status).toBe('failed')
      return found
    })
    expect(failed.waiting).toMatchObject([{ kind: 'failed', step: 'order', act: 'retry', attempts: 1 }])
    expect(failed.waiting[0]?.problem).not.toBe('')
    expect(failed.steps[0]).toMatchObject({ state: 'failed', note: 'attempts', done: 1 })
    const list = await client(instances.listInstances, { query: { status: 'failed' } })
    expect(list.data).toMatchObject([{ id: data.id, waiting: { kind: 'failed' } }])
    expect((await whole(data.id, actors.viewer.client)).waiting[0]?.act).toBeNull()

    const params = { instanceId: InstanceId.parse(data.id), step: 'order' }
    await client(acts.retryStep, { params, body: {} })
    await eventually(async () =>
      expect((await whole(data.id)).waiting[0]).toMatchObject({ kind: 'failed', attempts: 2 }),
    )
    const strange = { reason: 'By phone', outputs: { other: 1 } }
    expect(await verdict(client(acts.overrideStep, { params, body: strange }))).toBe('422 invalid_request')
    const nowhere = { reason: 'By phone', outcome: 'nowhere' }
    expect(await verdict(client(acts.overrideStep, { params, body: nowhere }))).toBe('422 invalid_request')
    await client(acts.overrideStep, { params, body: { reason: 'By phone', outputs: { status: 200 } } })
    const { found } = await open(data.id, 'file')
    expect(found.answers).toMatchObject([{ name: 'status', shown: '200' }])
    expect(await verdict(client(acts.overrideStep, { params, body: { reason: 'x' } }))).toBe('409 not_open')

    const trace = await client(acts.traceInstance, { ...at(data.id), query: { filter: 'errors' } })
    expect(trace.failures).toBe(2)
    const entries = trace.data.flatMap(({ entries: all }) => all)
    expect(entries.map(({ kind }) => kind)).toEqual(['overridden', 'failed', 'retried', 'failed'])
    expect(entries[0]).toMatchObject({
      text: 'By phone',
      by: { name: 'Test manager' },
      results: [{ name: 'status', value: 200 }],
    })
    expect(entries[1]).toMatchObject({ tool: 'HTTP request', effect: { state: 'failed', honours_keys: true } })
    expect(JSON.stringify(trace)).not.toContain('Bearer secret')
    const everything = await client(acts.traceInstance, { ...at(data.id), query: {} })
    const branch = everything.data.flatMap(({ entries: all }) => all).find(({ kind }) => kind === 'branched')
    expect(branch).toMatchObject({ name: 'Came?', outcome: 'Yes', next: ['File it'] })
  })
})

describe('editing', () => {
  test('changes what is sent and nothing else, and is refused to whoever looked at an older one', async () => {
    const { id } = await start({ description: 'As it was' })
    const { version } = await whole(id)
    const body = {
      title: 'Another desk',
      due_date: '2031-01-02T23:59:59Z',
      priority: 'urgent',
      customer: 'Harbor',
      version,
    } as const
    const { data } = await client(acts.editInstance, { ...at(id), body })
    expect(data).toMatchObject({
      title: 'Another desk',
      description: 'As it was',
      due_date: '2031-01-02T23:59:59Z',
      priority: 'urgent',
      metadata: { customer: 'Harbor' },
      version: version + 1,
    })
    expect(await verdict(client(acts.editInstance, { ...at(id), body }))).toBe('409 stale_version')
    const same = await client(acts.editInstance, { ...at(id), body: { ...body, version: version + 1 } })
    expect(same.data.version).toBe(version + 1)
    const none = await client(acts.editInstance, { ...at(id), body: { due_date: null, customer: null } })
    expect(none.data).toMatchObject({ due_date: null, overdue_at: null })
    expect(none.data.metadata).not.toHaveProperty('customer')
    expect(await verdict(actors.viewer.client(acts.editInstance, { ...at(id), body }))).toBe('403 forbidden')
  })
})
