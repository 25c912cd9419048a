import { afterAll, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { connectAs } from '../../../test/connect.ts'
import { makeMember } from '../../../test/factories.ts'
import { beginFor } from '../../../test/plans-behind.ts'
import { planOf } from '../../../test/query-plan.ts'
import { makeWorkflow, startedInstance } from '../../../test/running-world.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { viewerOf } from '../../../test/viewer-of.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { periodOf } from './period.service.ts'
import { restrictedOf } from './visible-rows.ts'

/** More than are looked at of a member, and of an organization. */
const [PARTS, RESTRICTED] = [5_001, 10_001]

const api = await sharedApi()
const { ours } = await createWorld(api)
const { tenantId } = ours
const { personId, email } = await makeSomeone(api.ctx)
const memberId = await makeMember(api.ctx, ours, { personId, name: 'Busy', email, role: 'member', teamId: ours.teamId })
const viewer = await viewerOf(api.ctx, personId)
const workflow = await makeWorkflow(api.ctx, ours)
const oldest = await startedInstance(api.ctx, tenantId, workflow, { narrowed: true })
const client = await connectAs('tl_api', api.database.name)
afterAll(() => client.end())

const admin = (text: string, values: unknown[] = []) =>
  api.database.admin((db) => db.query(text, [tenantId, ...values]))
const takePart = (condition: string) =>
  admin(
    `insert into instance_people (tenant_id, instance_id, member_id)
     select tenant_id, id, $2 from instances where tenant_id = $1 and ${condition} on conflict do nothing`,
    [memberId],
  )
const scope = () =>
  inTenant(api.ctx, { tenantId }, async (tx) => ({
    tenantId,
    memberId,
    visible: await visibleTo(tx, viewer),
    period: await periodOf(tx, 'quarter'),
    workflowId: undefined,
  }))
const restricted = async () => {
  const asked = await scope()
  return inTenant(api.ctx, { tenantId }, ({ db }) => restrictedOf(db, asked))
}

test('the restricted instances that somebody takes part in are found, and it is said that these are all', async () => {
  await takePart(`id = '${oldest}'`)
  expect(await restricted()).toEqual({ ids: [oldest], hasMore: false })
})

test('of somebody who takes part in more than is looked at, it is said that there may be more', async () => {
  await admin(
    `insert into instances (tenant_id, workflow_id, workflow_version, prefix, number, name, status, source_key)
     select $1, $2, 1, 'MANY', n, 'Case ' || n, 'in_progress', 'restricted ' || n from generate_series(1, $3::int) n`,
    [workflow, RESTRICTED],
  )
  await takePart(`prefix = 'MANY' and number < ${PARTS - 1}`)
  expect(await restricted()).toEqual({ ids: [oldest], hasMore: false })
  await takePart(`prefix = 'MANY' and number <= ${PARTS}`)
  expect(await restricted()).toEqual({ ids: [], hasMore: true })
})

test('of the restricted instances of an organization only the newest are read, and it is said that there may be more', async () => {
  await admin(`delete from instance_people where tenant_id = $1 and instance_id <> $2`, [oldest])
  await admin(`update instances set narrowed = true where tenant_id = $1`)
  expect(await restricted()).toEqual({ ids: [], hasMore: true })
  await api.database.admin((db) => db.query('vacuum analyze instances, instance_people'))
  const asked = await scope()
  await client.query(beginFor({ tenantId, memberId }))
  const { accesses } = await planOf(client, (db) => restrictedOf(db, asked))
  await client.query('rollback')
  const read = accesses.filter(({ relation }) => relation.startsWith('instances'))
  expect(read.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(RESTRICTED)
})
