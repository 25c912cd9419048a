import { texts } from './times.texts.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Where the person is, and when. */
export type Clock = { zone: string; now: number }

const formatted = (options: Intl.DateTimeFormatOptions) => (zone: string, at: string | number) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }).format(new Date(at))

const monthDay = formatted({ month: 'short', day: 'numeric' })
const monthDayYear = formatted({ month: 'short', day: 'numeric', year: 'numeric' })
const minuteOfDay = formatted({ hour: 'numeric', minute: '2-digit' })
const secondOfDay = formatted({ hour: 'numeric', minute: '2-digit', second: '2-digit' })
const sortable = (zone: string, at: string | number) =>
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: zone }).format(
    new Date(at),
  )

/** "Nov 10"; of another year "Nov 10, 2025". */
export const shortDay = ({ zone, now }: Clock, at: string) =>
  sortable(zone, at).slice(0, 4) === sortable(zone, now).slice(0, 4) ? monthDay(zone, at) : monthDayYear(zone, at)

/** "Nov 10, 2026". */
export const longDay = (zone: string, at: string) => monthDayYear(zone, at)

/** "Nov 3, 2026, 9:02 AM". */
export const longMoment = (zone: string, at: string) => `${monthDayYear(zone, at)}, ${minuteOfDay(zone, at)}`

/** "10:02:11 AM". */
export const timeOfDay = (zone: string, at: string) => secondOfDay(zone, at)

/** "2026-11-10" there. */
export const dayKey = (zone: string, at: string | number) => sortable(zone, at)

/** "today at 9:13 AM", "Nov 10, 4:40 PM". */
export const moment = (clock: Clock, at: string) => {
  const time = minuteOfDay(clock.zone, at)
  return sortable(clock.zone, at) === sortable(clock.zone, clock.now)
    ? texts.todayAt(time)
    : `${shortDay(clock, at)}, ${time}`
}

const SIZES = [
  { size: DAY, words: texts.days },
  { size: HOUR, words: texts.hours },
  { size: MINUTE, words: texts.minutes },
] as const

/** "6 hours", "3 days": how long something takes, as one says it. */
export function roughly(ms: number): string {
  // Hours up to two days: "36 hours" says more than "2 days".
  const fit = SIZES.find(({ size }) => ms >= size * (size === DAY ? 2 : 1) * 0.95)
  return fit ? fit.words(Math.round(ms / fit.size)) : texts.seconds(Math.max(1, Math.round(ms / SECOND)))
}

/** "41 h 22 m", "1 m 32 s", "4.2 s". */
export function exactly(ms: number): string {
  const { short } = texts
  if (ms < MINUTE) return short.seconds((ms / SECOND).toFixed(1))
  if (ms < HOUR) return short.minutes(Math.floor(ms / MINUTE), Math.floor((ms % MINUTE) / SECOND))
  if (ms < 3 * DAY) return short.hours(Math.floor(ms / HOUR), Math.floor((ms % HOUR) / MINUTE))
  return short.days(Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR))
}

/** Without a time of day the date part alone is meant, whatever the zone. */
export const dueDay = (zone: string, due: string, hasTime: boolean) =>
  hasTime ? longMoment(zone, due) : monthDayYear('UTC', due)

/** How many days from today there until the day it is due; negative once that has passed. */
export const daysUntil = ({ zone, now }: Clock, due: string, hasTime: boolean) =>
  Math.round((Date.parse(hasTime ? sortable(zone, due) : due.slice(0, 10)) - Date.parse(sortable(zone, now))) / DAY)
