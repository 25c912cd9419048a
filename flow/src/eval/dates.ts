import type { AlarmExpr, DueExpr, UntilExpr } from '../exprs.ts'
import { isoDay } from './civil.ts'
import { dayAfter, endOfDay, later, parseDuration, startOfDay } from './durations.ts'
import { run } from './evaluate.ts'
import { attempt, type Result } from './result.ts'
import type { Scope } from './scope.ts'
import { Fail, Time } from './values.ts'

/** `at` is the moment from which it is overdue; `day` is set unless a time of day was asked for. */
export type DueAt = { at: number; day?: string }

function dated(text: string) {
  const duration = parseDuration(text)
  if (!duration) throw new Fail(`${text} is no duration`)
  return duration
}

function found(ms: number | undefined): number {
  if (ms === undefined) throw new Fail('the calendar has no such working day')
  return ms
}

/** When something is due that opened now, in an instance that started at `scope.instance.started`. */
export function dueOf(due: DueExpr, scope: Scope): Result<DueAt> {
  return attempt(() => {
    const { calendar, now, instance } = scope
    const onDay = (day: number): DueAt => ({ at: endOfDay(calendar, day), day: isoDay(day) })
    if ('date' in due) {
      const value = run(due.date, scope)
      if (!(value instanceof Time)) throw new Fail('the due date is no date')
      return value.day ? onDay(value.ms) : { at: value.ms }
    }
    const duration = dated(due.in)
    const from = due.from === 'start' ? (instance?.started ?? now) : now
    const day = dayAfter(calendar, from, duration)
    if (duration.unit === 'bd') return onDay(found(day))
    return day === undefined ? { at: found(later(calendar, from, duration)) } : onDay(day)
  })
}

/** When a wait that opened now ends. */
export function waitEnds(until: UntilExpr, scope: Scope): Result<number> {
  return attempt(() => {
    if ('for' in until) return found(later(scope.calendar, scope.now, dated(until.for)))
    const value = run(until.at, scope)
    if (!(value instanceof Time)) throw new Fail('the time to wait for is no date')
    return value.day ? startOfDay(scope.calendar, value.ms) : value.ms
  })
}

/** The alarms of a step that opened now, by their number. One that hangs on a due date is left out if there is none. */
export function alarmsOf(alarms: AlarmExpr[], due: DueAt | undefined, scope: Scope): Result<[at: number, n: number][]> {
  return attempt(() =>
    alarms.flatMap(({ from, after }, n): [number, number][] => {
      const origin = from === 'open' ? scope.now : due?.at
      if (origin === undefined) return []
      const before = after.startsWith('-')
      const at = later(scope.calendar, origin, dated(before ? after.slice(1) : after), before ? -1 : 1)
      return [[Math.max(found(at), scope.now), n]]
    }),
  )
}
