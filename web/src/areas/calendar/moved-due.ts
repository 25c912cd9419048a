import type { CalendarItem } from '@throughline/contracts/calendar'
import { dueOnWire } from '../../shared/format/due.ts'
import { startOfDay } from '../../shared/format/moments.ts'
import { written } from '../../shared/format/time.ts'
import type { Day } from './calendar-days.ts'

const clock = written({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

/** What is sent so that it is due on another day: a time of day stays what the clock there shows. */
export function movedDue({ due_date, due_has_time }: CalendarItem, day: Day, zone: string): string | null {
  if (!due_has_time || due_date === null) return dueOnWire(day)
  const [hours = 0, minutes = 0, seconds = 0] = clock(due_date, zone).split(':').map(Number)
  const begins = startOfDay(day, zone).getTime()
  const at = begins + ((hours * 60 + minutes) * 60 + seconds) * 1000
  // On a day on which the clocks change, so many hours after midnight are another time of day.
  const off = wallMinutes(at, zone) - (hours * 60 + minutes)
  return new Date(at - off * 60_000).toISOString()
}

function wallMinutes(at: number, zone: string): number {
  const [hours = 0, minutes = 0] = clock(at, zone).split(':').map(Number)
  return hours * 60 + minutes
}

/** What is done stays where it was due. */
export const isMovable = ({ status }: Pick<CalendarItem, 'status'>): boolean => status !== 'completed'
