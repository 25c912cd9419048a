import { texts } from './format.texts.ts'
import { clockTime, dateText, dayKey, daysUntil, exactMoment, longDate, shortDate, weekdayDate } from './time.ts'

const DAYS_AHEAD = 6

/** A chosen day without a time is sent as its end; no day takes the date away. */
export const dueOnWire = (day: string): string | null => (day ? `${day}T23:59:59Z` : null)

/** Without a time the date part is the day, in every zone; with one, the day is that of the workspace. */
export const dueDay = (due: string, hasTime: boolean, zone: string): string =>
  hasTime ? dayKey(due, zone) : due.slice(0, 10)

/** The day that a date field shows of it; empty without one. */
export const dueDayOf = (row: { due_date: string | null; due_has_time: boolean }, zone: string): string =>
  row.due_date === null ? '' : dueDay(row.due_date, row.due_has_time, zone)

/** "Nov 20, 2026", with its time where it has one. */
export const dueDateText = (due: string, hasTime: boolean, zone: string): string =>
  hasTime ? exactMoment(due, zone) : dateText(due.slice(0, 10), 'UTC')

type Due = {
  due: string
  hasTime: boolean
  /** The workspace's. */
  zone: string
  now: number
  weekday?: boolean
}

export function dueText({ due, hasTime, zone, now, weekday }: Due): { text: string; full: string; today: boolean } {
  const day = dueDay(due, hasTime, zone)
  const ahead = daysUntil(day, zone, now)
  const isSoon = weekday && ahead > 0 && ahead <= DAYS_AHEAD
  const long = longDate(day, 'UTC')
  const time = hasTime ? clockTime(due, zone) : undefined
  const full = time ? texts.dayAt(long, time) : long
  if (ahead === 0) return { text: time ? texts.todayAt(time) : texts.today, full, today: true }
  // A day as such has no zone: it is compared with the day that it is there now.
  return { text: (isSoon ? weekdayDate : shortDate)(day, 'UTC', dayKey(now, zone)), full, today: false }
}
