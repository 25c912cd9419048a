import type { Input } from '@throughline/contracts/endpoint'
import { InstanceId, WorkflowId } from '@throughline/contracts/ids'
import { listParticipants, narrowInstance } from '@throughline/contracts/instance-acts'
import * as instances from '@throughline/contracts/instances'
import { countTasks } from '@throughline/contracts/tasks'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeInstance, makeTask, makeWorkflow } from '../../../test/running-world.ts'
import { verdict } from '../../../test/verdict.ts'
import { expectHidden, limitedWorld } from '../../../test/visibility/limited-world.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { instancesPage } from './instance-list.service.ts'
import { readInstance } from './instance-page.service.ts'
import { traceOf } from './trace.service.ts'
import { addParticipants } from './visibility.queries.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.manager

const workflow = WorkflowId.parse(await makeWorkflow(ctx, ours))
const STATES = { 'Zebra crossing': 'in_progress', Ärger: 'failed', 'Big desk': 'completed', 'a chair': 'in_progress' }
const made = new Map<string, string>()
for (const name of Object.keys(STATES)) {
  made.set(name, await makeInstance(ctx, ours.tenantId, workflow, { name, startedBy: ours.ownerId }))
}
const idOf = (name: string) => InstanceId.parse(made.get(name))
for (const [name, status] of Object.entries(STATES)) {
  const stand = [idOf(name), status, `Title of ${name}`]
  await api.database.admin((db) => db.query('update instances set status = $2, title = $3 where id = $1', stand))
}

type InstanceListQuery = Input<typeof instances.listWorkflowInstances>['query']
const names = async (query: InstanceListQuery) => {
  const page = await client(instances.listWorkflowInstances, {
    params: { workflowId: workflow },
    query,
  })
  return page.data.map(({ name }) => name)
}

describe('the list of a workflow', () => {
  test('stands in the order that is asked for', async () => {
    expect(await names({})).toEqual(['a chair', 'Big desk', 'Ärger', 'Zebra crossing'])
    expect(await names({ sort: 'oldest' })).toEqual(['Zebra crossing', 'Ärger', 'Big desk', 'a chair'])
    expect(await names({ sort: 'name' })).toEqual(['a chair', 'Ärger', 'Big desk', 'Zebra crossing'])
    expect(await names({ sort: 'name_desc' })).toEqual(['Zebra crossing', 'Big desk', 'Ärger', 'a chair'])
    expect(await names({ sort: 'status' })).toEqual(['a chair', 'Zebra crossing', 'Ärger', 'Big desk'])
  })

  test('holds the states that are asked for, and says how many there are of each', async () => {
    expect(await names({ status: 'completed,failed' })).toEqual(['Big desk', 'Ärger'])
    expect(await names({ status: 'in_progress', sort: 'name' })).toEqual(['a chair', 'Zebra crossing'])
    const { counts } = await client(instances.listWorkflowInstances, { params: { workflowId: workflow }, query: {} })
    expect(counts).toEqual({ all: 4, pending: 0, in_progress: 2, completed: 1, failed: 1 })
  })

  test('can be that of what the viewer started, in any order', async () => {
    const owner = actors.owner.client
    const started = async (query: object, who = owner) => {
      const { data } = await who(instances.listInstances, { query: { started_by: 'me', ...query } })
      return data.map(({ name }) => name)
    }
    expect(await started({})).toEqual(['a chair', 'Big desk', 'Ärger', 'Zebra crossing'])
    expect(await started({ sort: 'name_desc' })).toEqual(['Zebra crossing', 'Big desk', 'Ärger', 'a chair'])
    expect(await started({ status: 'completed' })).toEqual(['Big desk'])
    expect(await started({}, client)).toEqual([])
    expect((await owner(countTasks, undefined)).data.started).toBe(4)
    expect((await client(countTasks, undefined)).data.started).toBe(0)
  })

  test('is exported as CSV, what the filter shows', async () => {
    const { visitor } = actors.manager
    const query = `?workflow=${workflow}&status=completed`
    const answer = await visitor.fetch(visitor.origin + instances.exportInstances.path + query)
    expect(answer.status).toBe(200)
    const lines = (await answer.text()).split('\r\n').slice(0, -1)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(',Big desk,Title of Big desk,Completed,')
  })

  test('is searched by the beginning of a word of name or title, without accents, and by key', async () => {
    expect(await names({ search: 'cross' })).toEqual(['Zebra crossing'])
    expect(await names({ search: 'arg' })).toEqual(['Ärger'])
    expect(await names({ search: 'title' })).toHaveLength(4)
    expect(await names({ search: 'rossing' })).toEqual([])
    const { data } = await client(instances.getInstance, { params: { instanceId: idOf('Big desk') } })
    expect(await names({ search: data.key.toLowerCase() })).toEqual(['Big desk'])
  })

  test('goes on page by page where it ended, and refuses another list’s place', async () => {
    const lists: InstanceListQuery[] = [
      {},
      { sort: 'status' },
      { status: 'in_progress,completed,failed' },
      { sort: 'name' },
    ]
    for (const query of lists) {
      const whole = await names(query)
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const params = { workflowId: workflow }
        const page = await client(instances.listWorkflowInstances, {
          params,
          query: { ...query, limit: 1, cursor },
        })
        seen.push(...page.data.map(({ name }) => name))
        cursor = page.pagination.next_cursor ?? undefined
      } while (cursor)
      expect(seen).toEqual(whole)
    }
    const { pagination } = await client(instances.listInstances, { query: { limit: 1 } })
    const cursor = pagination.next_cursor ?? ''
    expect(await verdict(client(instances.listInstances, { query: { sort: 'name', cursor } }))).toBe(
      '400 invalid_cursor',
    )
  })
})

describe('what is limited or narrowed', () => {
  test('is in no list, on no page and in no trace of those who may not see it', async () => {
    const world = await limitedWorld(api)
    // As the engine pins them, so that their pages can be read.
    const version = await makeWorkflow(ctx, world.tenant)
    await api.database.admin(async (db) => {
      await db.query(
        `insert into workflow_versions (tenant_id, workflow_id, number, hash, document, plan, exprs, changes, change_count, authors)
         select v.tenant_id, w.id, 1, v.hash, v.document, v.plan, v.exprs, v.changes, v.change_count, v.authors
         from workflow_versions v join workflows w on w.tenant_id = v.tenant_id and w.id <> v.workflow_id where v.workflow_id = $1`,
        [version],
      )
      await db.query('update instances set workflow_version = 1 where tenant_id = $1', [world.tenant.tenantId])
      await db.query(
        `insert into instance_state (tenant_id, instance_id, state)
         select tenant_id, id, '{"open": {}, "wait": {}, "round": {}, "base": 1, "status": "new"}' from instances where tenant_id = $1`,
        [world.tenant.tenantId],
      )
    })
    const all = Object.values(world.instances)
    await expectHidden(world, async (viewer) => {
      const { data } = await instancesPage(ctx, viewer, { sort: 'newest', limit: 50, trash: false })
      return data.map(({ id }) => id)
    })
    const reached = async (read: (id: InstanceId) => Promise<unknown>) => {
      const seen: string[] = []
      for (const id of all) {
        const found = await read(InstanceId.parse(id)).then(
          () => true,
          () => false,
        )
        if (found) seen.push(id)
      }
      return seen
    }
    await expectHidden(world, (viewer) => reached((id) => readInstance(ctx, viewer, id)))
    await expectHidden(world, (viewer) => reached((id) => traceOf(ctx, viewer, id, { limit: 10, filter: 'all' })))
  })

  test('narrowing shows who sees it and keeps only those who are chosen, start it or have a task', async () => {
    const of = await makeWorkflow(ctx, ours)
    const { viewer, outsider, member, admin } = actors
    const id = await makeInstance(ctx, ours.tenantId, of, { startedBy: member.user.member_id })
    await makeTask(ctx, ours.tenantId, id, { assignedTo: admin.user.member_id })
    await inTenant(ctx, ours, (tx) =>
      addParticipants(tx.db, tx.tenantId, id, [viewer.user.member_id, outsider.user.member_id]),
    )
    const params = { instanceId: InstanceId.parse(id) }
    const { data, audience } = await client(listParticipants, { params })
    expect(audience, 'the workflow is open').toBeNull()
    expect(data.map(({ name, fixed }) => [name, fixed])).toEqual([
      ['Test manager', true],
      ['Test admin', true],
      ['Test member', true],
      ['Test outsider', false],
      ['Test viewer', false],
    ])
    await client(narrowInstance, { params, body: { narrowed: true, stay: [viewer.user.member_id] } })
    const sees = async (who: typeof viewer) =>
      (await verdict(who.client(instances.getInstance, { params }))) === 'accepted'
    expect([await sees(viewer), await sees(member), await sees(admin), await sees(outsider)]).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('participants who were not shown, since they are too many, go on seeing it', async () => {
    const params = { instanceId: InstanceId.parse(await makeInstance(ctx, ours.tenantId, workflow)) }
    // By name the last of them are beyond what is shown.
    await api.database.admin((db) =>
      db.query(
        `with made as (
           insert into members (tenant_id, role_id, name, email, status)
           select $1, $2, 'Zz ' || lpad(n::text, 4, '0'), gen_random_uuid() || '@example.test', 'active' from generate_series(1, 510) n
           returning id)
         insert into instance_people (tenant_id, instance_id, member_id) select $1, $3, id from made`,
        [ours.tenantId, ours.roles.viewer.id, params.instanceId],
      ),
    )
    const { data } = await client(listParticipants, { params })
    expect(data.length).toBeGreaterThanOrEqual(500)
    await client(narrowInstance, { params, body: { narrowed: true, stay: [] } })
    const { rows } = await api.database.admin((db) =>
      db.query<{ name: string }>(
        `select m.name from instance_people p join members m on m.tenant_id = p.tenant_id and m.id = p.member_id
         where p.instance_id = $1 and m.name like 'Zz %' order by 1`,
        [params.instanceId],
      ),
    )
    expect(rows.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Zz ${String(501 + n).padStart(4, '0')}`),
    )
  })

  test('whoever narrows an instance keeps it, others lose it, and its tasks go with it', async () => {
    const params = { instanceId: idOf('a chair') }
    const { data } = await client(narrowInstance, { params, body: { narrowed: true } })
    expect(data.narrowed).toBe(true)
    expect(await verdict(actors.admin.client(instances.getInstance, { params }))).toBe('404 not_found')
    expect(await verdict(client(instances.getInstance, { params }))).toBe('accepted')
    const { rows } = await api.database.admin((db) =>
      db.query<{ narrowed: boolean }>('select narrowed from tasks where instance_id = $1 and not narrowed', [
        params.instanceId,
      ]),
    )
    expect(rows).toEqual([])
    await client(narrowInstance, { params, body: { narrowed: false } })
    expect(await verdict(actors.admin.client(instances.getInstance, { params }))).toBe('accepted')
  })
})
