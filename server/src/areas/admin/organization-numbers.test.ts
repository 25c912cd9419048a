import { getControlledOrg } from '@throughline/contracts/admin'
import { getSubscriptions } from '@throughline/contracts/billing'
import { TenantId } from '@throughline/contracts/ids'
import { afterAll, expect, test } from 'vitest'
import { createShop } from '../../../test/paying.ts'
import { makeInstance, makeTask, makeWorkflow, startedInstance } from '../../../test/running-world.ts'
import { makeStaff } from '../../../test/staff/make-staff.ts'

const shop = await createShop()
afterAll(() => shop.close())
const { ctx } = shop.api
const staff = await makeStaff(shop.api)

const pageOf = (tenantId: string) => staff.client(getControlledOrg, { params: { orgId: TenantId.parse(tenantId) } })

/** What its own people read, in the shape of the page of staff. */
async function ownUsage({ client }: Pick<Awaited<ReturnType<typeof shop.newBuyer>>, 'client'>) {
  const [own] = await client(getSubscriptions, { query: {} })
  if (!own) throw new Error('no subscription')
  const { usage, limits } = own
  return {
    people: { used: usage.people, limit: limits.people },
    storage: { used: usage.storage, limit: limits.storage },
    runs: { used: usage.runs, limit: limits.runs },
  }
}

test('usage and limits are those that the organization reads itself, also where nothing is sold', async () => {
  const buyer = await shop.newLimited({ people: 5, runs: 20, storage: 1_000_000 })
  const { tenantId, tenant } = buyer
  const workflowId = await makeWorkflow(ctx, tenant)
  for (let n = 0; n < 3; n++) await startedInstance(ctx, tenantId, workflowId)
  // Runs count by the month: those of an earlier one do not fill this one.
  await shop.rows(
    `insert into counters (tenant_id, name, key, slot, n) values ($1, 'runs', '2020-01', 0, 900), ($1, 'storage', 'bytes', 0, 4096)`,
    [tenantId],
  )
  const { usage } = await pageOf(tenantId)
  expect(usage).toEqual(await ownUsage(buyer))
  expect(usage).toEqual({
    people: { used: 2, limit: 5 },
    storage: { used: 4096, limit: 1_000_000 },
    runs: { used: 3, limit: 20 },
  })

  const free = await shop.newBuyer()
  await shop.rows('update plans set people = 1, runs = 1 where rank = 0')
  const limited = await pageOf(free.tenantId)
  expect(limited.usage).toMatchObject({ people: { used: 2, limit: 1 }, runs: { used: 0, limit: 1 } })
  expect(limited.usage).toEqual(await ownUsage(free))
  for (const statement of ['delete from tax_rules', 'update plans set seller = null, price = 0', 'delete from sellers'])
    await shop.rows(statement)
  expect((await pageOf(free.tenantId)).usage).toMatchObject({ people: { limit: null }, runs: { limit: null } })
})

test('its days are the last fifteen that have ended, not the last that were counted', async () => {
  const { tenantId } = await shop.newBuyer()
  const counted = await shop.rows<{ day: string }>(
    `insert into usage_days (tenant_id, day, people, started, ended, late, automations_done, automations_failed,
       automations_stopped, file_bytes, members)
     select t.id, (now() at time zone t.time_zone)::date - n, 1, 0, 0, 0, 0, 0, 0, 0, 1
     from tenants t, unnest(array[400, 16, 15, 1]) with ordinality as x (n, place) where t.id = $1
     order by place returning day::text`,
    [tenantId],
  )
  expect((await pageOf(tenantId)).days.map(({ day }) => day)).toEqual(counted.slice(2).map(({ day }) => day))
})

test('its page says what it pays, when somebody last worked, failed sign-ins, and how far its audit is signed', async () => {
  const { tenantId } = await shop.newLimited({ people: 5 })
  const other = await shop.newBuyer()
  await shop.rows(
    `update subscriptions set status = 'active', auto_renew = true, period_from = '2026-11-01', period_to = '2026-12-01',
       canceled_at = null where tenant_id = $1 and live`,
    [tenantId],
  )
  await shop.rows(
    `insert into usage_days (tenant_id, day, people, started, ended, late, automations_done, automations_failed,
       automations_stopped, file_bytes, members, refused_sign_ins)
     select t.id, (now() at time zone t.time_zone)::date - n, people, 0, 0, 0, 0, 0, 0, 0, 2, refused
     from tenants t, (values (1, 0, 4), (3, 2, 1), (40, 5, 0)) x (n, people, refused) where t.id = $1`,
    [tenantId],
  )
  const [active] = await shop.rows<{ day: string }>(
    'select day::text from usage_days where tenant_id = $1 and people = 2',
    [tenantId],
  )
  const [sealed, signed] = ['2026-11-02T03:04:05.000Z', '2026-11-02T04:00:00.000Z']
  await shop.rows(
    `insert into audit_heads (tenant_id, seq, hash, sealed_at, signed_seq, signed_at) values ($1, 9, '', $2, 7, $3)`,
    [tenantId, sealed, signed],
  )
  const page = await pageOf(tenantId)
  expect(page).toMatchObject({
    plan: 'Small',
    subscription: 'active',
    auto_renew: true,
    canceled_at: null,
    period: { from: '2026-11-01', to: '2026-12-01' },
    last_active: active?.day,
    audit: { rows: 9, sealed_at: sealed, signed_rows: 7, signed_at: signed },
  })
  expect(page.days.map(({ refused_sign_ins }) => refused_sign_ins)).toEqual([1, 4])

  const canceled = '2026-11-05T06:07:08.000Z'
  await shop.rows('update subscriptions set auto_renew = false, canceled_at = $2 where tenant_id = $1 and live', [
    tenantId,
    canceled,
  ])
  expect(await pageOf(tenantId)).toMatchObject({ auto_renew: false, canceled_at: canceled })
  const nothing = { rows: 0, sealed_at: null, signed_rows: 0, signed_at: null }
  expect(await pageOf(other.tenantId)).toMatchObject({ last_active: null, days: [], audit: nothing })
})

test('automations that stopped and wait for somebody are counted, and the oldest duty says since when it waits', async () => {
  const { tenantId, tenant } = await shop.newBuyer()
  const other = await shop.newBuyer()
  const instanceId = await makeInstance(ctx, tenantId, await makeWorkflow(ctx, tenant))
  await shop.rows('delete from outbox')
  expect(await pageOf(tenantId)).toMatchObject({ automations_stopped: 0, oldest_duty: null })
  const task = (round: number, status: string, type: 'automated' | 'manual' = 'automated') =>
    makeTask(ctx, tenantId, instanceId, { step: type === 'automated' ? 'order' : 'ask', type, round, status })
  await task(1, 'failed')
  await task(2, 'failed')
  await task(3, 'completed')
  await task(4, 'failed', 'manual')
  const since = '2026-01-02T03:04:05.000Z'
  await shop.rows(
    `insert into outbox (shard, tenant_id, aggregate_id, topic, payload, created_at, available_at)
     select 3, $1, uuidv7(), 'workflow.start', '{}', $2::timestamptz + n * interval '1 minute', 'infinity'
     from generate_series(0, 5) n`,
    [tenantId, since],
  )
  expect(await pageOf(tenantId)).toMatchObject({ automations_stopped: 2, oldest_duty: since })
  expect(await pageOf(other.tenantId)).toMatchObject({ automations_stopped: 0, oldest_duty: null })
  const profile = { industry: 'Finance', size: '11-50', address: 'Wijnhaven 2', contact_email: 'hello@ours.example' }
  await shop.rows('update tenants set industry = $2, size = $3, address = $4, contact_email = $5 where id = $1', [
    tenantId,
    ...Object.values(profile),
  ])
  expect(await pageOf(tenantId)).toMatchObject(profile)
})
