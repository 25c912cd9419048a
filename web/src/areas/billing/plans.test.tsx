import { fireEvent, waitFor, within } from '@testing-library/react'
import type { Plan } from '@throughline/contracts/billing'
import { PlanId } from '@throughline/contracts/ids'
import { expect, test } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { spec, texts } from './billing.texts.ts'
import { monthsFree } from './parts/plan-card.tsx'
import { OWN, openBilling, PLANS } from './testing/open-billing.tsx'
import { free, id, plan, subscription } from './testing/sample-billing.ts'

const team = plan({
  id: PlanId.parse(id(11)),
  name: 'Team',
  price: 59_000,
  recommended: false,
  limits: { people: 15, storage: null, runs: 5_000 },
  change: 'at_end',
})
const large = plan({
  id: PlanId.parse(id(13)),
  name: 'Business 200',
  price: 549_000,
  recommended: false,
  change: 'now',
})
const offer = [team, plan(), { ...plan(), id: id(14), billing_period: 'monthly', price: 17_900 }, large]

const cardOf = async (page: ReturnType<typeof openBilling>['page'], name: string) => {
  const heading = await page.findByRole('heading', { level: 2, name })
  const card = heading.closest('li')
  if (!card) throw new Error('a plan without a card')
  return within(card)
}

test('a card says what the plan costs, what yearly saves, and what you use of it', async () => {
  const { page } = openBilling('/subscription/plans', { [PLANS]: { body: offer } })
  const card = await cardOf(page, 'Business')
  expect(card.getByText('$1,790')).toBeTruthy()
  expect(card.getByText('2 months free, plus applicable tax')).toBeTruthy()
  expect(card.getByText('50 people')).toBeTruthy()
  expect(card.getByText('you have 24')).toBeTruthy()
  expect(card.getByRole('button', { name: spec.currentPlan })).toHaveProperty('disabled', true)
  expect(card.getByText('Renews automatically on Mar 3, 2027')).toBeTruthy()
})

test('a larger plan is an upgrade, which hands the plan over to be paid for', async () => {
  const { page } = openBilling('/subscription/plans', { [PLANS]: { body: offer } })
  const card = await cardOf(page, 'Business 200')
  fireEvent.click(card.getByRole('link', { name: /Upgrade/ }))
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/subscription/update'))
  await waitFor(() => expect(page.router.state.location.search).toEqual({ plan: large.id }))
  expect(page.router.state.location.state.planId).toBeUndefined()
})

test('a smaller plan begins when what is paid for ends', async () => {
  const choose = `POST /v1/pricing/subscriptions/${subscription().id}/next-plan/`
  const { page, server, toasts } = openBilling('/subscription/plans', {
    [PLANS]: { body: offer },
    [choose]: { body: subscription() },
  })
  const card = await cardOf(page, 'Team')
  fireEvent.click(card.getByRole('button', { name: 'Switch to Team' }))
  await waitFor(() => expect(toasts).toEqual([texts.switched.to('Team')]))
  expect(server.sent(choose)).toEqual([{ plan_id: id(11) }])
})

test('a smaller plan chosen after canceling says that auto-renew is turned back on', async () => {
  const canceled = subscription({ auto_renew: false, renewal: null })
  const { page, toasts } = openBilling('/subscription/plans', {
    [PLANS]: { body: [...offer, freePlan({ change: 'at_end' })] },
    [OWN]: { body: [canceled] },
    [`POST /v1/pricing/subscriptions/${canceled.id}/next-plan/`]: { body: subscription() },
  })
  expect((await cardOf(page, 'Free')).getByText('Starts on Mar 3, 2027')).toBeTruthy()
  const card = await cardOf(page, 'Team')
  expect(card.getByText('Starts on Mar 3, 2027, and auto-renew is turned back on')).toBeTruthy()
  fireEvent.click(card.getByRole('button', { name: 'Switch to Team' }))
  await waitFor(() => expect(toasts).toEqual([texts.switched.toAndRenew('Team')]))
})

test('if the switch is refused, the specification’s text is shown', async () => {
  const choose = `POST /v1/pricing/subscriptions/${subscription().id}/next-plan/`
  const { page, toasts } = openBilling('/subscription/plans', {
    [PLANS]: { body: offer },
    [choose]: refusal(409, 'too_small', 'This plan is too small'),
  })
  fireEvent.click((await cardOf(page, 'Team')).getByRole('button', { name: 'Switch to Team' }))
  await waitFor(() => expect(toasts).toEqual([spec.upgradeFailed]))
})

test('a plan that is too small says why and can’t be chosen', async () => {
  const { page } = openBilling('/subscription/plans', { [PLANS]: { body: [{ ...team, exceeded: ['people'] }, large] } })
  const card = await cardOf(page, 'Team')
  expect(card.getByRole('button', { name: 'Switch to Team' })).toHaveProperty('disabled', true)
  expect(card.getByText('Team has 15 seats; you have 24 people')).toBeTruthy()
})

test('Enterprise has no price and opens an email', async () => {
  const { page } = openBilling('/subscription/plans')
  fireEvent.click(await page.findByLabelText(spec.kinds.enterprise))
  expect(await page.findByText(spec.custom)).toBeTruthy()
  expect(page.getByRole('link', { name: spec.contactSales }).getAttribute('href')).toMatch(/^mailto:sales@/)
})

test('where nothing is sold there are no prices', async () => {
  const { page } = openBilling('/subscription/plans', {
    [PLANS]: { body: [] },
    [OWN]: { body: [free({ takes_payments: false })] },
  })
  expect(await page.findByText(texts.notSold)).toBeTruthy()
  expect(page.queryByRole('combobox')).toBeNull()
})

test('a workspace that has lapsed is told since when, and how to pay', async () => {
  const { page } = openBilling('/subscription/plans', {
    [OWN]: { body: [subscription({ status: 'Lapsed', lapsed_on: '2027-03-17', renewal: null })] },
  })
  const banner = within(await page.findByRole('alert'))
  expect(banner.getByText('Harbor & Vale has been read-only since Mar 17, 2027')).toBeTruthy()
  expect(banner.getByRole('link', { name: spec.payNow })).toBeTruthy()
})

test('if the plans can’t be loaded, they can be requested again', async () => {
  const { page, server } = openBilling('/subscription/plans', { [PLANS]: 'unreachable' })
  expect(await page.findByText(spec.plansFailed)).toBeTruthy()
  server.change(PLANS, { body: offer })
  fireEvent.click(page.getByRole('button', { name: 'Try Again' }))
  expect(await cardOf(page, 'Business')).toBeTruthy()
})

test('while they load, that is said', async () => {
  const { page } = openBilling('/subscription/plans', { [PLANS]: 'silent' })
  expect(await page.findByText(texts.loading)).toBeTruthy()
})

test.each([
  [17_900, 179_000, 2],
  [900, 10_800, 0],
  [900, 9_900, 1],
  [900, 9_000, 2],
  [1_000, 10_500, 0],
  [null, 9_000, 0],
])('of %o a month and %o a year, %o months are free', (monthly, yearly, free) => {
  expect(monthsFree(monthly, yearly)).toBe(free)
})

const freePlan = (differences: Partial<Plan>) =>
  plan({
    id: PlanId.parse(id(10)),
    name: 'Free',
    price: 0,
    billing_period: 'monthly',
    recommended: false,
    ...differences,
  })

test('a trial says for how long it is free, and begins without a card', async () => {
  const BEGIN = 'POST /v1/pricing/trials/'
  const { page, server, toasts } = openBilling('/subscription/plans', {
    [PLANS]: { body: [freePlan({ name: 'Business trial', is_trial: true, trial_days: 14, change: 'now' })] },
    [OWN]: { body: [free()] },
    [BEGIN]: { body: free() },
  })
  const card = await cardOf(page, 'Business trial')
  expect(card.getByText('for 14 days')).toBeTruthy()
  expect(card.queryByText(texts.card.forever)).toBeNull()
  fireEvent.click(card.getByRole('button', { name: texts.card.startTrial }))
  await waitFor(() => expect(toasts).toEqual(['Your trial of Business trial has started']))
  expect(server.sent(BEGIN)).toEqual([{ plan_id: id(10) }])
})

test('a workspace that has lapsed goes on with Free at once, where what it has fits', async () => {
  const lapsed = subscription({ status: 'Lapsed', lapsed_on: '2027-03-17', renewal: null })
  const SWITCH = `POST /v1/pricing/subscriptions/${lapsed.id}/next-plan/`
  const { page, server, toasts } = openBilling('/subscription/plans', {
    [PLANS]: {
      body: [freePlan({ change: 'now', limits: { people: 1, storage: null, runs: 100 }, exceeded: ['people'] })],
    },
    [OWN]: { body: [lapsed] },
    [SWITCH]: { body: free() },
  })
  const card = await cardOf(page, 'Free')
  expect(card.getByRole('button', { name: 'Switch to Free' })).toHaveProperty('disabled', true)
  server.change(PLANS, { body: [freePlan({ change: 'now' })] })
  await page.queries.invalidateQueries()
  await waitFor(() => expect(card.getByRole('button', { name: 'Switch to Free' })).toHaveProperty('disabled', false))
  fireEvent.click(card.getByRole('button', { name: 'Switch to Free' }))
  await waitFor(() => expect(toasts).toEqual([texts.switched.freeNow]))
  expect(server.sent(SWITCH)).toEqual([{ plan_id: id(10) }])
})
