/** Days of an organization's calendar, written as in ISO 8601. Periods begin and end with days, never within one. */
export const BILLING_PERIODS = ['monthly', 'yearly'] as const
export type BillingPeriod = (typeof BILLING_PERIODS)[number]

const DAY = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const partsOf = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { year, month, date }
}
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number): string => dayOf(timeOf(day) + days * DAY)

export const daysBetween = (from: string, to: string): number => Number(BigInt(timeOf(to) - timeOf(from)) / BigInt(DAY))

/** The same date of another month, or that month's last day where it is shorter. */
function addMonths(day: string, months: number): string {
  const { year, month, date } = partsOf(day)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

const MONTHS_OF: Record<BillingPeriod, number> = { monthly: 1, yearly: 12 }

/**
 * Where the period that begins on `from` ends. `anchor` is the day on which the first of them began: what began on the 31st
 * ends on the 28th of February and on the 31st of March again.
 */
export function periodEnd(anchor: string, from: string, period: BillingPeriod): string {
  const start = partsOf(anchor)
  const now = partsOf(from)
  const months = (now.year - start.year) * 12 + now.month - start.month
  return addMonths(anchor, months + MONTHS_OF[period])
}

/** "Nov 12, 2026" */
export function formatDay(day: string): string {
  const { year, month, date } = partsOf(day)
  return `${MONTHS[month - 1]} ${date}, ${year}`
}

/** Reads what `formatDay` wrote. */
export function parseDay(text: string): string | undefined {
  const [, month = '', date, year] = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4})$/.exec(text) ?? []
  const index = MONTHS.indexOf(month)
  return index < 0 ? undefined : dayOf(Date.UTC(Number(year), index, Number(date)))
}
