import { momentAt, startOfDay, wallClock } from '../../shared/format/moments.ts'
import { clockTime, DAY } from '../../shared/format/time.ts'
import { addDays, type Day } from './calendar-days.ts'

const HOUR = 3_600_000

export interface Lane {
  /** The moment it begins. */
  at: number
  /** "9 AM", as the clock there shows it. */
  label: string
}

/** The hours of a day as they pass there: 23 or 25 of them where the clocks change. */
export function lanesOf(day: Day, zone: string): Lane[] {
  const begins = startOfDay(day, zone).getTime()
  const ends = startOfDay(addDays(day, 1), zone).getTime()
  return Array.from({ length: Math.ceil((ends - begins) / HOUR) }, (_, n) => {
    const at = begins + n * HOUR
    return { at, label: clockTime(at, zone).replace(':00', '') }
  })
}

/** How far into its day a moment is, in hours that pass. */
export const hoursInto = (at: number, day: Day, zone: string): number => (at - startOfDay(day, zone).getTime()) / HOUR

/** The same of a time on the clock there, in minutes from midnight. */
export const hoursUntil = (minutes: number, day: Day, zone: string): number =>
  hoursInto(momentAt(day, minutes, zone), day, zone)

/** How far into its day a moment is by the clock on the wall, so that days of any length stand side by side. */
export const wallHours = (at: number, zone: string): number => (wallClock(at, zone) % DAY) / HOUR
