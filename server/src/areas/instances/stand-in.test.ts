import { InstanceId } from '@throughline/contracts/ids'
import { retryStep, traceInstance } from '@throughline/contracts/instance-acts'
import { getInstance } from '@throughline/contracts/instances'
import * as acts from '@throughline/contracts/task-acts'
import { parse } from '@throughline/flow/compile'
import type { State } from '@throughline/flow/run'
import { outsideWorkOf } from '@throughline/flow/run/outside-work'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../test/api.ts'
import { approval, form } from '../../../test/engine/steps.ts'
import { makeTeam, placeMember, setMemberStatus } from '../../../test/factories.ts'
import { makeWorkflow } from '../../../test/running-world.ts'
import { unique } from '../../../test/someone.ts'
import { createTaskWorld } from '../../../test/task-world.ts'
import { verdict } from '../../../test/verdict.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { createChildren } from './engine/children.ts'
import { readInstance } from './engine/instance.queries.ts'
import type { Seat } from './engine/seats.ts'
import { versionOf } from './engine/version.ts'
import { startInstance } from './start.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors, maya, priya, hire, at, complete } = await createTaskWorld(api)
const { tenantId } = ours

const publish = (...steps: object[]) =>
  makeWorkflow(ctx, ours, parse({ name: 'Request', prefix: 'REQ', type: 'sequential', steps }).doc)

/** By a form, as nobody in particular. */
async function start(workflowId: string, standIn?: Seat): Promise<string> {
  const { id } = await inTenant(ctx, { tenantId }, (tx) =>
    startInstance(tx, {
      workflowId,
      source: 'form',
      sourceName: 'Supplier request',
      key: unique('form'),
      name: 'Desk',
      answers: {},
      startedBy: null,
      standIn,
    }),
  )
  return id
}

const tasksOf = (id: string) =>
  inTenant(ctx, { tenantId }, ({ db }) =>
    db
      .selectFrom('tasks')
      .select(['id', 'step', 'status', 'assigned_to', 'team_id', 'role_id', 'reviewer_id', 'problem'])
      .where('tenant_id', '=', tenantId)
      .where('instance_id', '=', id)
      .orderBy('number')
      .execute(),
  )
const decide = (client: typeof maya.client, id: string) =>
  client(acts.decideTask, { ...at(id), body: { decision: 'approve', comment: '' } })
const { assignee: _, ...unassigned } = form('do', ['ok'])

type Expected = { assigned_to: string | null; team_id: string | null; role_id: string | null }
const NONE: Expected = { assigned_to: null, team_id: null, role_id: null }
const role = ours.roles.member.id
const seats: [string, Seat, Expected][] = [
  ['a member', { member: maya.id }, { ...NONE, assigned_to: maya.id }],
  ['a team', { team: ours.teamId }, { ...NONE, team_id: ours.teamId }],
  ['a role', { role }, { ...NONE, role_id: role }],
]

test.each(seats)(
  '%s stands in where a step is given to the starter, or to nobody',
  async (_name, standIn, expected) => {
    const id = await start(await publish(unassigned, form('ok', [])), standIn)
    const [first] = await tasksOf(id)
    expect(first).toMatchObject({ step: 'do', status: 'pending', problem: null, ...expected })
    const task = first?.id ?? ''
    if (!('member' in standIn)) await maya.client(acts.claimTask, at(task))
    await complete(maya.client, task, { answers: {} })
    const [, second] = await tasksOf(id)
    expect(second).toMatchObject({ step: 'ok', status: 'pending', ...expected })
  },
)

test.each(seats)(
  '%s approves in place of the starter: nobody is excluded for having started it',
  async (_name, standIn) => {
    const id = await start(await publish(approval('vote', [], [{ starter: true }])), standIn)
    const [vote] = await tasksOf(id)
    expect(vote).toMatchObject({ status: 'pending', problem: null })
    expect(await verdict(decide(maya.client, vote?.id ?? ''))).toBe('accepted')
    expect(await tasksOf(id)).toMatchObject([{ status: 'completed' }])
  },
)

test('those who filled in the form still have no vote on it', async () => {
  const workflow = await publish(form('do', ['vote']), approval('vote', [], [{ starter: true }, { person: priya.id }]))
  const id = await start(workflow, { team: ours.teamId })
  const [first] = await tasksOf(id)
  await maya.client(acts.claimTask, at(first?.id ?? ''))
  await complete(maya.client, first?.id ?? '', { answers: {} })
  const [, vote] = await tasksOf(id)
  expect(await verdict(decide(maya.client, vote?.id ?? ''))).toBe('409 not_asked')
  expect(await verdict(decide(priya.client, vote?.id ?? ''))).toBe('accepted')
})

test('one person of a team that stands in reviews, and not the one who does the work', async () => {
  const reviewed = form('do', [], { assignee: { person: maya.id }, reviewer: { starter: true } })
  const team = await makeTeam(ctx, tenantId, unique('Reviewers'))
  await placeMember(ctx, tenantId, maya.id, { teamId: team })
  await placeMember(ctx, tenantId, priya.id, { teamId: team })
  const id = await start(await publish(reviewed), { team })
  expect(await tasksOf(id)).toMatchObject([{ assigned_to: maya.id, reviewer_id: priya.id }])
})

test('a stand-in who is not here is shown as what is wrong, and the step can be retried', async () => {
  const workflow = await publish(form('do', []))
  const problemOf = async (standIn?: Seat) => (await tasksOf(await start(workflow, standIn)))[0]
  const team = await makeTeam(ctx, tenantId, unique('Empty'))
  const noah = await hire('noah', 'Noah Weber')
  await setMemberStatus(ctx, tenantId, noah.id, 'removed')
  expect(await problemOf({ member: noah.id })).toMatchObject({
    status: 'failed',
    problem: 'The person who stands in for the starter is no longer here.',
  })
  const waits = await start(workflow, { team })
  expect((await tasksOf(waits))[0]).toMatchObject({
    status: 'failed',
    problem: 'The team that stands in for the starter was deleted or has no members.',
  })
  await placeMember(ctx, tenantId, priya.id, { teamId: team })
  await actors.owner.client(retryStep, { params: { instanceId: InstanceId.parse(waits), step: 'do' }, body: {} })
  expect(await tasksOf(waits)).toMatchObject([{ status: 'pending', team_id: team, problem: null }])
  const { viewer } = ours.roles
  await api.database.admin((admin) =>
    admin.query(`update members set role_id = $1 where tenant_id = $2 and role_id = $3`, [role, tenantId, viewer.id]),
  )
  expect(await problemOf({ role: viewer.id })).toMatchObject({
    status: 'failed',
    problem: 'No one has the role that stands in for the starter.',
  })
  expect(await problemOf()).toMatchObject({
    status: 'failed',
    problem: 'No person started this, and no one stands in for the starter.',
  })
})

test('expressions know that no person started it', async () => {
  const branches = [{ when: `instance.starter == "${maya.id}"`, next: ['hers'] }]
  const condition = { id: 'who', type: 'condition', name: 'Who?', branches, else: ['done'], next: [] }
  const given = (id: string) => form(id, [], { assignee: { person: priya.id } })
  const id = await start(await publish(condition, given('hers'), given('done')), { member: maya.id })
  expect(await tasksOf(id)).toMatchObject([{ step: 'done', status: 'pending' }])
})

test('page, trace and audit log say what started it', async () => {
  const id = await start(await publish(form('do', [])), { member: maya.id })
  const params = { instanceId: InstanceId.parse(id) }
  const { data } = await actors.owner.client(getInstance, { params })
  expect(data).toMatchObject({ started_by: null, source: 'form', source_name: 'Supplier request' })
  const trace = await actors.owner.client(traceInstance, { params, query: {} })
  expect(trace.data.at(-1)?.entries[0]).toMatchObject({
    kind: 'started',
    by: null,
    outcome: 'form',
    text: 'Supplier request',
  })
  const { rows } = await api.database.admin((admin) =>
    admin.query(
      `select actor_id, data from audit_pending where entity_id = $1 and act = 'instance.started'
       union all select actor_id, data from audit_log where entity_id = $1 and act = 'instance.started'`,
      [id],
    ),
  )
  expect(rows).toMatchObject([{ actor_id: null, data: { source: 'form', source_name: 'Supplier request' } }])
})

test.each(seats)('%s who stands in hears of a step that failed', async (_name, standIn) => {
  const id = await start(await publish(form('do', [], { assignee: { expr: 'instance.starter' } })), standIn)
  const [task] = await tasksOf(id)
  expect(task).toMatchObject({ status: 'failed' })
  const { rows } = await api.database.admin((admin) =>
    admin.query(`select type, because from messages where thing_id = $1 and member_id = $2`, [task?.id, maya.id]),
  )
  expect(rows).toEqual([{ type: 'step_failed', because: 'stand_in' }])
})

test('the workflows that it starts have the same stand-in', async () => {
  const child = await publish(form('do', []))
  const parent = await publish({ id: 'sub', type: 'subworkflow', name: 'Order', workflow_id: child, next: [] })
  const id = await start(parent, { team: ours.teamId })
  const [call] = await inTenant(ctx, { tenantId }, async ({ db }) => {
    const row = await readInstance(db, tenantId, id)
    const { plan } = await versionOf(db, tenantId, parent, row.workflow_version)
    return outsideWorkOf(plan, z.parse(z.custom<State>(), row.state)).children
  })
  if (!call) throw new Error('it starts no other workflow')
  await createChildren(workerContext(ctx)).start({ tenantId, instanceId: id, ...call })
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ id: string }>(
      'select id, started_by, stand_in_kind, stand_in_id, source, source_name from instances where parent_id = $1',
      [id],
    ),
  )
  expect(rows).toMatchObject([
    { started_by: null, stand_in_kind: 'team', stand_in_id: ours.teamId, source: 'workflow', source_name: null },
  ])
  expect(await tasksOf(rows[0]?.id ?? '')).toMatchObject([{ status: 'pending', team_id: ours.teamId }])
})
