import { invalid } from '../../core/errors.ts'
import { momentOf, wallClock } from '../../core/zone-clock.ts'

const DAY = 86_400_000
const EARLIEST = 2000
const LATEST = 2199
/** A day without a time of day, as it is on the wire: the end of that day in UTC, wherever the organisation is. */
const WHOLE_DAY = /^(\d{4}-\d{2}-\d{2})T23:59:59(?:\.0+)?(?:Z|[+-]00:00)$/

/** "2026-11-12". */
export const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The day it is in a zone at a moment. */
export const dayIn = (timeZone: string, at: Date): string => isoDay(wallClock(timeZone, at.getTime()))

/** The moment from which what is due on a day is overdue: when the next day begins in the zone. */
export const endOfDay = (day: string, timeZone: string): Date =>
  new Date(momentOf(timeZone, Date.parse(`${day}T00:00:00Z`) + DAY))

export interface StoredDue {
  due_date: string | null
  due_at: Date | null
  due_sort: Date | 'infinity'
}

const NEVER: StoredDue = { due_date: null, due_at: null, due_sort: 'infinity' }

/** Whether a day, or a moment on the wire, is in a year that dates can be chosen in; of others not all can be stored. */
export function isInReach(wire: string): boolean {
  const year = Number(wire.slice(0, 4))
  return year >= EARLIEST && year <= LATEST
}

/** The one way in which a date that people choose is stored: its day, its time of day if it has one, and its moment. */
export function readDue(wire: string | null, timeZone: string): StoredDue {
  if (wire === null) return NEVER
  if (!isInReach(wire)) {
    throw invalid('This due date is too far in the future', [{ path: 'due_date', message: 'too far away' }])
  }
  const day = WHOLE_DAY.exec(wire)?.[1]
  if (day) return { due_date: day, due_at: null, due_sort: endOfDay(day, timeZone) }
  const at = new Date(wire)
  return { due_date: dayIn(timeZone, at), due_at: at, due_sort: at }
}

/** As the driver reads them: a `date` is the beginning of that day on this machine's clock. */
export interface DueColumns {
  due_date: Date | null
  due_at: Date | null
  due_sort: Date | number
}

export interface WireDue {
  due_date: string | null
  due_has_time: boolean
  overdue_at: string | null
}

const padded = (n: number, width = 2) => String(n).padStart(width, '0')
/** The day in a `date` as the driver reads it. */
export const storedDay = (date: Date) =>
  `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`

/** The day at 23:59:59Z, or the moment where a time of day is set. */
export function dueOnWire({ due_date, due_at, due_sort }: DueColumns): WireDue {
  if (!due_date) return { due_date: null, due_has_time: false, overdue_at: null }
  const overdue_at = due_sort instanceof Date ? due_sort.toISOString() : null
  if (due_at) return { due_date: due_at.toISOString(), due_has_time: true, overdue_at }
  return { due_date: `${storedDay(due_date)}T23:59:59Z`, due_has_time: false, overdue_at }
}
