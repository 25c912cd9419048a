import type { CalendarItem } from '@throughline/contracts/calendar'
import { numberText } from '../../../shared/format/count.ts'
import type { CalendarPage } from '../calendar.api.ts'
import { spec, texts } from '../calendar.texts.ts'
import type { Day } from '../calendar-days.ts'

export interface DueOnDay {
  /** As far as they were sent: the first of each kind. */
  items: CalendarItem[]
  count: number
  capped: boolean
}

const NOTHING: DueOnDay = { items: [], count: 0, capped: false }

/** Open ones first, each in the order in which it becomes overdue. */
const place = ({ status, overdue_at }: CalendarItem) => [status === 'completed' ? 1 : 0, overdue_at ?? ''] as const

function byDue(a: CalendarItem, b: CalendarItem): number {
  const [doneA, dueA] = place(a)
  const [doneB, dueB] = place(b)
  return doneA - doneB || (dueA < dueB ? -1 : dueA > dueB ? 1 : 0)
}

/** Tasks and instances of each day together. */
export function dueByDay({ days }: CalendarPage): (day: Day) => DueOnDay {
  const known = new Map<Day, DueOnDay>()
  for (const { day, items, count, capped } of days) {
    const before = known.get(day) ?? NOTHING
    known.set(day, {
      items: [...before.items, ...items].toSorted(byDue),
      count: before.count + count,
      capped: before.capped || capped,
    })
  }
  return (day) => known.get(day) ?? NOTHING
}

const upTo = (count: number, capped: boolean) => (capped ? texts.most(numberText(count)) : numberText(count))

export const countText = ({ count, capped }: DueOnDay): string => upTo(count, capped)

/** Of those that a day has no room for. */
export const moreText = (hidden: number, { capped }: DueOnDay): string => spec.more(upTo(hidden, capped))
