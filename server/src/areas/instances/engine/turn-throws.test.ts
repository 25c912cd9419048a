import { InstanceId, TaskId } from '@throughline/contracts/ids'
import { listMessages } from '@throughline/contracts/inbox'
import { cancelInstance, removeInstance } from '@throughline/contracts/instance-acts'
import { getInstance, listInstances } from '@throughline/contracts/instances'
import { completeTask } from '@throughline/contracts/task-acts'
import { parse } from '@throughline/flow/compile'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { form } from '../../../../test/engine/steps.ts'
import { makeWorkflow, startedInstance } from '../../../../test/running-world.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'
import { syncInstance } from './sync.ts'

const api = await sharedApi()
const { ctx, database } = api
const { ours, actors } = await createTaskWorld(api)
const { client } = actors.owner

/** An instance with one open task, whose version cannot be played any more in this way. */
async function begin(breaks: string, escalation: object[] = []) {
  const doc = parse({
    name: 'Throws',
    prefix: 'THR',
    steps: [form('do', ['next'], { escalation }), form('next', [])],
  }).doc
  const workflowId = await makeWorkflow(ctx, ours, doc)
  const id = InstanceId.parse(await startedInstance(ctx, ours.tenantId, workflowId, { startedBy: ours.ownerId }))
  const task = await database.admin(async (admin) => {
    const { rows } = await admin.query<{ id: string }>('select id from tasks where instance_id = $1', [id])
    // A version is kept once it was read: this instance goes on with one that nobody has read yet.
    await admin.query(
      `insert into workflow_versions (tenant_id, workflow_id, number, hash, document, plan, exprs, changes, change_count, authors)
       select tenant_id, workflow_id, 99, hash, document, plan, exprs, changes, change_count, authors from workflow_versions
       where workflow_id = $1 and number = 1`,
      [workflowId],
    )
    await admin.query(`update workflow_versions set ${breaks} where workflow_id = $1 and number = 99`, [workflowId])
    await admin.query('update instances set workflow_version = 99 where id = $1', [id])
    return TaskId.parse(rows[0]?.id)
  })
  return { id, task }
}

const wants = (id: string) =>
  database.admin(async (admin) => {
    const { rows } = await admin.query<{ problem: string | null; tries: number; later: boolean }>(
      `select problem, tries, by > now() + interval '1 hour' as later from instance_wants where instance_id = $1`,
      [id],
    )
    return rows[0]
  })

const OTHER_PLAN = `plan = jsonb_set(plan, '{hash}', '"another"')`
const NO_DOCUMENT = `document = '"nonsense"'`

test.each([OTHER_PLAN, NO_DOCUMENT])(
  'an act whose turn throws is refused whole; its instance shows the problem and can be cancelled (%s)',
  async (breaks) => {
    const { id, task } = await begin(breaks)
    expect(await verdict(client(completeTask, { params: { taskId: task }, body: { answers: {} } }))).toBe(
      '409 cannot_go_on',
    )
    expect(await wants(id)).toMatchObject({ problem: expect.any(String) })
    const { data } = await client(getInstance, { params: { instanceId: id } })
    expect(data.status).toBe('failed')
    expect(data.waiting[0]).toMatchObject({ kind: 'failed', step: null, act: null, problem: expect.any(String) })
    expect((await client(listInstances, { query: { status: 'failed' } })).data.map((one) => one.id)).toContain(id)

    const messages = (await client(listMessages, { query: { type: 'workflow' } })).data
    expect(messages.find(({ metadata }) => metadata.entities.some(({ entityId }) => entityId === id))).toMatchObject({
      type: 'step_failed',
      title: expect.stringMatching(/^Can’t continue: /),
      description: data.waiting[0]?.problem,
      read: false,
    })

    await client(cancelInstance, { params: { instanceId: id }, body: { reason: 'It is broken' } })
    const after = await client(getInstance, { params: { instanceId: id } })
    expect(after.data).toMatchObject({ status: 'cancelled', waiting: [] })
    expect((await wants(id))?.problem ?? null).toBeNull()
  },
)

test('an instance whose document cannot be read is deleted by its owner', async () => {
  const { id } = await begin(NO_DOCUMENT)
  await client(removeInstance, { params: { instanceId: id } })
  const { rows } = await database.admin((admin) =>
    admin.query<{ status: string; gone: boolean; open: number }>(
      `select i.status, i.deleted_at is not null as gone, (select count(*)::int from tasks t
         where t.instance_id = i.id and t.status = 'pending') as open from instances i where i.id = $1`,
      [id],
    ),
  )
  expect(rows[0]).toEqual({ status: 'cancelled', gone: true, open: 0 })
})

test('what the engine cannot play is tried five times, then shown, and looked at after an hour', async () => {
  const { id } = await begin(OTHER_PLAN, [{ from: 'open', after: '1h', act: 'remind' }])
  await database.admin((admin) =>
    admin.query(
      `update instance_state set state = jsonb_set(state, '{open,do,alarms,0,0}', '1') where instance_id = $1`,
      [id],
    ),
  )
  const address = { tenantId: ours.tenantId, instanceId: id }
  for (let tries = 1; tries < 5; tries++) {
    await expect(syncInstance(ctx, address)).rejects.toThrow()
    expect(await wants(id)).toMatchObject({ problem: null, tries })
  }
  expect(await syncInstance(ctx, address)).toMatchObject({ calls: null, delay: 3_600_000 })
  expect(await wants(id)).toEqual({ problem: expect.any(String), tries: 5, later: true })

  await database.admin((admin) => admin.query('update instances set workflow_version = 1 where id = $1', [id]))
  await syncInstance(ctx, address)
  expect(await wants(id), 'nothing is waited for any more').toBeUndefined()
  expect((await client(getInstance, { params: { instanceId: id } })).data.status).toBe('in_progress')
})
