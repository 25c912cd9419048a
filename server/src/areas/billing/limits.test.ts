import { setTimeout } from 'node:timers/promises'
import { beginUpload } from '@throughline/contracts/document-uploads'
import { type TenantId, WorkflowId } from '@throughline/contracts/ids'
import { startInstance } from '@throughline/contracts/instances'
import { addMember, addMembers } from '@throughline/contracts/org-members'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createShop } from '../../../test/paying.ts'
import { queuedContents } from '../../../test/queued-mails.ts'
import { makeWorkflow, startedInstance } from '../../../test/running-world.ts'
import { uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { createBillingStepActivities, type LimitMark } from './billing-steps.activities.ts'
import { limitsOf, requireRun, requireSeats } from './entitlements.service.ts'

const shop = await createShop()
afterAll(() => shop.close())

const AT_ONCE = 50

/** Who is told that the server is busy tries again, as every client does: what counts is who gets some in the end. */
async function settled(act: () => Promise<unknown>): Promise<string> {
  for (;;) {
    const answer = await verdict(act())
    if (!answer.startsWith('503')) return answer
    await setTimeout(250)
  }
}

const atOnce = (act: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: AT_ONCE }, () => settled(act))).then((verdicts) =>
    Object.fromEntries([...new Set(verdicts)].sort().map((one) => [one, verdicts.filter((two) => two === one).length])),
  )

const REST = { accepted: 3, '409 limit_reached': AT_ONCE - 3 }

describe('of the last three', () => {
  test('seats, fifty who are invited at once get exactly three', async () => {
    const { client, tenant, usage } = await shop.newLimited({ people: 5 })
    const params = { orgId: tenant.tenantId }
    const invite = () =>
      client(addMember, {
        params,
        body: { name: 'New', email: uniqueAddress('new'), role_id: tenant.roles.member.id, team_id: null },
      })
    expect(await atOnce(invite)).toEqual(REST)
    expect(await usage()).toMatchObject({ people: 5 })
    const refused = await invite().catch((error: unknown) => error)
    expect(refused).toMatchObject({
      message: 'All 5 seats of your plan are taken. Choose a larger plan, or remove somebody.',
    })
  })

  test('seats, a list fills in its order, and the others stay with their line', async () => {
    const { client, tenant, user, usage } = await shop.newLimited({ people: 5 })
    const people = Array.from({ length: 6 }, (_, at) => ({ name: `New ${at}`, email: uniqueAddress(`z${9 - at}`) }))
    const list = [people[0], { name: 'Me', email: user.email }, { name: '', email: 'x' }, ...people.slice(1)]
    const body = { people: list.flatMap((one) => one ?? []), role_id: tenant.roles.member.id, team_id: null }
    const send = async (people = body.people) => {
      const { results, seats } = await client(addMembers, {
        params: { orgId: tenant.tenantId },
        body: { ...body, people },
      })
      return { seats, codes: results.map(({ code }) => code) }
    }
    expect(await send()).toEqual({
      seats: 5,
      codes: [null, 'already_member', 'bad_name', null, null, 'limit_reached', 'limit_reached', 'limit_reached'],
    })
    expect(await usage()).toMatchObject({ people: 5 })
    await shop.rows(`update plans p set people = 6 from subscriptions s where s.plan_id = p.id and s.tenant_id = $1`, [
      tenant.tenantId,
    ])
    const last = people.slice(3)
    const both = await Promise.all([send(last), send(last)])
    const codes = both.flatMap((one) => one.codes)
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === 'already_member')).toHaveLength(1)
    expect(codes.filter((code) => code === 'limit_reached')).toHaveLength(4)
  })

  test('seats, three lists of two hundred that are invited at once fill no more than there are', async () => {
    const { tenantId, usage } = await shop.newLimited({ people: 500 })
    const inviteAll = () =>
      inTenant(shop.api.ctx, { tenantId }, async (tx) => {
        await requireSeats(tx, 200)
        await setTimeout(100)
        tx.count('members.status', 'invited', 200)
      })
    const answers = await Promise.allSettled([1, 2, 3].map(inviteAll))
    expect(answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toMatchObject([
      { code: 'limit_reached' },
    ])
    expect(await usage()).toMatchObject({ people: 402 })
  })

  test('runs, fifty that start at once get exactly three', async () => {
    const { client, tenant, usage } = await shop.newLimited({ runs: 3 })
    const workflowId = WorkflowId.parse(await makeWorkflow(shop.api.ctx, tenant))
    const start = () =>
      client(startInstance, { params: { workflowId }, body: { name: 'Run', answers: {}, metadata: {} } })
    expect(await atOnce(start)).toEqual(REST)
    expect(await usage()).toMatchObject({ runs: 3 })
  })

  test.each([
    [300, 0],
    [100, 1],
  ])('runs, those who start one wait for each other only near the limit: of %i', async (runs, locks) => {
    const { tenantId } = await shop.newLimited({ runs })
    const taken = await inTenant(shop.api.ctx, { tenantId }, async (tx) => {
      await requireRun(tx, false)
      const held = sql`select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`
      return (await held.execute(tx.db)).rows.length
    })
    expect(taken).toBe(locks)
  })

  test('parts of the storage, fifty files that begin at once get exactly three, and both marks are told', async () => {
    const size = 100_000_000
    const { client, tenantId } = await shop.newLimited({ storage: 3 * size })
    const begin = () => client(beginUpload, { body: { name: 'film.bin', size } })
    expect(await atOnce(begin)).toEqual({ accepted: 3, '413 quota_exceeded': AT_ONCE - 3 })
    expect(await marksOf(tenantId)).toEqual([
      { tenantId, volume: 'storage', percent: 80 },
      { tenantId, volume: 'storage', percent: 100 },
    ])
  })
})

/** What administrators will be told, in the order in which it was reached. */
async function marksOf(tenantId: string): Promise<LimitMark[]> {
  const rows = await shop.rows<{ args: LimitMark }>(
    `select payload -> 'args' as args from outbox where payload ->> 'workflow' = 'tellLimit' and tenant_id = $1 order by id`,
    [tenantId],
  )
  return rows.map(({ args }) => args)
}

test('administrators hear at 80 and at 100 %, once each for a limit', async () => {
  const { client, tenant, tenantId, user } = await shop.newLimited({ people: 10 })
  const invite = () => {
    const body = { name: 'New', email: uniqueAddress('new'), role_id: tenant.roles.member.id, team_id: null }
    return client(addMember, { params: { orgId: tenantId }, body })
  }
  const started = () => marksOf(tenantId)
  for (let seat = 3; seat < 8; seat++) await invite()
  expect(await started()).toEqual([])
  await invite()
  await invite()
  expect(await started()).toEqual([{ tenantId, volume: 'people', percent: 80 }])
  await invite()
  const marks = await started()
  expect(marks.map(({ percent }) => percent)).toEqual([80, 100])
  const { queueLimitNotice } = createBillingStepActivities(shop.api.ctx, undefined)
  for (const mark of marks) await queueLimitNotice(mark)
  expect(await queuedContents(shop.api, user.email)).toMatchObject([
    { subject: 'Ours has used 80% of its seats' },
    { subject: 'Ours has used all of its seats' },
  ])
  // Of a larger plan, they hear in the same month.
  await shop.rows('update plans p set people = 12 from subscriptions s where s.plan_id = p.id and s.tenant_id = $1', [
    tenantId,
  ])
  await invite()
  await invite()
  expect((await started()).map(({ percent }) => percent)).toEqual([80, 100, 80, 100])
})

test('without a payment provider, nothing that was sold limits anybody, in the eyes of staff too, and a plan that an operator gave does', async () => {
  const { ctx } = shop.api
  const selfHosted = { ...ctx, config: { ...ctx.config, PAYMENTS_KEY_ID: undefined } }
  const limitsWithout = async ({ tenantId }: { tenantId: TenantId }) => {
    const limits = await readTenant(selfHosted, { tenantId }, limitsOf)
    const forStaff = `select people_limit::int as people, storage_limit::float8 as storage, runs_limit::int as runs
      from staff.usage_of($1, false)`
    expect(await shop.rows(forStaff, [tenantId])).toEqual([limits])
    return limits
  }
  const NONE = { people: null, storage: null, runs: null }
  const [free, paying] = [await shop.newBuyer(), await shop.newBuyer()]
  await shop.verify(paying.client, shop.pay(await shop.order(paying.client, 'Team US monthly')))
  expect((await readTenant(ctx, { tenantId: paying.tenantId }, limitsOf)).people).toBe(15)
  expect(await limitsWithout(free)).toEqual(NONE)
  expect(await limitsWithout(paying)).toEqual(NONE)
  expect(await limitsWithout(await shop.newLimited({ people: 5 }))).toEqual({ ...NONE, people: 5 })
})

test('without a seller, Free has no limits', async () => {
  const { client, tenant } = await shop.newBuyer()
  await shop.rows('update plans set people = 1, runs = 1 where rank = 0')
  const invite = () => {
    const body = { name: 'New', email: uniqueAddress('new'), role_id: tenant.roles.member.id, team_id: null }
    return verdict(client(addMember, { params: { orgId: tenant.tenantId }, body }))
  }
  expect(await invite()).toBe('409 limit_reached')
  await shop.rows('delete from tax_rules')
  await shop.rows('update plans set seller = null, price = 0')
  await shop.rows('delete from sellers')
  expect(await invite()).toBe('accepted')
  const started = await startedInstance(shop.api.ctx, tenant.tenantId, await makeWorkflow(shop.api.ctx, tenant))
  expect(started).toBeDefined()
})
