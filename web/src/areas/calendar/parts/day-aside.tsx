import { CALENDAR_STATUSES } from '@throughline/contracts/calendar-lists'
import { cn } from '../../../ui/cn.ts'
import type { CalendarPage } from '../calendar.api.ts'
import { texts } from '../calendar.texts.ts'
import type { Day } from '../calendar-days.ts'
import { longDayName } from '../due-words.ts'
import { countText, dueByDay } from './days-of-page.ts'
import { CalendarGlyph } from './item-chip.tsx'

/** How a day stands, beside it. */
export function DayAside({ day, page }: { day: Day; page: CalendarPage }) {
  const due = dueByDay(page)(day)
  const statuses = CALENDAR_STATUSES.map((status) => ({
    status,
    count: due.items.filter((item) => item.status === status).length,
  })).filter(({ count }) => count > 0)
  // Counted from what was sent: where that is not all of the day, it would be wrong.
  const whole = due.items.length === due.count
  return (
    <aside aria-label={longDayName(day)} className="w-64 shrink-0 overflow-y-auto border-l max-[1299px]:hidden">
      <div className="px-4 pt-4 pb-3">
        <h2 className="text-lg">{longDayName(day)}</h2>
        <p className="text-fg-3">{due.count === 0 ? texts.nothingDue : texts.due(countText(due))}</p>
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
    </aside>
  )
}
