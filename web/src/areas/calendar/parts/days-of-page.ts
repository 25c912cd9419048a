import type { CalendarItem } from '@throughline/contracts/calendar'
import { MAX_DAY_COUNT } from '@throughline/contracts/calendar-lists'
import { numberText } from '../../../shared/format/count.ts'
import type { CalendarPage } from '../calendar.api.ts'
import { spec, texts } from '../calendar.texts.ts'
import type { Day } from '../calendar-days.ts'

export interface DueOnDay {
  /** As far as they were sent: the first of each kind. */
  items: CalendarItem[]
  count: number
  capped: boolean
  /** False while the days that are shown are still being loaded: nothing is known of them then. */
  isKnown: boolean
}

const NOTHING: DueOnDay = { items: [], count: 0, capped: false, isKnown: true }
const UNKNOWN: DueOnDay = { ...NOTHING, isKnown: false }

/** Open ones first, each in the order in which it becomes overdue. */
const place = ({ status, overdue_at }: CalendarItem) => [status === 'completed' ? 1 : 0, overdue_at ?? ''] as const

function byDue(a: CalendarItem, b: CalendarItem): number {
  const [doneA, dueA] = place(a)
  const [doneB, dueB] = place(b)
  return doneA - doneB || (dueA < dueB ? -1 : dueA > dueB ? 1 : 0)
}

/** Tasks and instances of each day together. */
export function dueByDay({ days, from, to }: CalendarPage): (day: Day) => DueOnDay {
  const known = new Map<Day, DueOnDay>()
  for (const { day, items, count, capped } of days) {
    const before = known.get(day) ?? NOTHING
    known.set(day, {
      items: [...before.items, ...items].toSorted(byDue),
      count: before.count + count,
      capped: before.capped || capped,
      isKnown: true,
    })
  }
  return (day) => known.get(day) ?? (from <= day && day <= to ? NOTHING : UNKNOWN)
}

const upTo = (count: number, capped: boolean) => (capped ? texts.most(numberText(count)) : numberText(count))

export const countText = ({ count, capped }: Pick<DueOnDay, 'count' | 'capped'>): string => upTo(count, capped)

/** What a day is headed with; nothing while it is not known. */
export function dueText(due: DueOnDay): string | undefined {
  if (!due.isKnown) return undefined
  if (due.count > 0) return texts.due(countText(due))
  return due.capped ? texts.noneFits(numberText(MAX_DAY_COUNT)) : texts.nothingDue
}

/** Of those that a day has no room for. */
export const moreText = (hidden: number, { capped }: DueOnDay): string => spec.more(upTo(hidden, capped))
