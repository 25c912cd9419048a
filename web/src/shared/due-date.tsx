import { CalendarDays } from 'lucide-react'
import { cn } from '../ui/cn.ts'
import { useZone } from './current-user.ts'
import { dueText } from './format/due.ts'
import { useNow } from './use-now.ts'

type DueDateProps = {
  /** A task or an instance. `overdue_at` is the moment it becomes overdue. */
  of: { due_date: string | null; due_has_time: boolean; overdue_at: string | null }
  /** What is done is neither late nor urgent. */
  done?: boolean
  /** "Fri, Nov 13" for the days just ahead. */
  weekday?: boolean
  icon?: boolean
}

/** Blank without a date. The day is the one that was chosen, wherever it is read. */
export function DueDate({ of, done = false, weekday = false, icon }: DueDateProps) {
  const { due_date: due, due_has_time: hasTime, overdue_at: overdueAt } = of
  const now = useNow()
  const zone = useZone()
  if (due === null) return null
  const { text, full, today } = dueText({ due, hasTime, zone, now, weekday })
  const late = !done && overdueAt !== null && Date.parse(overdueAt) <= now
  const tone = late ? 'font-medium text-danger-fg' : today && !done ? 'text-warning-fg' : 'text-fg-2'
  return (
    <time
      translate="no"
      dateTime={hasTime ? due : due.slice(0, 10)}
      title={full}
      className={cn('tnum inline-flex items-center gap-1 whitespace-nowrap', tone)}
    >
      {icon && <CalendarDays size={12} aria-hidden />}
      {text}
    </time>
  )
}
