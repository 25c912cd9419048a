import { describe, expect, test } from 'vitest'
import {
  type AmountLine,
  type PaidPeriod,
  type PricedPlan,
  periodAmounts,
  planChangeOf,
  upgradeAmounts,
} from './billing-amounts.ts'
import { addDays, daysBetween, formatDay, parseDay, periodEnd } from './billing-days.ts'
import { CURRENCIES, formatMoney, parseMoney, portionOf } from './money.ts'

declare const process: { env: Record<string, string | undefined> }

const plan = (name: string, rank: number, price: number, more: Partial<PricedPlan> = {}): PricedPlan => ({
  id: `${name} ${more.period ?? 'yearly'}`,
  name,
  rank,
  price,
  period: 'yearly',
  currency: 'USD',
  ...more,
})
const TEAM = plan('Team', 1, 59_000)
const BUSINESS = plan('Business', 2, 179_000)
const BUSINESS_200 = plan('Business 200', 3, 549_000)
const FREE = plan('Free', 0, 0)
const monthly = (one: PricedPlan, price: number) => plan(one.name, one.rank, price, { period: 'monthly' })

const paid = (one: PricedPlan, from: string, more: Partial<PaidPeriod> = {}): PaidPeriod => ({
  ...one,
  from,
  to: periodEnd(from, from, one.period),
  invoice: null,
  ...more,
})

describe('a larger plan', () => {
  test('costs its days left less the days left of the old one, in words', () => {
    const now = paid(BUSINESS, '2026-03-03', { invoice: 'TL-2026-000418' })
    expect(upgradeAmounts(now, BUSINESS_200, '2026-11-12')).toEqual({
      from: '2026-11-12',
      to: '2027-03-03',
      lines: [
        {
          title: 'Business 200',
          detail: 'Nov 12, 2026 – Mar 3, 2027, 111 of 365 days of $5,490.00',
          amount: 166_956,
        },
        {
          title: 'Less Business',
          detail: 'Nov 12, 2026 – Mar 3, 2027, 111 of 365 days of $1,790.00, paid on TL-2026-000418',
          amount: -54_436,
        },
      ],
      net: 112_520,
    })
  })

  test('after Free is a whole period from today', () => {
    expect(upgradeAmounts(paid(FREE, '2026-01-01'), BUSINESS, '2028-02-29')).toEqual({
      from: '2028-02-29',
      to: '2029-02-28',
      lines: [{ title: 'Business, yearly', detail: 'Feb 29, 2028 – Feb 28, 2029', amount: 179_000 }],
      net: 179_000,
    })
  })

  test('for a longer period begins a new one today', () => {
    const now = paid(monthly(BUSINESS, 17_900), '2026-11-01')
    expect(upgradeAmounts(now, BUSINESS, '2026-11-16')).toMatchObject({
      from: '2026-11-16',
      to: '2027-11-16',
      lines: [{ amount: 179_000 }, { detail: 'Nov 16, 2026 – Dec 1, 2026, 15 of 30 days of $179.00', amount: -8_950 }],
      net: 170_050,
    })
  })

  test('on the day before the paid period, in a zone that moved west since, costs the whole period', () => {
    const now = paid(TEAM, '2026-03-03')
    const whole = upgradeAmounts(now, BUSINESS, '2026-03-03')
    expect(upgradeAmounts(now, BUSINESS, '2026-03-02')).toEqual(whole)
    expect(whole.lines[0]?.detail).toMatch(/365 of 365 days/)
  })

  test('never costs less than nothing', () => {
    const dear = paid(plan('Legacy', 1, 900_000), '2026-03-03')
    const { lines, net } = upgradeAmounts(dear, BUSINESS, '2026-11-12')
    expect(net).toBe(0)
    expect(lines[1]?.detail).toMatch(/, at most the price of Business$/)
  })
})

describe('when a plan begins', () => {
  test.each([
    ['nothing was paid', undefined, BUSINESS, 'now'],
    ['it is free', paid(FREE, '2026-01-01'), BUSINESS, 'now'],
    ['it is the same', paid(BUSINESS, '2026-01-01'), BUSINESS, 'current'],
    ['it is larger', paid(TEAM, '2026-01-01'), BUSINESS, 'now'],
    ['it is smaller', paid(BUSINESS, '2026-01-01'), TEAM, 'at_end'],
    ['it is Free', paid(BUSINESS, '2026-01-01'), FREE, 'at_end'],
    ['the period is longer', paid(monthly(TEAM, 5_900), '2026-01-01'), TEAM, 'now'],
    ['the period is shorter', paid(TEAM, '2026-01-01'), monthly(TEAM, 5_900), 'at_end'],
    ['it is larger for a shorter period', paid(TEAM, '2026-01-01'), monthly(BUSINESS, 17_900), 'at_end'],
    ['it is smaller for a longer period', paid(monthly(BUSINESS, 17_900), '2026-01-01'), TEAM, 'at_end'],
    ['the currency is another', paid(TEAM, '2026-01-01'), { ...BUSINESS, currency: 'INR' }, 'other_currency'],
  ] as const)('%s', (_, current, next, change) => expect(planChangeOf(current, next)).toBe(change))
})

describe('periods', () => {
  test('that began on the 31st come back to it after shorter months', () => {
    const ends = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']
    for (const [at, from] of ends.slice(0, -1).entries())
      expect(periodEnd('2026-01-31', from, 'monthly')).toBe(ends[at + 1])
  })

  test('that began on February 29 come back to it in leap years', () => {
    expect(periodEnd('2024-02-29', '2027-02-28', 'yearly')).toBe('2028-02-29')
    expect(periodEnd('2024-02-29', '2028-02-29', 'yearly')).toBe('2029-02-28')
  })
})

test.each([
  [0, 'USD', '$0.00'],
  [-54_436, 'USD', '−$544.36'],
  [10_618_820, 'INR', '₹1,06,188.20'],
  [123_456_789_00, 'INR', '₹12,34,56,789.00'],
  [123_456_789_00, 'EUR', '€123,456,789.00'],
] as const)('%i minor units of %s read %s, and are read back', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text)
  expect(parseMoney(text)).toEqual({ amount, currency })
})

/** Small, fast, and the same everywhere for the same seed. */
function randomFrom(seed: number) {
  let state = seed >>> 0
  return (most: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
}

const LINE = /^(.+?) – (.+?)(?:, (\d+) of (\d+) days of (\S+?))?(?:, paid on (\S+?))?(?:, at most the price of .+)?$/

/** What the words of a line say it comes to, without looking at its figure. */
function readAmount({ title, detail }: AmountLine, whole: number): number {
  const [, from, to, days, of, price] = LINE.exec(detail) ?? []
  const [first, last] = [parseDay(from ?? ''), parseDay(to ?? '')]
  if (!first || !last) throw new Error(`cannot be read: ${detail}`)
  if (days === undefined) return whole
  if (daysBetween(first, last) !== Number(days)) throw new Error(`other days: ${detail}`)
  const money = parseMoney(price ?? '')
  if (!money) throw new Error(`no price: ${detail}`)
  const amount = portionOf(money.amount, Number(days), Number(of))
  return title.startsWith('Less ') ? -amount : amount
}

const PARTS = 40
const CASES = Number(process.env.BILLING_CASES ?? 200_000)
const SEED = Number(process.env.BILLING_SEED ?? Math.floor(Math.random() * 2 ** 31))

interface Change {
  current: PaidPeriod
  next: PricedPlan
  /** Between the two, for an upgrade in two steps. */
  middle: PricedPlan
  today: string
}

/** One that begins at once; of any plans, periods, currencies and days. */
function randomChange(random: (most: number) => number): Change {
  const currency = CURRENCIES[random(CURRENCIES.length)] ?? 'USD'
  const periodOf = () => (random(2) === 0 ? 'monthly' : 'yearly')
  const priced = (rank: number, period: PricedPlan['period']) =>
    plan(`Plan ${rank}`, rank, (rank + 1) * (1 + random(200_000)), { period, currency })
  const old = priced(random(4), periodOf())
  const anchor = addDays('2024-01-01', random(3_000))
  const current = paid(old, anchor, { invoice: random(2) === 0 ? `TL-2026-${random(9_999)}` : null })
  // The day before it began, where the zone moved west since.
  const today = addDays(anchor, random(daysBetween(anchor, current.to) + 1) - 1)
  const next = priced(old.rank + 2, random(2) === 0 ? old.period : 'yearly')
  return { current, next, middle: priced(old.rank + 1, old.period), today }
}

/** Everything in one, since 200,000 times `expect` would take minutes. */
function holds({ current, next, today }: Change): boolean {
  const { lines, net, from, to } = upgradeAmounts(current, next, today)
  const [bought, unused] = lines
  if (!bought || !unused) return false
  const [boughtInWords, unusedInWords = 0] = lines.map((line) => readAmount(line, next.price))
  const begins = today < current.from ? current.from : today
  const end = next.period === current.period ? current.to : periodAmounts(next, begins).to
  return (
    planChangeOf(current, next) === 'now' &&
    bought.amount + unused.amount === net &&
    net >= 0 &&
    net <= next.price &&
    boughtInWords === bought.amount &&
    Math.max(unusedInWords, -bought.amount) === unused.amount &&
    from === begins &&
    to === end
  )
}

/** Up, and down again at the end: nothing is given back, so nobody pays less than if they had stayed. */
const neverGains = ({ current, next, today }: Change) =>
  planChangeOf({ ...current, ...next }, current) === 'at_end' && upgradeAmounts(current, next, today).net >= 0

/** In two steps on one day it costs what it costs in one, to a unit for each line that was rounded. */
function sameInTwoSteps({ current, next, middle, today }: Change): boolean {
  const first = upgradeAmounts(current, middle, today)
  const second = upgradeAmounts({ ...current, ...middle }, next, today)
  const once = upgradeAmounts(current, next, today)
  const isLimited = [first, second, once].some(({ lines }) => lines[1]?.detail.includes('at most'))
  return isLimited || Math.abs(first.net + second.net - once.net) <= 2
}

test.each(Array.from({ length: PARTS }, (_, part) => part))(
  `random changes add up, nobody gains, and words say what figures say: part %i of ${CASES}, seed ${SEED}`,
  (part) => {
    const random = randomFrom(SEED + part)
    for (let at = 0; at < CASES / PARTS; at++) {
      const change = randomChange(random)
      if (!holds(change) || !neverGains(change) || !sameInTwoSteps(change))
        throw new Error(`BILLING_SEED=${SEED}, case ${at}: ${JSON.stringify(change)}`)
    }
  },
)

test('days are written and read back', () => {
  for (let day = '2024-01-01'; day < '2029-01-01'; day = addDays(day, 1)) expect(parseDay(formatDay(day))).toBe(day)
})
