/** Moments as sentences and tables say them; the first page needs none of it. */
import { texts } from './format.texts.ts'
import { texts as within } from './moments.texts.ts'
import { clockTime, DAY, dateText, dayKey, inZone, type Moment, shortDate, weekdays, written } from './time.ts'

/** "9:41:07 AM". */
export const preciseTime = written({ hour: 'numeric', minute: '2-digit', second: '2-digit' })

/** "Tue, Nov 10, 4:40 PM". */
export const weekdayMoment = written({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

const isToday = (at: Moment, zone: string, now: Moment): boolean => dayKey(at, zone) === dayKey(now, zone)

/** "Today, 10:02 AM"; else "Nov 10, 4:40 PM". */
export function momentText(at: Moment, zone: string, now: Moment): string {
  const time = clockTime(at, zone)
  return isToday(at, zone, now) ? texts.todayAt(time) : texts.dayAt(shortDate(at, zone, now), time)
}

/** Within a sentence, after "until" or "since": "today at 10:02 AM"; else "Nov 10, 4:40 PM". */
export const momentWithin = (at: Moment, zone: string, now: Moment): string =>
  isToday(at, zone, now) ? within.todayWithin(clockTime(at, zone)) : momentText(at, zone, now)

/** Within a sentence, after a verb: "today at 10:02 AM"; else "on Nov 10". */
export const whenText = (at: Moment, zone: string, now: Moment): string =>
  isToday(at, zone, now) ? within.todayWithin(clockTime(at, zone)) : within.onDay(shortDate(at, zone, now))

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
  return step ? relative.format(-Math.floor(ago / step.size), step.unit) : within.justNow
}

const SECOND = 1_000

/** "12 seconds ago", of what is looked at as it ages. */
export function secondsAgoText(ms: number): string {
  const seconds = Math.floor(ms / SECOND)
  if (seconds < 60) return relative.format(-seconds, 'second')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? relative.format(-minutes, 'minute') : relative.format(-Math.floor(minutes / 60), 'hour')
}

/** "Fri, Dec 25, 2026"; several days as "Thu, Jan 14 – Fri, Jan 15, 2027". */
export const dayRange = (from: string, to: string): string =>
  // The formatter sets thin spaces round the dash; the product's other texts have plain ones.
  weekdays('UTC').formatRange(new Date(from), new Date(to)).replaceAll(/\s/g, ' ')

const days = inZone({ dateStyle: 'medium' })

/** "Oct 16 – Nov 12, 2026". */
export const dateRange = (from: string, to: string): string =>
  days('UTC').formatRange(new Date(from), new Date(to)).replaceAll(/\s/g, ' ')

const offsets = inZone({ timeZoneName: 'shortOffset' })

/** "UTC+1", "UTC+5:30", "UTC". */
export function offsetOf(zone: string, at: Moment): string {
  const parts = offsets(zone).formatToParts(new Date(at))
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC')
}

const wallText = written({ dateStyle: 'short', timeStyle: 'medium' }, 'sv-SE')

/** What the clock on the wall shows there, as if it were UTC; to the second. */
export const wallClock = (at: Moment, zone: string): number => Date.parse(`${wallText(at, zone).replace(' ', 'T')}Z`)

/** The moment at which the clock there shows this: the first of two; of none, as if it had not been put forward. */
export function momentOf(wall: number, zone: string): number {
  const offsets = [wall - DAY, wall + DAY].map((near) => wallClock(near, zone) - near)
  const showing = offsets.map((offset) => wall - offset).filter((at) => wallClock(at, zone) === wall)
  return showing.length > 0 ? Math.min(...showing) : wall - (offsets[0] ?? 0)
}

const MINUTE = 60_000

/** The moment at which the clocks there show this many minutes after midnight. */
export const momentAt = (day: string, minutes: number, zone: string): number =>
  momentOf(Date.parse(day) + minutes * MINUTE, zone)

/** The moment a day begins in this zone; where the clocks skip midnight, the moment at which they do. */
export const startOfDay = (day: string, zone: string): Date => new Date(momentAt(day, 0, zone))

/** The zone that the browser believes to be in. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
