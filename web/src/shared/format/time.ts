/** One clock and one calendar for the whole page: American English, 12 hours, in the zone that is given. */
export type Moment = string | number | Date

export const DAY = 86_400_000

/** Where the person is, and when. */
export type Clock = { zone: string; now: number }

/** Making a formatter costs far more than using it, so there is one for each form and zone. */
export function inZone(options: Intl.DateTimeFormatOptions, locale = 'en-US') {
  const byZone = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const format = byZone.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    byZone.set(timeZone, format)
    return format
  }
}

export function written(options: Intl.DateTimeFormatOptions, locale?: string) {
  const format = inZone(options, locale)
  return (at: Moment, zone: string): string => format(zone).format(new Date(at))
}

/** "2026-11-12": days as they are compared and sent. */
export const dayKey = written({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA')

/** "9:41 AM". */
export const clockTime = written({ hour: 'numeric', minute: '2-digit' })

/** "Nov 10, 2026". */
export const dateText = written({ dateStyle: 'medium' })

/** "Tuesday, November 10, 2026". */
export const longDate = written({ dateStyle: 'full' })

/** "Nov 10, 2026, 4:40 PM". */
export const exactMoment = written({ dateStyle: 'medium', timeStyle: 'short' })

const monthDay = written({ month: 'short', day: 'numeric' })
const weekdayMonthDay = written({ weekday: 'short', month: 'short', day: 'numeric' })
export const weekdays = inZone({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
const hour = written({ hour: 'numeric', hourCycle: 'h23' })

const isThisYear = (at: Moment, zone: string, now: Moment) =>
  dayKey(at, zone).slice(0, 4) === dayKey(now, zone).slice(0, 4)

/** "Nov 10"; of another year "Nov 10, 2025". */
export const shortDate = (at: Moment, zone: string, now: Moment): string =>
  (isThisYear(at, zone, now) ? monthDay : dateText)(at, zone)

/** "Tue, Nov 10"; of another year "Mon, Nov 10, 2025". */
export const weekdayDate = (at: Moment, zone: string, now: Moment): string =>
  isThisYear(at, zone, now) ? weekdayMonthDay(at, zone) : weekdays(zone).format(new Date(at))

/** How many days from today there until that day; negative once it has passed. */
export const daysUntil = (day: string, zone: string, now: Moment): number =>
  Math.round((Date.parse(day) - Date.parse(dayKey(now, zone))) / DAY)

/** From 0 to 23. */
export const hourOf = (at: Moment, zone: string): number => Number(hour(at, zone))
