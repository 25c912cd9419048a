import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { eventually } from '../../../test/eventually.ts'
import type { Tenant } from '../../../test/factories.ts'
import { INTAKE_WORKFLOW } from '../../../test/forms.ts'
import { makeWorkflow } from '../../../test/running-world.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { createHeldStartActivities, startHeldOne } from './held-starts.activities.ts'
import { type PendingStart, startOrHold } from './start-or-hold.ts'
import { findTrigger } from './triggers.queries.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, theirs } = await createWorld(api)

async function makeTrigger(tx: TenantTx, workflowId: string, toldId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into workflow_triggers (tenant_id, workflow_id, kind, name, told_id)
    values (${tx.tenantId}, ${workflowId}, 'webhook', 'Procurement', ${toldId}) returning id`.execute(tx.db)
  return rows[0]?.id ?? ''
}

const setStatus = (workflowId: string, status: string) =>
  api.database.admin((db) => db.query('update workflows set status = $2 where id = $1', [workflowId, status]))

async function arrange(given: PendingStart['given'] = { company: 'Quayside' }, tenant: Tenant = ours) {
  const workflowId = await makeWorkflow(ctx, tenant, INTAKE_WORKFLOW)
  const triggerId = await inTenant(ctx, tenant, (tx) => makeTrigger(tx, workflowId, tenant.ownerId))
  const pending: PendingStart = { source: 'webhook', key: randomUUID(), name: 'Procurement', given }
  const begin = (key = pending.key) =>
    inTenant(ctx, tenant, async (tx) => {
      const trigger = await findTrigger(tx.db, tx.tenantId, triggerId)
      if (!trigger) throw new Error('no trigger')
      return startOrHold(tx, trigger, { ...pending, key })
    })
  return { workflowId, triggerId, begin }
}

test('a key starts once, however often it comes, and the instance names what started it', async () => {
  const { begin } = await arrange({ company: 'Quayside', people: '12' })
  const [first, again] = [await begin(), await begin()]
  expect(first).toMatchObject({ state: 'started', fresh: true })
  expect(again).toEqual({ ...first, fresh: false })
  const id = first.state === 'started' ? first.instanceId : ''
  const { rows } = await api.database.admin((db) =>
    db.query(
      `select i.source, i.source_name, i.started_by, s.variables from instances i
       join instance_state s on s.instance_id = i.id where i.id = $1`,
      [id],
    ),
  )
  expect(rows).toEqual([
    {
      source: 'webhook',
      source_name: 'Procurement',
      started_by: null,
      variables: expect.objectContaining({ company: 'Quayside', people: 12 }),
    },
  ])
})

test('an archived workflow holds its starts, which begin once when it is active again', async () => {
  const { workflowId, begin } = await arrange()
  await setStatus(workflowId, 'archived')
  const [held, again] = [await begin(), await begin()]
  expect(held).toMatchObject({ state: 'held', reason: { code: 'archived', message: 'The workflow is archived.' } })
  expect(again).toEqual(held)
  await setStatus(workflowId, 'active')
  const id = held.state === 'held' ? held.heldId : ''
  for (let time = 0; time < 3; time++) await inTenant(ctx, ours, (tx) => startHeldOne(tx, id))
  const { rows } = await api.database.admin((db) =>
    db.query(
      `select h.started_at is not null as begun, count(i.id)::int as instances from held_starts h
       left join instances i on i.workflow_id = h.workflow_id where h.id = $1 group by 1`,
      [id],
    ),
  )
  expect(rows).toEqual([{ begun: true, instances: 1 }])
})

test('a held start that fails holds up none of those behind it, and begins once it can', async () => {
  const { workflowId, triggerId, begin } = await arrange()
  await setStatus(workflowId, 'archived')
  const keys = [randomUUID(), randomUUID(), randomUUID()]
  for (const key of keys) await begin(key)
  await setStatus(workflowId, 'active')
  const wake = () => createHeldStartActivities(ctx).startHeldSome({ tenantId: ours.tenantId, workflowId })
  const setGiven = (given: string) =>
    api.database.admin((db) => db.query('update held_starts set given = $2 where key = $1', [keys[0], given]))
  const begun = async () => {
    const { rows } = await api.database.admin((db) =>
      db.query<{ key: string }>('select key from held_starts where trigger_id = $1 and started_at is not null', [
        triggerId,
      ]),
    )
    return rows.map(({ key }) => key).toSorted()
  }
  await setGiven('"nothing"')
  expect(await wake()).toBeUndefined()
  expect(await begun()).toEqual(keys.slice(1).toSorted())
  await setGiven('{"company": "Quayside"}')
  await wake()
  expect(await begun()).toEqual(keys.toSorted())
})

/** Once somebody waits for a lock that a statement with these words wants. */
const untilBlocked = (words: string) =>
  eventually(async () => {
    const { rows } = await api.database.admin((db) =>
      db.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like $1`, [`%${words}%`]),
    )
    if (rows.length === 0) throw new Error('nobody waits')
  })

test.each([
  ['reactivated', 'workflows', 'archived'],
  ['paid for', 'subscriptions', 'lapsed'],
])('a start that comes while what it needs is being %s is not held', async (_, table, stopped) => {
  const { workflowId, begin } = await arrange({ company: 'Quayside' }, theirs)
  const [column, id] = table === 'workflows' ? ['id', workflowId] : ['tenant_id', theirs.tenantId]
  const change = `update ${table} set status = $2 where ${column} = $1`
  await api.database.admin((db) => db.query(change, [id, stopped]))
  const outcome = await api.database.admin(async (db) => {
    await db.query('begin')
    await db.query(change, [id, 'active'])
    const begun = begin()
    await untilBlocked(`${table}%for share`)
    await db.query('commit')
    return begun
  })
  expect(outcome).toMatchObject({ state: 'started' })
})

test.each([
  [{ people: 3 }, 'not_given', 'Required by the workflow, but missing: Company.'],
  [{ company: 'A', people: '12.480,50' }, 'wrong_value', 'people must be a number, not “12.480,50”.'],
])('values %j are refused with place and reason', async (given, code, message) => {
  const { begin } = await arrange(given)
  expect(await begin()).toMatchObject({ state: 'refused', reason: { code, message, errors: [expect.anything()] } })
})
