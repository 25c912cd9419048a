import { addWorkdays, type Calendar, dayIn, momentOf, wallClock } from './calendar.ts'
import { dayMs } from './civil.ts'

export type DurationUnit = 's' | 'm' | 'h' | 'd' | 'w' | 'bd'
export type Duration = { n: number; unit: DurationUnit }

const shape = /^(\d{1,4})(s|m|h|d|w|bd)$/
const isUnit = (unit: string | undefined): unit is DurationUnit =>
  unit !== undefined && ['s', 'm', 'h', 'd', 'w', 'bd'].includes(unit)

/** `30m`, `2d` or `5bd`; undefined if it is none. */
export function parseDuration(text: string): Duration | undefined {
  const [, n, unit] = shape.exec(text) ?? []
  return isUnit(unit) ? { n: Number(n), unit } : undefined
}

const clockUnits = { s: 1000, m: 60_000, h: 3_600_000 }

/** The given time later: by the clock, at the same wall-clock time some days on, or as a working day begins. */
export function later(calendar: Calendar, from: number, { n, unit }: Duration, sign: 1 | -1 = 1): number | undefined {
  if (unit === 's' || unit === 'm' || unit === 'h') return from + sign * n * clockUnits[unit]
  if (unit !== 'bd') {
    const days = unit === 'w' ? n * 7 : n
    return momentOf(calendar, wallClock(calendar, from) + sign * days * dayMs)
  }
  const day = addWorkdays(calendar, dayIn(calendar, from), sign * n)
  return day === undefined ? undefined : startOfDay(calendar, day)
}

/** The n-th day or working day after the day of the given moment; clock units give no day. */
export function dayAfter(calendar: Calendar, from: number, { n, unit }: Duration): number | undefined {
  const day = dayIn(calendar, from)
  if (unit === 'bd') return addWorkdays(calendar, day, n)
  return unit === 'd' || unit === 'w' ? day + (unit === 'w' ? n * 7 : n) * dayMs : undefined
}

/** When work begins on a day. */
export function startOfDay(calendar: Calendar, day: number): number {
  return momentOf(calendar, day + calendar.start * 60_000)
}

/** The first moment at which something due on a day is overdue. */
export function endOfDay(calendar: Calendar, day: number): number {
  return momentOf(calendar, day + dayMs)
}
