import type { Holiday, WorkingDay } from '@throughline/contracts/org'
import { invalid } from '../../core/errors.ts'
import { requireTimeZone } from '../../core/time-zone.ts'

function requireWorkingDays(days: readonly WorkingDay[]): WorkingDay[] {
  const seen = new Set<number>()
  days.forEach(({ day, from, to }, index) => {
    const path = `working_days.${index}`
    if (seen.has(day)) throw invalid('A weekday can have only one set of hours', [{ path, message: 'repeated' }])
    if (from >= to) throw invalid('A working day must end after it starts', [{ path, message: 'ends too early' }])
    seen.add(day)
  })
  return days.toSorted((one, other) => one.day - other.day)
}

function requireHolidays(holidays: readonly Holiday[]): Holiday[] {
  holidays.forEach(({ from, to }, index) => {
    if (from > to)
      throw invalid('A holiday must end after it starts', [{ path: `holidays.${index}`, message: 'ends too early' }])
  })
  return holidays.toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))
}

export interface Calendar {
  time_zone?: string | undefined
  week_start?: number | undefined
  working_days?: WorkingDay[] | undefined
  holidays?: Holiday[] | undefined
}

/** What of the calendar was given, checked and in order, as its columns take it. */
export const calendarColumns = (given: Calendar) => ({
  ...(given.time_zone === undefined ? {} : { time_zone: requireTimeZone(given.time_zone) }),
  ...(given.week_start === undefined ? {} : { week_start: given.week_start }),
  ...(given.working_days === undefined ? {} : { working_days: JSON.stringify(requireWorkingDays(given.working_days)) }),
  ...(given.holidays === undefined ? {} : { holidays: JSON.stringify(requireHolidays(given.holidays)) }),
})
