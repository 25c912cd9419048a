import { cancelDatedStart, dateStart, listDatedStarts } from '@throughline/contracts/dated-starts'
import { WorkflowId } from '@throughline/contracts/ids'
import { startInstance } from '@throughline/contracts/instances'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { INTAKE_WORKFLOW } from '../../../../test/forms.ts'
import { createShop } from '../../../../test/paying.ts'
import { makeWorkflow } from '../../../../test/running-world.ts'
import { makeDated } from '../../../../test/schedules.ts'
import { verdict } from '../../../../test/verdict.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { startHeldOne } from '../held-starts.activities.ts'
import { heldForRuns } from '../held-starts.ts'

const shop = await createShop()
afterAll(() => shop.close())
beforeEach(() => shop.setClock('2026-11-12T09:00:00Z'))

const FIRST = '00000000-0000-0000-0000-000000000000'
const body = { name: 'Onboarding Tarn', answers: { company: 'Tarn' }, metadata: {} }

/** A workspace that has used its only run, in UTC. */
async function used() {
  const buyer = await shop.newLimited({ runs: 1 })
  const { client, tenant, tenantId } = buyer
  await shop.rows(`update tenants set time_zone = 'UTC' where id = $1`, [tenantId])
  const workflowId = WorkflowId.parse(await makeWorkflow(shop.api.ctx, tenant, INTAKE_WORKFLOW))
  const params = { workflowId }
  await client(startInstance, { params, body })
  const list = async () => (await client(listDatedStarts, { params })).data
  /** What the engine does once there may be runs again. */
  const release = () =>
    inTenant(shop.api.ctx, tenant, async (tx) => {
      const ids = await heldForRuns(tx, FIRST, 10)
      for (const id of ids) await startHeldOne(tx, id)
      return ids.length
    })
  const begun = () =>
    shop.rows(`select name, source, started_by = $2 as own from instances where tenant_id = $1 order by id offset 1`, [
      tenantId,
      tenant.ownerId,
    ])
  return { ...buyer, params, list, release, begun }
}

describe('a start that finds no run left', () => {
  test('is dated to the first of the next month, waits although the plan grows, and begins then, once', async () => {
    const { client, params, list, release, begun } = await used()
    const refused = await client(startInstance, { params, body }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'limit_reached', againAt: '2026-12-01T00:00:00.000Z' })
    const date = () => client(dateStart, { params, body }, { idempotencyKey: 'same' })
    const [first, again] = [await date(), await date()]
    expect(again).toEqual(first)
    expect(first.data).toMatchObject({ name: 'Onboarding Tarn', starts_at: '2026-12-01T00:00:00.000Z', reason: null })
    expect(await list()).toEqual([first.data])

    await shop.verify(client, shop.pay(await shop.order(client, 'Team US monthly')))
    expect(await release()).toBe(0)
    await shop.setClock('2026-12-01T00:00:05Z')
    expect(await release()).toBe(1)
    expect(await release()).toBe(0)
    expect(await begun()).toEqual([{ name: 'Onboarding Tarn', source: 'person', own: true }])
    expect(await list()).toEqual([])
  })

  test('is refused as it would be on its day, and while there are runs', async () => {
    const { client, params } = await used()
    const date = (more: object) => verdict(client(dateStart, { params, body: { ...body, ...more } }))
    expect(await date({ answers: {} })).toBe('422 invalid_request')
    expect(await date({ due_date: 'soon' })).toBe('422 invalid_request')
    await shop.setClock('2026-12-01T00:00:05Z')
    expect(await date({})).toBe('409 runs_left')
  })

  test('of somebody who has left starts nothing, and the list says why', async () => {
    const { client, params, tenant, release, begun, list } = await used()
    await client(dateStart, { params, body })
    await shop.rows(`update members set status = 'suspended' where id = $1`, [tenant.ownerId])
    await shop.setClock('2026-12-01T00:00:05Z')
    expect(await release()).toBe(1)
    expect(await release()).toBe(0)
    expect(await begun()).toEqual([])
    await shop.rows(`update members set status = 'active' where id = $1`, [tenant.ownerId])
    expect(await list()).toMatchObject([{ reason: 'The person who started it can’t start this workflow anymore.' }])
  })
})

describe('a dated start', () => {
  test('is canceled once, and starts nothing then', async () => {
    const { client, params, list, release, begun } = await used()
    const { id } = (await client(dateStart, { params, body })).data
    const cancel = () => verdict(client(cancelDatedStart, { params: { ...params, heldStartId: id } }))
    expect((await Promise.all([cancel(), cancel()])).sort((a, b) => a.localeCompare(b))).toEqual([
      '404 not_found',
      'accepted',
    ])
    expect(await list()).toEqual([])
    await shop.setClock('2026-12-01T00:00:05Z')
    await release()
    expect(await begun()).toEqual([])
  })

  test('of participants only is nobody else’s, and those of others are not found', async () => {
    const { tenant, params, list, asAdmin, client } = await used()
    const other = await used()
    const hidden = await makeDated(shop.api.ctx, tenant, { ...params, narrowed: true })
    const open = await makeDated(shop.api.ctx, tenant, params)
    const admin = await asAdmin()
    const seen = (await admin(listDatedStarts, { params })).data.map(({ id }) => String(id))
    expect(seen).toEqual([open.heldStartId])
    expect(await list()).toHaveLength(2)
    const of = (one: typeof open) => cancelDatedStart.params.parse(one)
    expect(await verdict(admin(cancelDatedStart, { params: of(hidden) }))).toBe('404 not_found')
    expect(await verdict(other.client(cancelDatedStart, { params: of(open) }))).toBe('404 not_found')
    const elsewhere = of({ ...open, workflowId: other.params.workflowId })
    expect(await verdict(client(cancelDatedStart, { params: elsewhere }))).toBe('404 not_found')
    expect(await verdict(admin(cancelDatedStart, { params: of(open) }))).toBe('accepted')
  })
})
