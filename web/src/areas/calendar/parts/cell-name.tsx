import { texts } from '../calendar.texts.ts'
import type { Day } from '../calendar-days.ts'
import { longDayName } from '../due-words.ts'
import { useCalendarActs } from './calendar-acts.ts'
import { countText, type DueOnDay } from './days-of-page.ts'

/** What a cell begins with for those who hear it: the whole date, how much is due, and a day off. */
export function CellName({ day, due }: { day: Day; due: DueOnDay }) {
  const holiday = useCalendarActs().holidayOn(day)
  const words = [texts.cell(longDayName(day), due.count, countText(due))]
  if (holiday) words.push(texts.dayOff(holiday.name))
  return <span className="sr-only">{words.join(', ')}</span>
}
