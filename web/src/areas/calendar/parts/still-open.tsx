import { Link } from '@tanstack/react-router'
import { cn } from '../../../ui/cn.ts'
import { linkClass } from '../../../ui/link-style.ts'
import type { CalendarPage } from '../calendar.api.ts'
import { texts } from '../calendar.texts.ts'
import type { Day } from '../calendar-days.ts'
import { whenText } from '../due-words.ts'
import { useCalendarActs } from './calendar-acts.ts'
import { countText } from './days-of-page.ts'
import { CalendarGlyph } from './item-chip.tsx'

type StillOpenProps = { day: Day; stillOpen: NonNullable<CalendarPage['still_open']> }

/**
 * Open tasks from before a day. Today they are overdue, and so may be some that are due today: the list of what is overdue
 * has both, so that this count does not stand on the link to it.
 */
export function StillOpen({ day, stillOpen }: StillOpenProps) {
  const { today, open } = useCalendarActs()
  const { items, count, capped } = stillOpen
  if (items.length === 0) return null
  return (
    <section aria-labelledby="still-open" className="px-4 py-3">
      <h3 id="still-open" className="text-sm font-medium">
        {texts.stillOpen}
      </h3>
      <ul className="-mx-1.5 my-1">
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              onClick={() => open(item)}
              className="flex w-full items-center gap-2 rounded-sm px-1.5 py-1 text-left hover:bg-surface-2"
            >
              <CalendarGlyph status={item.status} />
              <span translate="no" className="min-w-0 flex-1 truncate text-sm">
                {item.title}
              </span>
              <span className={cn('text-xs', item.status === 'overdue' ? 'text-danger-fg' : 'text-fg-3')}>
                {whenText(item, today)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {(capped || count > items.length) && (
        <>
          <p className="text-xs text-fg-3">{texts.stillOpenMore(countText({ count, capped }))}</p>
          {day === today && (
            <Link to="/all-tasks" search={{ status: 'overdue' }} className={cn(linkClass, 'text-sm')}>
              {texts.allOverdue}
            </Link>
          )}
        </>
      )}
    </section>
  )
}
