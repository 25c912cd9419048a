import { taskWords } from './task-words.ts'

const DAYS_AHEAD = 6
const DAY = 86_400_000

/** "2026-11-13", there. */
export const dayOf = (moment: number | string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(
    new Date(moment),
  )

const written = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...options, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const timeOf = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(moment))

/** A chosen day without a time is sent as its end; no day takes the date away. */
export const dueOnWire = (day: string): string | null => (day ? `${day}T23:59:59Z` : null)

/** The day that a date field shows of it; empty without one. */
export const dueDayOf = (row: { due_date: string | null; due_has_time: boolean }, zone: string): string => {
  if (row.due_date === null) return ''
  return row.due_has_time ? dayOf(row.due_date, zone) : row.due_date.slice(0, 10)
}

export type Due = {
  due: string
  hasTime: boolean
  /** The workspace's. */
  zone: string
  now: number
  weekday?: boolean
}

/**
 * Without a time the date part is the day, in every zone; with one, the day and the time are those of the workspace.
 */
export function dueText({ due, hasTime, zone, now, weekday }: Due): { text: string; full: string; today: boolean } {
  const day = hasTime ? dayOf(due, zone) : due.slice(0, 10)
  const present = dayOf(now, zone)
  const ahead = (Date.parse(day) - Date.parse(present)) / DAY
  const soon = weekday && ahead > 0 && ahead <= DAYS_AHEAD
  const short = written(day, {
    ...(soon && { weekday: 'short' }),
    ...(day.slice(0, 4) !== present.slice(0, 4) && { year: 'numeric' }),
  })
  const long = written(day, { weekday: 'long', month: 'long', year: 'numeric' })
  const time = hasTime ? timeOf(due, zone) : undefined
  const today = day === present
  if (today) return { text: time ? taskWords.todayAt(time) : taskWords.today, full: withTime(long, time), today }
  return { text: short, full: withTime(long, time), today }
}

const withTime = (day: string, time: string | undefined) => (time ? taskWords.dayAt(day, time) : day)
