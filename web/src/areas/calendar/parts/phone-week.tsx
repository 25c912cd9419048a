import { cn } from '../../../ui/cn.ts'
import type { CalendarPage } from '../calendar.api.ts'
import type { Day } from '../calendar-days.ts'
import { dayNumber, longDayName, weekdayLetter } from '../due-words.ts'
import { useCalendarActs } from './calendar-acts.ts'
import { dueByDay, dueText } from './days-of-page.ts'

type PhoneWeekProps = { days: readonly Day[]; page: CalendarPage; current: Day; onGo: (day: Day) => void }

const DOTS = 3

/** A week over the agenda: a press goes to its day. */
export function PhoneWeek({ days, page, current, onGo }: PhoneWeekProps) {
  const { today } = useCalendarActs()
  const dueOn = dueByDay(page)
  const go = (day: Day) => {
    onGo(day)
    document.getElementById(`day-${day}`)?.scrollIntoView({ block: 'start' })
  }
  return (
    <ul className="sticky top-0 z-10 grid grid-cols-7 border-b bg-surface px-2 py-2">
      {days.map((day) => {
        const due = dueOn(day)
        const late = due.items.some(({ status }) => status === 'overdue')
        return (
          <li key={day}>
            <button
              type="button"
              aria-current={day === today ? 'date' : undefined}
              aria-pressed={day === current}
              onClick={() => go(day)}
              className={cn(
                'grid h-[52px] w-full justify-items-center rounded-md pt-1 text-xs',
                day === today ? 'bg-accent text-on-accent' : day === current ? 'bg-surface-3 text-fg' : 'text-fg-2',
              )}
            >
              <span className="sr-only">{[longDayName(day), dueText(due)].filter(Boolean).join(', ')}</span>
              <span aria-hidden>{weekdayLetter(day)}</span>
              <span aria-hidden translate="no" className="tnum text-md font-semibold">
                {dayNumber(day)}
              </span>
              <span aria-hidden className="flex h-1 gap-[3px]">
                {due.items.slice(0, DOTS).map(({ id }) => (
                  <span
                    key={id}
                    className={cn(
                      'size-1 rounded-full',
                      day === today ? 'bg-current' : late ? 'bg-(--danger-mark)' : 'bg-(--neutral-mark)',
                    )}
                  />
                ))}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
