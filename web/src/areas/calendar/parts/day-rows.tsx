import type { CalendarItem } from '@throughline/contracts/calendar'
import { useRef } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Tag } from '../../../ui/tag.tsx'
import type { CalendarPage } from '../calendar.api.ts'
import { spec, texts } from '../calendar.texts.ts'
import type { CalendarAddress } from '../calendar-address.ts'
import { type Day, daysBetween } from '../calendar-days.ts'
import { dayName, timeOf, whenText } from '../due-words.ts'
import { useCalendarActs } from './calendar-acts.ts'
import { type DueOnDay, dueByDay, dueText, moreText } from './days-of-page.ts'
import { CalendarGlyph } from './item-chip.tsx'
import { MoreOfDay } from './more-of-day.tsx'
import { useFocusTarget } from './use-focus-target.ts'
import { useItemKeys } from './use-item-keys.ts'

type DayRowsProps = { days: readonly Day[]; page: CalendarPage; address: CalendarAddress; phone?: boolean }

/** One block for each day on which something is due; on a phone also for those without. */
export function DayRows({ days, page, address, phone = false }: DayRowsProps) {
  const { today, holidayOn } = useCalendarActs()
  const rows = useRef<HTMLDivElement>(null)
  const onBlur = useFocusTarget(rows)
  const dueOn = dueByDay(page)
  const isSomething = ({ count, capped }: DueOnDay) => count > 0 || capped
  const shown = days.filter((day) => phone || day === today || isSomething(dueOn(day)))
  return (
    <div ref={rows} tabIndex={-1} onBlur={onBlur} className="@container outline-none">
      {shown.map((day) => {
        const due = dueOn(day)
        const holiday = holidayOn(day)
        const hidden = due.count - due.items.length
        return (
          <section key={day} id={`day-${day}`} aria-labelledby={`day-${day}-name`} className="scroll-mt-28">
            <h2
              id={`day-${day}-name`}
              data-day={day}
              tabIndex={-1}
              className={cn(
                'inset-focus flex h-9 items-center gap-2 bg-surface-2 px-4 text-sm font-medium tracking-normal',
                day === today && 'text-accent-text',
              )}
            >
              <DayTitle day={day} />
              <span className="text-xs font-normal text-fg-3">{dueText(due)}</span>
              {holiday && <Tag>{holiday.name}</Tag>}
            </h2>
            <ul>
              {due.items.map((item) => (
                <li key={item.id} className="border-b">
                  <ItemRow item={item} />
                </li>
              ))}
              {hidden > 0 && (
                <li className="border-b px-3 py-1">
                  <MoreOfDay day={day} address={address} label={moreText(hidden, due)} />
                </li>
              )}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function DayTitle({ day }: { day: Day }) {
  const { today } = useCalendarActs()
  const ahead = daysBetween(today, day)
  if (ahead !== 0 && ahead !== 1) return <span translate="no">{dayName(day)}</span>
  return (
    <>
      {ahead === 0 ? spec.today : texts.tomorrow}
      <span translate="no" className="text-xs font-normal text-fg-3">
        {dayName(day)}
      </span>
    </>
  )
}

function ItemRow({ item }: { item: CalendarItem }) {
  const { today, zone, open, movable } = useCalendarActs()
  const onKeyDown = useItemKeys(item)
  const { kind, title, status, workflow, instance, person } = item
  const time = timeOf(item, zone)
  const when = whenText(item, today)
  return (
    <button
      type="button"
      data-item={item.id}
      onClick={() => open(item)}
      onKeyDown={onKeyDown}
      aria-keyshortcuts={movable(item) ? 'M' : undefined}
      className="inset-focus flex min-h-11 w-full items-center gap-3 px-4 py-1.5 text-left hover:bg-surface-2"
    >
      <CalendarGlyph status={status} size={16} />
      <span className="min-w-0 flex-1">
        <span translate="no" className={cn('block truncate', kind === 'instance' && 'font-medium')}>
          {title}
        </span>
        <span translate="no" className="block truncate text-xs text-fg-3">
          {kind === 'task' ? instance.name : workflow.name}
        </span>
      </span>
      <span className="sr-only">{texts.said(texts.kinds[kind], texts.statuses[status], '')}</span>
      {person && (
        <span translate="no" className="w-40 truncate text-sm text-fg-2 @max-[640px]:hidden">
          {person.name}
        </span>
      )}
      <span
        className={cn(
          'w-44 text-right text-xs whitespace-nowrap @max-[640px]:w-auto',
          status === 'overdue' ? 'text-danger-fg' : when === spec.dueToday ? 'text-warning-fg' : 'text-fg-3',
        )}
      >
        {[when, time].filter(Boolean).join(', ')}
      </span>
    </button>
  )
}
