import type { DayOffRule, ScheduleRule } from '@throughline/contracts/schedule-rule'
import fc from 'fast-check'
import type { Calendar } from '../eval/calendar.ts'
import { nextRuns } from '../schedule.ts'
import { runsByLibrary } from './schedule-by-library.ts'

const DAY = 86_400_000
export const DAY_OFF_RULES: readonly DayOffRule[] = ['next', 'previous', 'run', 'skip']
/** Both sides of a change of the clock, with the days to which a run may be moved. */
const [BEFORE, AFTER] = [40 * DAY, 45 * DAY]
const MOST = 3_000

export const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Mostly the hours at which clocks change somewhere. */
const clock = fc
  .tuple(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 23 })), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const weekday = fc.integer({ min: 1, max: 7 })

/** Every kind of rule, such as falls near this moment. */
const rulesNear = (moment: number): Record<ScheduleRule['kind'], fc.Arbitrary<ScheduleRule>> => {
  const near = fc.integer({ min: -3, max: 3 }).map((days) => isoDay(moment + days * DAY))
  const from = fc.integer({ min: -400, max: 5 }).map((days) => isoDay(moment + days * DAY))
  return {
    once: fc.record({ kind: fc.constant('once'), day: near, time: clock }),
    day: fc.record({
      kind: fc.constant('day'),
      every: fc.integer({ min: 1, max: 10 }),
      from,
      times: fc.uniqueArray(clock, { minLength: 1, maxLength: 24 }),
    }),
    week: fc.record({
      kind: fc.constant('week'),
      every: fc.integer({ min: 1, max: 4 }),
      from,
      days: fc.uniqueArray(weekday, { minLength: 1, maxLength: 7 }),
      time: clock,
    }),
    month: fc.record({
      kind: fc.constant('month'),
      on: fc.oneof(
        fc.record({ day: fc.integer({ min: 1, max: 31 }) }),
        fc.record({
          nth: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, 5 as const, -1 as const),
          of: fc.oneof(fc.constant('workday' as const), weekday),
        }),
      ),
      time: clock,
    }),
  }
}

export interface ScheduleCase {
  rule: ScheduleRule
  dayOff: DayOffRule
  days: number[]
  holidays: string[]
}

/** Rules of one kind or of all, with weeks and holidays around the moment. */
export function casesNear(moment: number, kind?: ScheduleRule['kind']): fc.Arbitrary<ScheduleCase> {
  const rules = rulesNear(moment)
  return fc.record({
    rule: kind ? rules[kind] : fc.oneof(...Object.values(rules)),
    dayOff: fc.constantFrom(...DAY_OFF_RULES),
    days: fc.uniqueArray(weekday, { minLength: 1, maxLength: 7 }),
    holidays: fc.uniqueArray(
      fc.integer({ min: -20, max: 20 }).map((days) => isoDay(moment + days * DAY)),
      {
        maxLength: 12,
      },
    ),
  })
}

/** Both implementations, from well before the moment until well after it; undefined where they agree. */
export function disagreement(
  timeZone: string,
  zone: Calendar['zone'],
  moment: number,
  { rule, dayOff, days, holidays }: ScheduleCase,
): string | undefined {
  const between = { after: moment - BEFORE, until: moment + AFTER }
  const ours = nextRuns(rule, dayOff, { zone, days, start: 540, holidays }, between.after, MOST)
    .map(({ at }) => at)
    .filter((at) => at <= between.until)
  const theirs = runsByLibrary(rule, dayOff, { timeZone, days, holidays }, between)
  const isSame = ours.length === theirs.length && ours.every((at, n) => at === theirs[n] && at > (ours[n - 1] ?? 0))
  if (isSame) return undefined
  const text = (runs: number[]) => runs.map((at) => new Date(at).toISOString()).join(' ')
  const only = (runs: number[], others: number[]) => text(runs.filter((at) => !others.includes(at)).slice(0, 5))
  return `${timeZone} ${JSON.stringify({ rule, dayOff, days, holidays })}: ours alone ${only(ours, theirs)}; theirs alone ${only(theirs, ours)}`
}
