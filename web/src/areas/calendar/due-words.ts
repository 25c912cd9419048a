import type { CalendarItem } from '@throughline/contracts/calendar'
import { clockTime, written } from '../../shared/format/time.ts'
import { spec, texts } from './calendar.texts.ts'
import { type Day, daysBetween } from './calendar-days.ts'

/** Days have no zone of their own. */
const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const format = written(options)
  return (day: Day) => format(day, 'UTC')
}

export const weekdayShort = inUtc({ weekday: 'short' })
export const weekdayLetter = inUtc({ weekday: 'narrow' })
export const dayNumber = inUtc({ day: 'numeric' })
export const monthShort = inUtc({ month: 'short' })
export const monthName = inUtc({ month: 'long', year: 'numeric' })
export const dayName = inUtc({ weekday: 'short', month: 'short', day: 'numeric' })
export const longDayName = inUtc({ weekday: 'long', month: 'short', day: 'numeric', year: 'numeric' })

/** As the specification says how much time is left. */
export function remainingText(day: Day, today: Day): string {
  const ahead = daysBetween(today, day)
  if (ahead < 0) return spec.overdueBy(-ahead)
  if (ahead === 0) return spec.dueToday
  return ahead === 1 ? spec.dueTomorrow : spec.remaining(ahead)
}

/** What is done is neither late nor due. */
export function whenText({ status, day }: Pick<CalendarItem, 'status' | 'day'>, today: Day): string {
  return status === 'completed' ? texts.statuses.completed : remainingText(day, today)
}

/** Of an item with a time of day. */
export const timeOf = ({ due_date, due_has_time }: CalendarItem, zone: string): string | undefined =>
  due_has_time && due_date ? clockTime(due_date, zone) : undefined

/** "5 PM" where it is short of room. */
export const shortTimeOf = (item: CalendarItem, zone: string): string | undefined =>
  timeOf(item, zone)?.replace(':00', '')
