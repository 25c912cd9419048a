import type { Page } from '@playwright/test'
import { openPayment, verifyPayment } from '@throughline/contracts/billing'
import { PlanId } from '@throughline/contracts/ids'
import pg from 'pg'
import { sellPlans } from '../../server/test/plans.ts'
import type { Caller } from './api.ts'
import { setting } from './settings.ts'

/** What becomes of a card is said by its last digits. */
export const CARDS = {
  paid: '4000 0000 0000 4242',
  declined: '4000 0000 0000 0002',
  paidLate: '4000 0000 0000 0077',
} as const

/**
 * The plans that are sold, by name, country and period. They are made once for all journeys; what is free keeps no limits
 * then, so that the workspaces of other journeys are as they were.
 */
export async function plansOnSale(): Promise<Record<string, PlanId>> {
  const url = new URL(setting('PG_ADMIN_URL'))
  url.pathname = `/${setting('PG_DATABASE')}`
  const client = new pg.Client({ connectionString: url.toString(), application_name: 'journeys' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtextextended('plans on sale', 0))")
    const { rows: sellers } = await client.query('select from sellers')
    if (sellers.length === 0) {
      await client.query('update plans set people = null, storage = null, runs = null where price = 0')
      await sellPlans(client)
    }
    const { rows } = await client.query<{ key: string; id: string }>(
      "select name || ' ' || country || ' ' || billing_period as key, id from plans where seller is not null and valid_to is null",
    )
    await client.query('commit')
    return Object.fromEntries(rows.map(({ key, id }) => [key, PlanId.parse(id)]))
  } finally {
    await client.end()
  }
}

const hasAnswer = (
  value: unknown,
): value is { answer: Record<'razorpay_payment_id' | 'razorpay_order_id' | 'razorpay_signature', string> } =>
  typeof value === 'object' && value !== null && 'answer' in value

/** Buys a plan without a browser, at the same window's address. */
export async function buy({ call }: Caller, plans: Record<string, PlanId>, name: string): Promise<void> {
  const plan_id = plans[name]
  if (!plan_id) throw new Error(`${name} is not sold`)
  const order = await call(openPayment, { body: { plan_id } })
  const paid = await fetch(`${setting('PAYMENTS_API_URL')}/v1/checkout/pay`, {
    method: 'POST',
    body: JSON.stringify({ order_id: order.razorpay_order_id, card: CARDS.paid }),
  })
  const answer: unknown = await paid.json()
  if (!hasAnswer(answer)) throw new Error('the payment was refused')
  await call(verifyPayment, { body: { payment_id: order.payment_id, ...answer.answer } })
}

/** In the provider's window, which the page has opened. */
export async function payInWindow(page: Page, card: string): Promise<void> {
  const window = page.frameLocator('iframe[title="Payment"]')
  await window.getByLabel('Card number').fill(card)
  await window.getByRole('button', { name: 'Pay' }).click()
}

export const closeWindow = (page: Page) =>
  page.frameLocator('iframe[title="Payment"]').getByRole('button', { name: 'Close' }).click()
