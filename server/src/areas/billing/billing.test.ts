import { getPlans, getSubscription, getSubscriptions, openCardCheck, openPayment } from '@throughline/contracts/billing'
import { PlanId } from '@throughline/contracts/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApi, signIn } from '../../../test/api.ts'
import { makeTenant } from '../../../test/factories.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'
import { FREE_PLAN } from './billing.queries.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)

const START = '2026-01-01T00:00:00.000Z'
const SOON = '2099-01-01T00:00:00.000Z'
const change = (set: string) =>
  api.database.admin((admin) => admin.query(`update subscriptions set ${set} where tenant_id = $1`, [ours.tenantId]))

describe('the subscription', () => {
  beforeEach(() => change(`status = 'active', starts_at = '${START}', ends_at = '${SOON}', canceled_at = null`))
  const read = () => actors.viewer.client(getSubscription)

  test('is told in words to everyone in the workspace', async () => {
    expect(await read()).toEqual({
      plan: 'Free',
      status: 'Active',
      start_date: START,
      end_date: SOON,
      auto_renew: true,
    })
  })

  test.each([
    [`status = 'trial'`, 'Trial', true],
    [`status = 'lapsed'`, 'Lapsed', true],
    [`ends_at = '2026-02-01'`, 'Lapsed', true],
    ['canceled_at = now()', 'Canceled', false],
  ])('with %s is %s', async (set, status, auto_renew) => {
    await change(set)
    expect(await read()).toMatchObject({ status, auto_renew })
  })

  test('is all there is where no payment provider is configured: no plans, no prices, no limits', async () => {
    const { client } = actors.owner
    expect(await client(getPlans, { query: { country_code: 'US' } })).toEqual([])
    expect(await client(getSubscriptions, { query: {} })).toMatchObject([
      { takes_payments: false, limits: { people: null, storage: null, runs: null }, warnings: [], renewal: null },
    ])
    const plan_id = PlanId.parse(FREE_PLAN)
    expect(await verdict(client(openPayment, { body: { plan_id } }))).toBe('409 payments_off')
    expect(await verdict(client(openCardCheck))).toBe('409 payments_off')
  })

  test('of a workspace of one’s own is free', async () => {
    const { personId, username } = await makeSomeone(api.ctx)
    await makeTenant(api.ctx, personId, 'personal', 'Alone')
    const { client } = await signIn(api, username)
    expect(await client(getSubscription)).toMatchObject({ status: 'Active', end_date: null })
  })
})
