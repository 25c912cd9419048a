import type { Message } from '@throughline/contracts/inbox'
import { momentAt } from '../../../shared/format/moments.ts'
import { DAY, dayKey, hourOf, written } from '../../../shared/format/time.ts'

const HOUR = 3_600_000
const HALF_HOUR = HOUR / 2
/** Half past eight, when most people look at what came. */
const MORNING = 8 * 60 + 30
/** "Later today" is three hours away and not at night. */
const LATER = 3 * HOUR
const EVENING = 20

const weekday = written({ weekday: 'short' })

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

const DAYS_TO_MONDAY: Record<string, number> = { Mon: 7, Tue: 6, Wed: 5, Thu: 4, Fri: 3, Sat: 2, Sun: 1 }

/** When a message that waits for the person has to be back at the latest: an hour before it is due. */
export function snoozeLimit(messages: readonly Message[]): { limit: number; due: number } | undefined {
  const dues = messages.flatMap(({ needs_you, due }) => (needs_you && due !== null ? [Date.parse(due)] : []))
  if (dues.length === 0) return undefined
  const due = Math.min(...dues)
  return { limit: due - HOUR, due }
}

export type SnoozeTime = { key: 'later' | 'beforeDue' | 'tomorrow' | 'nextWeek'; at: number; allowed: boolean }

/** What can be chosen by one press; what would return too late is shown, and cannot. */
export function snoozeTimes(messages: readonly Message[], zone: string, now: number): SnoozeTime[] {
  const bound = snoozeLimit(messages)
  const today = dayKey(now, zone)
  const later = Math.ceil((now + LATER) / HALF_HOUR) * HALF_HOUR
  const isToday = dayKey(later, zone) === today && hourOf(later, zone) < EVENING
  const times: Omit<SnoozeTime, 'allowed'>[] = [
    ...(isToday ? [{ key: 'later' as const, at: later }] : []),
    ...(bound && bound.limit > now ? [{ key: 'beforeDue' as const, at: bound.limit }] : []),
    { key: 'tomorrow', at: momentAt(dayAfter(today, 1), MORNING, zone) },
    { key: 'nextWeek', at: momentAt(dayAfter(today, DAYS_TO_MONDAY[weekday(now, zone)] ?? 7), MORNING, zone) },
  ]
  return times.map((time) => ({ ...time, allowed: !bound || time.at <= bound.limit }))
}
