import { addDays, type BillingPeriod } from '@throughline/contracts/billing-days'

/** What decides about the next step of a subscription, whenever and however often it is asked. */
export interface StepFacts {
  status: 'trial' | 'active' | 'lapsed'
  auto_renew: boolean
  period_from: string | null
  period_to: string | null
  period: BillingPeriod
  /** How many reminders of this period were sent. */
  told: number
  /** The days on which this period's renewal was declined. */
  tries: string[]
}

export interface Step {
  step: 'notice' | 'charge' | 'end'
  /** The day, in the organization's zone. */
  on: string
}

/** Days from one attempt to the next: on days 0, 3, 7 and 14. */
const GAPS = [0, 3, 4, 7] as const
export const TRIES = GAPS.length

const NOTICE_DAYS: Record<BillingPeriod, number> = { monthly: 3, yearly: 30 }
const TRIAL_NOTICE_DAYS = [7, 1]

/** The days of the reminders of this period, in order. */
function noticesOf({ status, period_from: from, period_to: to, period }: StepFacts): string[] {
  if (from === null || to === null) return []
  const before = status === 'trial' ? TRIAL_NOTICE_DAYS : [NOTICE_DAYS[period]]
  return before.map((days) => addDays(to, -days)).filter((day) => day > from)
}

/** Null once it was sent. */
export const reminderOf = (facts: StepFacts): string | null => noticesOf(facts)[facts.told] ?? null

/** The days of all attempts: those that were made, and those to come. */
export function attemptDays({ period_to: to, tries }: Pick<StepFacts, 'period_to' | 'tries'>): string[] {
  if (to === null) return []
  const days = [...tries]
  for (const gap of GAPS.slice(days.length)) days.push(addDays(days.at(-1) ?? to, gap))
  return days
}

/**
 * What happens next by itself. After an outage the attempts keep their distance, so that nobody loses the days in which a
 * card can be replaced.
 */
export function nextStep(facts: StepFacts): Step | undefined {
  const { status, auto_renew, period_to: to, tries } = facts
  if (to === null || status === 'lapsed') return undefined
  const notice = reminderOf(facts)
  if (status === 'trial') return notice === null ? { step: 'end', on: to } : { step: 'notice', on: notice }
  if (!auto_renew) return { step: 'end', on: to }
  if (notice !== null && tries.length === 0) return { step: 'notice', on: notice }
  const on = attemptDays(facts)[tries.length]
  return on === undefined ? undefined : { step: 'charge', on }
}
