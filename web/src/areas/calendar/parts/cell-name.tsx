import { texts } from '../calendar.texts.ts'
import type { Day } from '../calendar-days.ts'
import { longDayName } from '../due-words.ts'
import { useCalendarActs } from './calendar-acts.ts'
import { type DueOnDay, dueText } from './days-of-page.ts'

/** For the eyes: there are more than were looked at, and what is shown does not say so. */
export const MoreUncounted = ({ due, hidden }: { due: DueOnDay; hidden: number }) =>
  due.capped &&
  hidden === 0 && (
    <span aria-hidden className="truncate px-1 text-2xs text-fg-3">
      {dueText(due)}
    </span>
  )

/** What a cell begins with for those who hear it: the whole date, how much is due, and a day off. */
export function CellName({ day, due }: { day: Day; due: DueOnDay }) {
  const holiday = useCalendarActs().holidayOn(day)
  const words = [longDayName(day), dueText(due), holiday && texts.dayOff(holiday.name)]
  return <span className="sr-only">{words.filter(Boolean).join(', ')}</span>
}
