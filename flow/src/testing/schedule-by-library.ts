import type { DayOffRule, ScheduleRule } from '@throughline/contracts/schedule-rule'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'

/** When an organization works, as it is written down: what a calendar is made of. */
export interface WorkingDays {
  timeZone: string
  days: readonly number[]
  holidays: readonly string[]
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const NAMED: readonly number[] = [1, 2, 3, 4, 5, -1]
/** A day off is left by at most so many days. */
const MAX_MOVE = 31

type Day = Temporal.PlainDate

interface Recurrence {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  interval?: number
  byDay?: string[]
  byMonthDay?: number[]
  bySetPos?: number[]
  wkst?: string
}

/** Days alone: the library reads them in UTC, where no clock changes. */
function recurring(rule: Recurrence, begins: Day, from: Day, until: Day): Day[] {
  const at = (day: Day) => day.toZonedDateTime('UTC')
  const found = new RRuleTemporal({ ...rule, dtstart: at(begins), maxIterations: 100_000 })
  return found.between(at(from), at(until), true).map((one) => Temporal.PlainDate.from(one.toString().slice(0, 10)))
}

const worksOn = ({ days, holidays }: WorkingDays, day: Day) =>
  days.includes(day.dayOfWeek) && !holidays.includes(day.toString())

/** The n-th working day of each month; the library knows no holidays, so these are taken out of its days. */
function workdaysOfMonths(nth: number, working: WorkingDays, from: Day, until: Day): Day[] {
  const [first, last] = [from.with({ day: 1 }), until.with({ day: until.daysInMonth })]
  const months = Map.groupBy(recurring({ freq: 'DAILY' }, first, first, last), (day) =>
    day.toPlainYearMonth().toString(),
  )
  return [...months.values()].flatMap((days) => {
    const worked = days.filter((day) => worksOn(working, day))
    return worked.at(nth === -1 ? -1 : nth - 1) ?? []
  })
}

function monthDays(on: Extract<ScheduleRule, { kind: 'month' }>['on'], working: WorkingDays, from: Day, until: Day) {
  const begins = from.with({ day: 1 })
  // A month that lacks the day has its last one in its place.
  if ('day' in on) {
    const byMonthDay = on.day > 28 ? Array.from({ length: on.day - 27 }, (_, n) => 28 + n) : [on.day]
    return recurring({ freq: 'MONTHLY', byMonthDay, bySetPos: [-1] }, begins, from, until)
  }
  if (on.of === 'workday') return workdaysOfMonths(on.nth, working, from, until)
  if (!NAMED.includes(on.nth)) return []
  return recurring({ freq: 'MONTHLY', byDay: [`${on.nth}${WEEKDAYS[on.of - 1]}`] }, begins, from, until)
}

function daysOf(rule: ScheduleRule, working: WorkingDays, from: Day, until: Day): Day[] {
  if (rule.kind === 'once') return [Temporal.PlainDate.from(rule.day)]
  if (rule.kind === 'month') return monthDays(rule.on, working, from, until)
  const begins = Temporal.PlainDate.from(rule.from)
  if (rule.kind === 'day') return recurring({ freq: 'DAILY', interval: rule.every }, begins, from, until)
  const byDay = rule.days.map((day) => WEEKDAYS[day - 1] ?? '')
  return recurring({ freq: 'WEEKLY', interval: rule.every, byDay, wkst: 'MO' }, begins, from, until)
}

function dayToRun(working: WorkingDays, rule: DayOffRule, named: Day): Day | undefined {
  if (rule === 'run' || worksOn(working, named)) return named
  if (rule === 'skip') return undefined
  const step = rule === 'next' ? 1 : -1
  const moved = Array.from({ length: MAX_MOVE }, (_, n) => named.add({ days: step * (n + 1) }))
  return moved.find((day) => worksOn(working, day))
}

/** The same runs as another library has them: its recurrences, and Temporal's own reading of every zone. */
export function runsByLibrary(
  rule: ScheduleRule,
  dayOff: DayOffRule,
  working: WorkingDays,
  between: { after: number; until: number },
): number[] {
  const dayAt = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC').toPlainDate()
  const [from, until] = [dayAt(between.after).subtract({ days: 34 }), dayAt(between.until).add({ days: 34 })]
  const countsWorkdays = rule.kind === 'month' && 'of' in rule.on && rule.on.of === 'workday'
  const times = rule.kind === 'day' ? rule.times : [rule.time]
  const moments = daysOf(rule, working, from, until).flatMap((named) => {
    const day = dayToRun(working, countsWorkdays ? 'run' : dayOff, named)
    return day ? times.map((time) => momentOn(day, time, working.timeZone)) : []
  })
  return [...new Set(moments)].filter((at) => at > between.after && at <= between.until).sort((a, b) => a - b)
}

const momentOn = (day: Day, time: string, timeZone: string) =>
  day.toPlainDateTime(time).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
