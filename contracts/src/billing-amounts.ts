import { type BillingPeriod, daysBetween, formatDay, periodEnd } from './billing-days.ts'
import { type Currency, formatMoney, portionOf } from './money.ts'

/** A plan as it is sold: for a period, at a price in minor units. */
export interface PricedPlan {
  id: string
  name: string
  /** Larger plans have larger ranks, whatever they cost. */
  rank: number
  period: BillingPeriod
  price: number
  currency: Currency
}

/** What a workspace has paid for, from one day to another, at the price it has there. */
export interface PaidPeriod extends PricedPlan {
  from: string
  to: string
  /** The number of the invoice it was paid on. */
  invoice: string | null
}

export interface AmountLine {
  title: string
  /** For which days, and how the amount came about. */
  detail: string
  amount: number
}

/** How a plan would begin: now, when what is paid for has ended, or not at all. */
export type PlanChange = 'current' | 'now' | 'at_end' | 'other_currency'

const isFree = ({ price }: PricedPlan) => price === 0

/**
 * A larger plan, or a longer period of one as large, begins at once; anything smaller waits for the end of what is paid. Who
 * has paid for nothing begins at once.
 */
export function planChangeOf(current: PaidPeriod | undefined, next: PricedPlan): PlanChange {
  if (!current || isFree(current)) return isFree(next) ? 'current' : 'now'
  if (current.id === next.id) return 'current'
  if (isFree(next)) return 'at_end'
  if (current.currency !== next.currency) return 'other_currency'
  const isShorter = current.period === 'yearly' && next.period === 'monthly'
  const isLarger = next.rank > current.rank || (next.rank === current.rank && next.period !== current.period)
  return isLarger && !isShorter ? 'now' : 'at_end'
}

export interface PlanAmounts {
  from: string
  to: string
  lines: AmountLine[]
  /** What the lines add up to, before tax; never below 0. */
  net: number
}

const rangeOf = (from: string, to: string) => `${formatDay(from)} – ${formatDay(to)}`

const shareOf = ({ price, currency }: PricedPlan, days: number, of: number) =>
  `${days} of ${of} days of ${formatMoney(price, currency)}`

/** A whole period at its price, as at the beginning and with each renewal. */
export function periodAmounts(plan: PricedPlan, from: string, anchor = from): PlanAmounts {
  const to = periodEnd(anchor, from, plan.period)
  const line = { title: `${plan.name}, ${plan.period}`, detail: rangeOf(from, to), amount: plan.price }
  return { from, to, lines: [line], net: plan.price }
}

/** The days left of the new plan; a longer period begins today instead, and is whole. */
function newPart(current: PaidPeriod, next: PricedPlan, today: string): PlanAmounts {
  if (next.period !== current.period) return periodAmounts(next, today)
  const days = daysBetween(today, current.to)
  const of = daysBetween(current.from, current.to)
  const amount = portionOf(next.price, days, of)
  const detail = `${rangeOf(today, current.to)}, ${shareOf(next, days, of)}`
  return { from: today, to: current.to, lines: [{ title: next.name, detail, amount }], net: amount }
}

/** What was paid for days that are still to come, at most what the new plan costs: nobody is charged less than nothing. */
function unusedPart(current: PaidPeriod, next: PricedPlan, today: string, most: number): AmountLine {
  const days = daysBetween(today, current.to)
  const of = daysBetween(current.from, current.to)
  const unused = portionOf(current.price, days, of)
  const notes = [
    rangeOf(today, current.to),
    shareOf(current, days, of),
    ...(current.invoice ? [`paid on ${current.invoice}`] : []),
    ...(unused > most ? [`at most the price of ${next.name}`] : []),
  ]
  return { title: `Less ${current.name}`, detail: notes.join(', '), amount: -Math.min(unused, most) }
}

/**
 * What a plan that begins today costs: days left of the new one less days left of the old one. Where the organization's
 * zone moved west it may be the day before the paid period: then it begins with that.
 */
export function upgradeAmounts(current: PaidPeriod | undefined, next: PricedPlan, today: string): PlanAmounts {
  if (!current || isFree(current) || today >= current.to) return periodAmounts(next, today)
  const from = today < current.from ? current.from : today
  const made = newPart(current, next, from)
  const unused = unusedPart(current, next, from, made.net)
  return { ...made, lines: [...made.lines, unused], net: made.net + unused.amount }
}
