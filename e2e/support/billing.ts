import type { Page } from '@playwright/test'
import { openPayment, verifyPayment } from '@throughline/contracts/billing'
import { PlanId } from '@throughline/contracts/ids'
import type { Caller } from './api.ts'
import { asSuperuser } from './database.ts'
import { setting } from './settings.ts'

/** What becomes of a card is said by its last digits. */
export const CARDS = {
  paid: '4000 0000 0000 4242',
  declined: '4000 0000 0000 0002',
  paidLate: '4000 0000 0000 0077',
  asksBank: '4000 0000 0000 3220',
} as const

/** The plans that are sold, by name, country and period: those of the seed. */
export async function plansOnSale(): Promise<Record<string, PlanId>> {
  const rows = await asSuperuser<{ key: string; id: string }>(
    "select name || ' ' || country || ' ' || billing_period as key, id from plans where seller is not null and valid_to is null",
  )
  return Object.fromEntries(rows.map(({ key, id }) => [key, PlanId.parse(id)]))
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

/** What the bank asked of who holds the card. */
export const answerBank = (page: Page, answer: 'Approve' | 'Decline') =>
  page.frameLocator('iframe[title="Payment"]').getByRole('button', { name: answer }).click()

export async function closeWindow(page: Page) {
  await page.frameLocator('iframe[title="Payment"]').getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Enter')
}
