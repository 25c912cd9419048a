/** One clock and one calendar for the whole page: American English, 12 hours, in the zone that is given. */
import { texts } from './format.texts.ts'

type Moment = string | number | Date

export const DAY = 86_400_000

/** Where the person is, and when. */
export type Clock = { zone: string; now: number }

/** Making a formatter costs far more than using it, so there is one for each form and zone. */
function inZone(options: Intl.DateTimeFormatOptions, locale = 'en-US') {
  const byZone = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const format = byZone.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    byZone.set(timeZone, format)
    return format
  }
}

function written(options: Intl.DateTimeFormatOptions, locale?: string) {
  const format = inZone(options, locale)
  return (at: Moment, zone: string): string => format(zone).format(new Date(at))
}

/** "2026-11-12": days as they are compared and sent. */
export const dayKey = written({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA')

/** "9:41 AM". */
export const clockTime = written({ hour: 'numeric', minute: '2-digit' })

/** "9:41:07 AM". */
export const preciseTime = written({ hour: 'numeric', minute: '2-digit', second: '2-digit' })

/** "Nov 10, 2026". */
export const dateText = written({ dateStyle: 'medium' })

/** "Tuesday, November 10, 2026". */
export const longDate = written({ dateStyle: 'full' })

/** "Nov 10, 2026, 4:40 PM". */
export const exactMoment = written({ dateStyle: 'medium', timeStyle: 'short' })

/** "Tue, Nov 10, 4:40 PM". */
export const weekdayMoment = written({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

const monthDay = written({ month: 'short', day: 'numeric' })
const weekdayMonthDay = written({ weekday: 'short', month: 'short', day: 'numeric' })
const weekdays = inZone({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
const hour = written({ hour: 'numeric', hourCycle: 'h23' })

const isThisYear = (at: Moment, zone: string, now: Moment) =>
  dayKey(at, zone).slice(0, 4) === dayKey(now, zone).slice(0, 4)

/** "Nov 10"; of another year "Nov 10, 2025". */
export const shortDate = (at: Moment, zone: string, now: Moment): string =>
  (isThisYear(at, zone, now) ? monthDay : dateText)(at, zone)

/** "Tue, Nov 10"; of another year "Mon, Nov 10, 2025". */
export const weekdayDate = (at: Moment, zone: string, now: Moment): string =>
  isThisYear(at, zone, now) ? weekdayMonthDay(at, zone) : weekdays(zone).format(new Date(at))

const isToday = (at: Moment, zone: string, now: Moment): boolean => dayKey(at, zone) === dayKey(now, zone)

/** "Today, 10:02 AM"; else "Nov 10, 4:40 PM". */
export function momentText(at: Moment, zone: string, now: Moment): string {
  const time = clockTime(at, zone)
  return isToday(at, zone, now) ? texts.todayAt(time) : texts.dayAt(shortDate(at, zone, now), time)
}

/** Within a sentence, after "until" or "since": "today at 10:02 AM"; else "Nov 10, 4:40 PM". */
export const momentWithin = (at: Moment, zone: string, now: Moment): string =>
  isToday(at, zone, now) ? texts.todayWithin(clockTime(at, zone)) : momentText(at, zone, now)

/** Within a sentence, after a verb: "today at 10:02 AM"; else "on Nov 10". */
export const whenText = (at: Moment, zone: string, now: Moment): string =>
  isToday(at, zone, now) ? texts.todayWithin(clockTime(at, zone)) : texts.onDay(shortDate(at, zone, now))

const STEPS = [
  { unit: 'day', size: DAY },
  { unit: 'hour', size: 3_600_000 },
  { unit: 'minute', size: 60_000 },
] as const
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** "2 hours ago"; from a week on the day itself. */
export function agoText(at: Moment, zone: string, now: number): string {
  const ago = now - new Date(at).getTime()
  if (ago >= 7 * DAY) return dateText(at, zone)
  const step = STEPS.find(({ size }) => ago >= size)
  return step ? relative.format(-Math.floor(ago / step.size), step.unit) : texts.justNow
}

const SECOND = 1_000

/** "12 seconds ago", of what is looked at as it ages. */
export function secondsAgoText(ms: number): string {
  const seconds = Math.floor(ms / SECOND)
  if (seconds < 60) return relative.format(-seconds, 'second')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? relative.format(-minutes, 'minute') : relative.format(-Math.floor(minutes / 60), 'hour')
}

/** How many days from today there until that day; negative once it has passed. */
export const daysUntil = (day: string, zone: string, now: Moment): number =>
  Math.round((Date.parse(day) - Date.parse(dayKey(now, zone))) / DAY)

/** From 0 to 23. */
export const hourOf = (at: Moment, zone: string): number => Number(hour(at, zone))

/** "Fri, Dec 25, 2026"; several days as "Thu, Jan 14 – Fri, Jan 15, 2027". */
export const dayRange = (from: string, to: string): string =>
  // The formatter sets thin spaces round the dash; the product's other texts have plain ones.
  weekdays('UTC').formatRange(new Date(from), new Date(to)).replaceAll(/\s/g, ' ')

const offsets = inZone({ timeZoneName: 'shortOffset' })

/** "UTC+1", "UTC+5:30", "UTC". */
export function offsetOf(zone: string, at: Moment): string {
  const parts = offsets(zone).formatToParts(new Date(at))
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC')
}

const wallClock = written({ dateStyle: 'short', timeStyle: 'medium' }, 'sv-SE')

/** The moment at which a day begins there: guessed in UTC, then put right by how far the clocks there are off. */
export function startOfDay(day: string, zone: string): Date {
  const guess = Date.parse(`${day}T00:00:00Z`)
  const local = (at: number) => Date.parse(`${wallClock(at, zone).replace(' ', 'T')}Z`)
  const first = guess - (local(guess) - guess)
  // Near a change of the clocks the first correction may be an hour off.
  return new Date(first - (local(first) - guess))
}

/** The zone that the browser believes to be in. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
