import type { Page } from '@playwright/test'
import { openPayment, verifyPayment } from '@throughline/contracts/billing'
import { PlanId } from '@throughline/contracts/ids'
import type { Caller } from './api.ts'
import { asSuperuser } from './database.ts'
import { startSchedule } from './figures.ts'
import { setting } from './settings.ts'

/** What becomes of a card is said by its last digits. */
export const CARDS = {
  paid: '4000 0000 0000 4242',
  declined: '4000 0000 0000 0002',
  paidLate: '4000 0000 0000 0077',
  asksBank: '4000 0000 0000 3220',
  renewalsRefused: '4000 0000 0000 0341',
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
export async function buy(
  { call }: Caller,
  plans: Record<string, PlanId>,
  name: string,
  card: string = CARDS.paid,
): Promise<void> {
  const plan_id = plans[name]
  if (!plan_id) throw new Error(`${name} is not sold`)
  const order = await call(openPayment, { body: { plan_id } })
  const paid = await fetch(`${setting('PAYMENTS_API_URL')}/v1/checkout/pay`, {
    method: 'POST',
    body: JSON.stringify({ order_id: order.razorpay_order_id, card }),
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

/** This person's organization has used all that its plan allows, this month. */
export const useUp = (username: string, volume: 'runs' | 'storage') =>
  asSuperuser(
    `insert into counters (tenant_id, name, key, slot, n)
     select t.id, v.name, case v.name when 'runs' then to_char(now() at time zone t.time_zone, 'YYYY-MM') else 'bytes' end,
       0, case v.name when 'runs' then p.runs else p.storage end
     from (select $2::text as name) v, subscriptions s join tenants t on t.id = s.tenant_id join plans p on p.id = s.plan_id
     where s.live and t.id in (
       select m.tenant_id from members m join people q on q.id = m.person_id where q.username_key = $1)
     on conflict (tenant_id, name, key, slot) do update set n = excluded.n`,
    [username, volume],
  )

/** The days after the end of a period on which its renewal is tried. */
const ATTEMPTS = [0, 3, 7, 14] as const

/** It is the day of the next attempt to renew this person's subscription, and the clock comes round. */
export async function renewNow(username: string, declined: 0 | 1 | 2 | 3): Promise<void> {
  await asSuperuser(
    `update subscriptions s set period_to = d.ends, period_from = d.begins, anchor = d.begins, told = 1, next_at = now(),
       tries = array(select d.ends + n from unnest($3::int[]) n order by n)
     from (select id, today - $2::int as ends, (today - $2::int - interval '1 month')::date as begins
       from (select id, (now() at time zone time_zone)::date as today from tenants) t) d
     where s.live and s.tenant_id = d.id and d.id in (
       select m.tenant_id from members m join people p on p.id = m.person_id where p.username_key = $1)
       and s.period_to is not null`,
    [username, ATTEMPTS[declined], ATTEMPTS.slice(0, declined)],
  )
  await startSchedule('due-subscriptions')
}
