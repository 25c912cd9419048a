import type { Budget } from './budget.ts'
import { dayMs, parseDay, weekdayOf } from './civil.ts'

/** An organisation's time as data, so that no zone database is needed to compute with it. */
export type Calendar = {
  /** From when on the zone is how many minutes ahead of UTC, oldest first; the first entry also holds before it. */
  zone: [from: number, minutes: number][]
  /** Weekdays worked, 1 for Monday to 7 for Sunday. */
  days: number[]
  /** When a working day begins, in minutes after midnight. */
  start: number
  /** Days on which nobody works, as `2026-12-25`. */
  holidays: string[]
}

export const plainCalendar: Calendar = { zone: [[0, 0]], days: [1, 2, 3, 4, 5], start: 540, holidays: [] }

function offsetAt({ zone }: Calendar, ms: number): number {
  let minutes = zone[0]?.[1] ?? 0
  for (const [from, ahead] of zone) {
    if (from > ms) break
    minutes = ahead
  }
  return minutes * 60_000
}

/** The wall clock at a moment, written as if it were UTC. */
export function wallClock(calendar: Calendar, ms: number): number {
  return ms + offsetAt(calendar, ms)
}

/** The moment a wall clock shows this: the first if it shows it twice; if it never does, as if it had not been put forward. */
export function momentOf(calendar: Calendar, wall: number): number {
  const offsets = [offsetAt(calendar, wall - dayMs), offsetAt(calendar, wall + dayMs)]
  const moments = offsets.map((offset) => wall - offset).filter((ms) => wallClock(calendar, ms) === wall)
  return moments.length > 0 ? Math.min(...moments) : wall - (offsets[0] ?? 0)
}

/** Midnight UTC of the day it is in the organisation's zone. */
export function dayIn(calendar: Calendar, ms: number): number {
  return Math.floor(wallClock(calendar, ms) / dayMs) * dayMs
}

const holidaySets = new WeakMap<string[], Set<number | undefined>>()

/** Read once for each calendar: counting working days asks for every single day. */
function holidaysIn({ holidays }: Calendar): Set<number | undefined> {
  const before = holidaySets.get(holidays)
  if (before) return before
  const days = new Set(holidays.map(parseDay))
  holidaySets.set(holidays, days)
  return days
}

export function isWorkday(calendar: Calendar, day: number): boolean {
  return calendar.days.includes(weekdayOf(day)) && !holidaysIn(calendar).has(day)
}

/** What looking at one day costs an expression. */
const perDay = 4

/** Past this many days without finding enough, there is no such working day. */
const farthest = 20_000

/** The n-th working day after the given day, or before it for a negative n; for 0 the day itself. */
export function addWorkdays(calendar: Calendar, day: number, n: number, budget?: Budget): number | undefined {
  const step = n < 0 ? -dayMs : dayMs
  let left = Math.abs(n)
  let at = day
  for (let tried = 0; left > 0; tried++) {
    if (tried > farthest) return undefined
    budget?.charge(perDay)
    at += step
    if (isWorkday(calendar, at)) left -= 1
  }
  return at
}

/** How many working days lie after the first day up to the second; negative when the second is earlier. */
export function workdaysBetween(calendar: Calendar, from: number, to: number, budget?: Budget): number | undefined {
  if (to < from) {
    const back = workdaysBetween(calendar, to, from, budget)
    return back === undefined ? undefined : -back
  }
  if ((to - from) / dayMs > farthest) return undefined
  budget?.charge(((to - from) / dayMs) * perDay)
  let count = 0
  for (let at = from + dayMs; at <= to; at += dayMs) if (isWorkday(calendar, at)) count += 1
  return count
}
