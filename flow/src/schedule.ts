import type { DayOffRule, ScheduleRule } from '@throughline/contracts/schedule-rule'
import { type Calendar, dayIn, isWorkday, momentOf, wallClock } from './eval/calendar.ts'
import { dayMs, isoDay, parseDay, weekdayOf } from './eval/civil.ts'

/** One moment at which a schedule runs. */
export interface ScheduledRun {
  at: number
  /** The day in the schedule's zone, as `2026-12-28`. */
  day: string
  /** The day off that it was moved from. */
  movedFrom?: string
  /** The clock skips the time on that day, or shows it twice. */
  clock?: 'skipped' | 'twice'
}

/** A day off is left by at most so many days; without a working day among them nothing runs. */
const MAX_MOVE = 31 * dayMs
const HORIZON = 10 * 366 * dayMs

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const dayOf = (text: string): number => parseDay(text) ?? 0

const timesOf = (rule: ScheduleRule): number[] =>
  (rule.kind === 'day' ? rule.times : [rule.time]).map(minutesOf).sort((a, b) => a - b)

function firstWorkday(calendar: Calendar, from: number, step: number, until: number): number | undefined {
  for (let day = from; step > 0 ? day <= until : day >= until; day += step) if (isWorkday(calendar, day)) return day
  return undefined
}

function nthWorkday(calendar: Calendar, first: number, last: number, nth: number): number | undefined {
  let day: number | undefined = first - dayMs
  for (let left = nth; left > 0 && day !== undefined; left--) day = firstWorkday(calendar, day + dayMs, dayMs, last)
  return day
}

type MonthDay = Extract<ScheduleRule, { kind: 'month' }>['on']

/** The day that the rule names in the month between these two, if it has one. */
function dayInMonth(on: MonthDay, calendar: Calendar, first: number, last: number): number | undefined {
  if ('day' in on) return Math.min(first + (on.day - 1) * dayMs, last)
  const { nth, of } = on
  if (of === 'workday') {
    return nth === -1 ? firstWorkday(calendar, last, -dayMs, first) : nthWorkday(calendar, first, last, nth)
  }
  if (nth === -1) return last - ((weekdayOf(last) - of + 7) % 7) * dayMs
  const day = first + (((of - weekdayOf(first) + 7) % 7) + (nth - 1) * 7) * dayMs
  return day <= last ? day : undefined
}

function* daysOfMonths(on: MonthDay, calendar: Calendar, from: number): Generator<number> {
  let first = dayOf(`${isoDay(from).slice(0, 7)}-01`)
  for (;;) {
    const next = dayOf(`${isoDay(first + 31 * dayMs).slice(0, 7)}-01`)
    const day = dayInMonth(on, calendar, first, next - dayMs)
    if (day !== undefined && day >= from) yield day
    first = next
  }
}

/** The days that a rule names, from a day on, before days off are considered. */
function* daysOf(rule: ScheduleRule, calendar: Calendar, from: number): Generator<number> {
  if (rule.kind === 'once') {
    if (dayOf(rule.day) >= from) yield dayOf(rule.day)
    return
  }
  if (rule.kind === 'month') {
    yield* daysOfMonths(rule.on, calendar, from)
    return
  }
  const start = dayOf(rule.from)
  const step = rule.every * (rule.kind === 'week' ? 7 : 1) * dayMs
  const offsets = rule.kind === 'week' ? rule.days.map((day) => (day - 1) * dayMs).sort((a, b) => a - b) : [0]
  const anchor = rule.kind === 'week' ? start - (weekdayOf(start) - 1) * dayMs : start
  for (let at = anchor + Math.max(0, Math.floor((from - anchor) / step)) * step; ; at += step) {
    for (const offset of offsets) if (at + offset >= Math.max(from, start)) yield at + offset
  }
}

const countsWorkdays = (rule: ScheduleRule): boolean =>
  rule.kind === 'month' && 'of' in rule.on && rule.on.of === 'workday'

/** The day on which it really runs. */
function dayToRun(calendar: Calendar, dayOff: DayOffRule, day: number): number | undefined {
  if (dayOff === 'run' || isWorkday(calendar, day)) return day
  if (dayOff === 'skip') return undefined
  const step = dayOff === 'next' ? dayMs : -dayMs
  return firstWorkday(calendar, day, step, day + Math.sign(step) * MAX_MOVE)
}

/** What the clock of the zone does at this time of this day. */
function clockAt(calendar: Calendar, wall: number, at: number): ScheduledRun['clock'] {
  if (wallClock(calendar, at) !== wall) return 'skipped'
  const second = wall - (wallClock(calendar, wall + dayMs) - (wall + dayMs))
  return second > at && wallClock(calendar, second) === wall ? 'twice' : undefined
}

function runOn(calendar: Calendar, day: number, named: number, minutes: number): ScheduledRun {
  const wall = day + minutes * 60_000
  const at = momentOf(calendar, wall)
  const clock = clockAt(calendar, wall, at)
  const real = isoDay(dayIn(calendar, at))
  return { at, day: real, ...(day !== named && { movedFrom: isoDay(named) }), ...(clock && { clock }) }
}

/**
 * The next runs after a moment, in order; at most so many, and none later than ten years. A time that the clock skips runs
 * as if the clock had not been put forward, one that it shows twice runs at the first. Two that are moved to one moment
 * are one run.
 */
export function nextRuns(
  rule: ScheduleRule,
  dayOff: DayOffRule,
  calendar: Calendar,
  after: number,
  count: number,
): ScheduledRun[] {
  const today = dayIn(calendar, after)
  const rest = countsWorkdays(rule) ? 'run' : dayOff
  const times = timesOf(rule)
  const found = new Map<number, ScheduledRun>()
  const inOrder = () => [...found.values()].sort((a, b) => a.at - b.at)
  for (const named of daysOf(rule, calendar, today - MAX_MOVE - dayMs)) {
    if (named > today + HORIZON) break
    const last = found.size >= count ? inOrder()[count - 1] : undefined
    // No later day can be moved before it.
    if (last && named - MAX_MOVE - dayMs > last.at) break
    const day = dayToRun(calendar, rest, named)
    if (day === undefined) continue
    for (const minutes of times) {
      const run = runOn(calendar, day, named, minutes)
      const before = found.get(run.at)
      if (run.at > after && (!before || before.movedFrom !== undefined)) found.set(run.at, run)
    }
  }
  return inOrder().slice(0, count)
}

/** Whether the schedule runs at exactly this moment. */
export const runsAt = (rule: ScheduleRule, dayOff: DayOffRule, calendar: Calendar, at: number): boolean =>
  nextRuns(rule, dayOff, calendar, at - 1, 1)[0]?.at === at

const MONTHS = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(',')

/** A name with the day of the run in it: `{date}`, `{day}`, `{month}` and `{year}`. */
export function titleOn(template: string, calendar: Calendar, at: number): string {
  const [year = '', month = '', day = ''] = isoDay(dayIn(calendar, at)).split('-')
  const name = MONTHS[Number(month) - 1] ?? ''
  const parts: Record<string, string> = {
    date: `${name.slice(0, 3)} ${Number(day)}, ${year}`,
    day: String(Number(day)),
    month: name,
    year,
  }
  return template.replace(/\{(date|day|month|year)\}/g, (_, part: string) => parts[part] ?? '')
}
