import type { CurrentUser } from '@throughline/contracts/auth'
import type { CalendarItem } from '@throughline/contracts/calendar'
import { can } from '../../shared/current-user.ts'
import { dueOnWire } from '../../shared/format/due.ts'
import { momentOf, startOfDay, wallClock } from '../../shared/format/moments.ts'
import { DAY } from '../../shared/format/time.ts'
import { addDays, type Day } from './calendar-days.ts'

const MINUTE = 60_000

/** What is sent so that it is due on another day: a time of day stays what the clock there shows. */
export function movedDue({ due_date, due_has_time }: CalendarItem, day: Day, zone: string): string | null {
  if (!due_has_time || due_date === null) return dueOnWire(day)
  const time = wallClock(due_date, zone) % DAY
  const ends = startOfDay(addDays(day, 1), zone).getTime()
  // A time that the clocks skip comes as much later, but never on the next day.
  return new Date(Math.min(momentOf(Date.parse(day) + time, zone), ends - MINUTE)).toISOString()
}

/** What is done stays where it was due; the rest moves for whoever may change it. */
export const isMovable = ({ kind, status }: Pick<CalendarItem, 'kind' | 'status'>, user: CurrentUser | null): boolean =>
  status !== 'completed' && can(user, kind === 'task' ? 'tasks.work' : 'instances.manage')
