import { randomUUID } from 'node:crypto'
import { getSubscriptions, startTrial } from '@throughline/contracts/billing'
import { PlanId } from '@throughline/contracts/ids'
import { afterAll, describe, expect, test } from 'vitest'
import { createReleaseActivities } from '../src/areas/forms/triggers/release-starts.activities.ts'
import { createStartWaitingActivities } from '../src/areas/forms/triggers/start-waiting.activities.ts'
import { signedHeaders } from '../src/areas/starts/hooks/signatures.ts'
import { fireSchedule } from '../src/areas/starts/schedules/fire-schedule.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { makeKey } from './api-keys.ts'
import { COMPANY_MAPPING, makePublishedForm, storeResponse } from './form-responses.ts'
import { makeTrigger } from './forms.ts'
import { holdStart } from './hold-start.ts'
import { makeHook } from './hooks.ts'
import { makeMailAddress } from './mail-starts.ts'
import { createShop } from './paying.ts'
import { makeWorkflow, startedInstance } from './running-world.ts'
import { makeSchedule } from './schedules.ts'

const shop = await createShop()
afterAll(() => shop.close())

type Shop = Awaited<ReturnType<typeof shop.newLimited>>['tenant']

const wokenOf = (tenantId: string) =>
  shop.rows(`select from outbox where payload->>'workflowId' = $1`, [`start-oldest:${tenantId}`])

async function startAllOldest(tenantId: string): Promise<void> {
  const activities = createReleaseActivities(shop.api.ctx)
  let after: string | undefined
  do after = await activities.startOldestSome({ tenantId, ...(after !== undefined && { after }) })
  while (after !== undefined)
}

describe('responses to a form', () => {
  test('that find no run left are held and begin by themselves, oldest first and once', async () => {
    const { ctx } = shop.api
    const { client, tenant, tenantId } = await shop.newLimited({ runs: 2 })
    const form = await makePublishedForm(ctx, tenant)
    const { workflowId } = await makeTrigger(ctx, tenant, form, { mapping: COMPANY_MAPPING })
    const responses: string[] = []
    for (let at = 0; at < 5; at++) responses.push(await storeResponse(ctx, tenant, form))
    const statesOf = () =>
      shop.rows<{ submission_id: string; state: string; code: string | null }>(
        `select submission_id, state, reason ->> 'code' as code from submission_starts where tenant_id = $1 order by submission_id`,
        [tenantId],
      )
    const held = (await statesOf()).filter(({ code }) => code === 'limit').map((row) => row.submission_id)
    expect(held).toEqual(responses.slice(2))
    const releases = await shop.rows(
      `select from outbox where payload->>'workflow' = 'releaseStarts' and tenant_id = $1`,
      [tenantId],
    )
    expect(releases.length).toBeGreaterThan(0)
    const waiting = createStartWaitingActivities(ctx)
    await waiting.startSome({ tenantId, workflowId })
    expect((await statesOf()).filter(({ state }) => state === 'started')).toHaveLength(2)

    expect(await wokenOf(tenantId)).toEqual([])
    await shop.verify(client, shop.pay(await shop.order(client, 'Team US monthly')))
    expect(await wokenOf(tenantId)).not.toEqual([])
    for (let time = 0; time < 2; time++) await startAllOldest(tenantId)
    const begun = await shop.rows<{ id: string }>(
      `select s.submission_id as id from instances i join submission_starts s on (s.tenant_id, s.instance_id) = (i.tenant_id, i.id)
       where i.tenant_id = $1 order by i.number`,
      [tenantId],
    )
    expect(begun.map(({ id }) => id)).toEqual(responses)
  })
})

const DAY = 86_400_000
const EACH = 20
const LEFT = 30

/** Twenty starts of each kind come in turn, none of which finds a run; answers by what they will be known. */
async function holdEighty(tenant: Shop) {
  const { ctx } = shop.api
  const scope = { tenantId: tenant.tenantId }
  const form = await makePublishedForm(ctx, tenant)
  const { id: formTrigger } = await makeTrigger(ctx, tenant, form, { mapping: COMPANY_MAPPING })
  const { scheduleId } = await makeSchedule(ctx, tenant, { since: new Date('2026-01-01T00:00:00Z') })
  const { hookId } = await makeHook(ctx, tenant)
  const { mailAddressId } = await makeMailAddress(ctx, tenant)
  const first = Math.floor(Date.now() / DAY) * DAY + 8 * 3_600_000 - EACH * DAY
  const order: string[] = []
  for (let n = 0; n < EACH; n++) {
    order.push(`${await storeResponse(ctx, tenant, form)}:${formTrigger}`)
    const at = first + n * DAY
    // A firing is told of more than once.
    for (let time = 0; time < 2; time++) await inTenant(ctx, scope, (tx) => fireSchedule(tx, scheduleId, at, at))
    order.push(`${scheduleId}:${new Date(at).toISOString()}`)
    order.push(await holdStart(ctx, tenant.tenantId, { triggerId: hookId, source: 'webhook', n }))
    order.push(await holdStart(ctx, tenant.tenantId, { triggerId: mailAddressId, source: 'mail', n }))
  }
  return { order, scheduleId }
}

test('twenty of each kind begin in the order in which they came, as far as there are runs, and once', async () => {
  const { client, tenant, tenantId } = await shop.newLimited({ runs: 1 })
  const { ctx } = shop.api
  await startedInstance(ctx, tenantId, await makeWorkflow(ctx, tenant))
  const { order, scheduleId } = await holdEighty(tenant)
  const firings = () =>
    shop.rows<{ state: string; n: number }>(
      `select state, count(*)::int as n from schedule_firings where schedule_id = $1 group by state order by state`,
      [scheduleId],
    )
  const begun = async () =>
    (
      await shop.rows<{ key: string }>(
        `select source_key as key from instances where tenant_id = $1 and source <> 'person' order by id`,
        [tenantId],
      )
    ).map(({ key }) => key)
  expect(await firings()).toEqual([{ state: 'held', n: EACH }])
  const [own] = await client(getSubscriptions, { query: {} })
  expect(own?.held_starts).toBe(order.length)
  const releases = () =>
    shop.rows(`select from outbox where payload ->> 'workflow' = 'releaseStarts' and tenant_id = $1`, [tenantId])
  const before = (await releases()).length

  // The new month has fewer runs than are waited for: the others stay for the one after it.
  await shop.rows(`update plans p set runs = $2 from subscriptions s where s.plan_id = p.id and s.tenant_id = $1`, [
    tenantId,
    1 + LEFT,
  ])
  await startAllOldest(tenantId)
  expect(await begun()).toEqual(order.slice(0, LEFT))
  expect((await releases()).length).toBeGreaterThan(before)

  await shop.verify(client, shop.pay(await shop.order(client, 'Team US monthly')))
  expect(await wokenOf(tenantId)).toHaveLength(1)
  for (let time = 0; time < 2; time++) await startAllOldest(tenantId)
  expect(await begun()).toEqual(order)
  expect(await firings()).toEqual([{ state: 'late', n: EACH }])
})

test('a call that its sender has signed is held while no run is left', async () => {
  const { tenant, tenantId } = await shop.newLimited({ runs: 1 })
  const { ctx, app } = shop.api
  const { hookId, secret } = await makeHook(ctx, tenant)
  const body = JSON.stringify({ supplier: { name: 'Quayside' }, total: { people: 3 } })
  const call = async () => {
    const signed = signedHeaders('standard', secret, Buffer.from(body), { id: randomUUID() })
    const headers = { host: new URL(ctx.config.APP_ORIGIN).host, 'content-type': 'application/json', ...signed }
    const answer = await app.inject({ method: 'POST', url: `/v1/hooks/${hookId}/`, headers, payload: body })
    return { status: answer.statusCode, held: answer.json().data.held }
  }
  expect([await call(), await call()]).toEqual([
    { status: 202, held: false },
    { status: 202, held: true },
  ])
  const waiting = await shop.rows(`select reason ->> 'code' as code from held_starts where tenant_id = $1`, [tenantId])
  expect(waiting).toEqual([{ code: 'limit' }])
})

test('twenty starts by a key are refused, and none waits; the same calls start once there are runs', async () => {
  const { client, tenant, tenantId } = await shop.newLimited({ runs: 1 })
  const { ctx, app } = shop.api
  const { workflowId, token } = await makeKey(ctx, tenant)
  await startedInstance(ctx, tenantId, await makeWorkflow(ctx, tenant))
  const host = new URL(ctx.config.APP_ORIGIN).host
  const start = async (n: number) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/v1/workflows/${workflowId}/instances/`,
      headers: { host, authorization: `Bearer ${token}`, 'idempotency-key': `call-${n}` },
      payload: { name: `Call ${n}`, answers: { company: 'Quayside' } },
    })
    return [answer.statusCode, answer.json().code]
  }
  const each = Array.from({ length: EACH }, (_, n) => n)
  expect(await Promise.all(each.map(start))).toEqual(each.map(() => [409, 'limit_reached']))
  expect(await shop.rows('select from held_starts where tenant_id = $1', [tenantId])).toEqual([])
  await shop.verify(client, shop.pay(await shop.order(client, 'Team US monthly')))
  expect(await Promise.all(each.map(start))).toEqual(each.map(() => [201, undefined]))
})

test('a lapsed workspace holds what would start, of every kind, until it is paid for', async () => {
  const { client, tenant, tenantId } = await shop.newLimited({})
  await shop.rows(`update subscriptions set status = 'lapsed' where tenant_id = $1`, [tenantId])
  const { order, scheduleId } = await holdEighty(tenant)
  const reasons = await shop.rows<{ message: string }>(
    `select distinct reason ->> 'message' as message from held_starts where tenant_id = $1
     union select distinct reason ->> 'message' from submission_starts where tenant_id = $1
     union select distinct reason ->> 'message' from schedule_firings where schedule_id = $2`,
    [tenantId, scheduleId],
  )
  expect(reasons).toEqual([{ message: expect.stringMatching(/^Your subscription has ended\./) }])
  const started = () => shop.rows('select from instances where tenant_id = $1', [tenantId])
  await startAllOldest(tenantId)
  expect(await started()).toEqual([])
  await shop.verify(client, shop.pay(await shop.order(client, 'Team US monthly')))
  expect(await wokenOf(tenantId)).toHaveLength(1)
  await startAllOldest(tenantId)
  expect(await started()).toHaveLength(order.length)
})

test('a trial has runs for what waits, too', async () => {
  const { client, tenant, tenantId } = await shop.newBuyer()
  const { ctx } = shop.api
  const form = await makePublishedForm(ctx, tenant)
  await makeTrigger(ctx, tenant, form, { mapping: COMPANY_MAPPING })
  await shop.rows(`update plans set runs = 1 where price = 0`)
  const [trial] = await shop.rows<{ id: string }>(
    `insert into plans (name, plan_type, country, billing_period, currency, price, rank, is_trial, trial_days, valid_from)
     values ('Trial', 'business', 'US', 'monthly', 'USD', 0, 3, true, 14, '2020-01-01') returning id`,
  )
  for (let at = 0; at < 2; at++) await storeResponse(ctx, tenant, form)
  expect(await wokenOf(tenantId)).toEqual([])
  await client(startTrial, { body: { plan_id: PlanId.parse(trial?.id) } })
  expect(await wokenOf(tenantId)).toHaveLength(1)
})
