/** Days as they are compared and sent, "2026-11-12": they have no zone, so that they are counted in UTC. */
export type Day = string

const DAY = 86_400_000
const WEEK = 7

export type View = 'month' | 'week' | 'day'

export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10)

/** As ISO numbers them: 1 is Monday. */
export const weekdayOf = (day: Day): number => ((new Date(day).getUTCDay() + 6) % WEEK) + 1

export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

/** The same date of another month, or its last where it has fewer days. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}

export const weekOf = (day: Day, weekStart: number): Day[] => {
  const first = addDays(day, -((weekdayOf(day) - weekStart + WEEK) % WEEK))
  return Array.from({ length: WEEK }, (_, n) => addDays(first, n))
}

/** Whole weeks: those of the month, with the days before and after it that fill the first and the last. */
export function monthOf(day: Day, weekStart: number): Day[] {
  const first = weekOf(`${day.slice(0, 7)}-01`, weekStart)[0] ?? day
  const next = `${addMonths(day, 1).slice(0, 7)}-01`
  const weeks = Math.ceil(daysBetween(first, next) / WEEK)
  return Array.from({ length: weeks * WEEK }, (_, n) => addDays(first, n))
}

export const daysOf = (view: View, day: Day, weekStart: number): Day[] =>
  view === 'month' ? monthOf(day, weekStart) : view === 'week' ? weekOf(day, weekStart) : [day]

export const step = (view: View, day: Day, count: number): Day =>
  view === 'month' ? addMonths(day, count) : addDays(day, view === 'week' ? count * WEEK : count)
