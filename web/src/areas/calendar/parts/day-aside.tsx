import { CALENDAR_STATUSES } from '@throughline/contracts/calendar-lists'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { cn } from '../../../ui/cn.ts'
import type { CalendarPage } from '../calendar.api.ts'
import { texts } from '../calendar.texts.ts'
import type { Day } from '../calendar-days.ts'
import { longDayName } from '../due-words.ts'
import { dueByDay, dueText } from './days-of-page.ts'
import { CalendarGlyph } from './item-chip.tsx'
import { StillOpen } from './still-open.tsx'

/** How a day stands, beside it. */
export function DayAside({ day, page }: { day: Day; page: CalendarPage }) {
  const me = useCurrentUser()?.member_id
  const due = dueByDay(page)(day)
  const statuses = CALENDAR_STATUSES.map((status) => ({
    status,
    count: due.items.filter((item) => item.status === status).length,
  })).filter(({ count }) => count > 0)
  // Counted from what was sent: where that is not all of the day, it would be wrong.
  const whole = due.items.length === due.count && !due.capped
  const yours = whole ? due.items.filter(({ person }) => person !== null && person.id === me).length : 0
  const counted = dueText(due)
  const stillOpen = page.from === day && page.to === day && page.still_open
  return (
    <aside aria-label={longDayName(day)} className="w-64 shrink-0 overflow-y-auto border-l max-[1299px]:hidden">
      <div className="px-4 pt-4 pb-3">
        <h2 className="text-lg">{longDayName(day)}</h2>
        <p className="text-fg-3">{counted && yours > 0 ? texts.dueAndYours(counted, yours) : counted}</p>
      </div>
      {whole && statuses.length > 0 && (
        <dl className="border-y">
          {statuses.map(({ status, count }, n) => (
            <div key={status} className={cn('flex items-center gap-2 px-4 py-2', n > 0 && 'border-t')}>
              <CalendarGlyph status={status} size={14} />
              <dt className="flex-1">{texts.statuses[status]}</dt>
              <dd className="tnum font-medium">{count}</dd>
            </div>
          ))}
        </dl>
      )}
      {stillOpen && <StillOpen day={day} stillOpen={stillOpen} />}
    </aside>
  )
}
