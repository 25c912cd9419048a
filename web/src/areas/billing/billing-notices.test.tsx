import { createRootRoute, createRoute } from '@tanstack/react-router'
import { fireEvent, waitFor, within } from '@testing-library/react'
import type { Subscription } from '@throughline/contracts/billing'
import { expect, test } from 'vitest'
import { serve } from '../../shared/testing/fake-server.ts'
import { openRoutes } from '../../shared/testing/open-routes.tsx'
import { BillingNotices } from './billing-notices.tsx'
import { texts } from './notices.texts.ts'
import { LAPSED, OWN, openBilling } from './testing/open-billing.tsx'
import { subscription } from './testing/sample-billing.ts'

const root = createRootRoute()
const home = createRoute({ getParentRoute: () => root, path: '/home', component: () => <BillingNotices zone="UTC" /> })

function open(differences: Partial<Subscription>) {
  const server = serve({ [OWN]: { body: [subscription(differences)] } })
  return { server, page: openRoutes(root.addChildren([home]), '/home', () => undefined) }
}

const usage = { people: 24, storage: 0, runs: 25_000 }
const full: Partial<Subscription> = { usage, warnings: [{ volume: 'runs', percent: 100 }], held_starts: 38 }

test('what is full says what goes on and what waits, and can be hidden until tomorrow', async () => {
  const { page } = open(full)
  const banner = within(await page.findByRole('status'))
  expect(banner.getByText(texts.full.runs)).toBeTruthy()
  expect(banner.getByText(/38 starts are on hold/)).toBeTruthy()
  expect(banner.getByText('25,000 of 25,000')).toBeTruthy()
  expect(banner.getByRole('link', { name: texts.seePlans }).getAttribute('href')).toBe('/subscription/plans')
  fireEvent.click(banner.getByRole('button', { name: 'Dismiss' }))
  expect(page.queryByRole('status')).toBeNull()
  page.unmount()
  const again = open(full)
  await waitFor(() => expect(again.server.sent(OWN)).toHaveLength(1))
  expect(again.page.queryByRole('status')).toBeNull()
})

const attempt = (on: string, outcome: 'declined' | 'next') => ({ on, outcome, problem: null })
const dueOf = (...attempts: ReturnType<typeof attempt>[]) => ({
  amount: 179_000,
  plan_name: 'Business',
  attempts,
  next_attempt_on: '2027-03-10',
  read_only_on: '2027-03-17',
  charges_card: true,
})

test.each([
  ['that failed twice', true, texts.due],
  ['that no card may pay by itself', false, texts.dueByHand],
])('a payment %s is said on every page', async (_, charges_card, title) => {
  const attempts = [attempt('2027-03-03', 'declined'), attempt('2027-03-06', 'declined')]
  const { page } = open({ due: { ...dueOf(...attempts), charges_card } })
  expect(await page.findByText(title('$1,790.00'))).toBeTruthy()
  expect(page.getByText(texts.dueNote('Mar 17, 2027'))).toBeTruthy()
})

test.each([
  ['nearly full', { warnings: [{ volume: 'runs', percent: 80 }] }],
  ['tried once', { due: dueOf(attempt('2027-03-03', 'declined'), attempt('2027-03-06', 'next')) }],
  ['without payments', { ...full, takes_payments: false }],
] satisfies [string, Partial<Subscription>][])('nothing is said where it is %s', async (_, differences) => {
  const { page, server } = open(differences)
  await waitFor(() => expect(server.sent(OWN)).toHaveLength(1))
  expect(page.queryByRole('status')).toBeNull()
})

test('people who can’t pay read why, what still works and who can help, and can tell them', async () => {
  const NOTIFY = 'POST /v1/subscriptions/me/notify/'
  const { page, server } = openBilling('/access/restricted', {
    [LAPSED]: {
      body: {
        plan: 'Business',
        status: 'Lapsed',
        start_date: '2026-03-03T00:00:00Z',
        end_date: '2027-03-17T00:00:00Z',
        auto_renew: true,
        administrators: ['Helena Vale', 'Jonas Weber'],
      },
    },
    [NOTIFY]: { body: { notified: true } },
  })
  expect(await page.findByText(/Harbor & Vale’s subscription lapsed on Mar 17, 2027/)).toBeTruthy()
  expect(page.getByText('Jonas Weber')).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: 'Notify them' }))
  expect(await page.findByText('They were notified.')).toBeTruthy()
  expect(server.sent(NOTIFY)).toHaveLength(1)
})

test('without an answer the page still says what to do', async () => {
  const { page, toasts } = openBilling('/access/restricted', { [LAPSED]: 'unreachable' })
  expect(await page.findByText('Ask your organization’s administrator.')).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: 'Notify them' }))
  await waitFor(() => expect(toasts).toEqual(['The administrators couldn’t be notified']))
})
