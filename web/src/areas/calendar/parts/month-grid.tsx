import { useLayoutEffect, useRef, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import type { CalendarPage } from '../calendar.api.ts'
import type { CalendarAddress } from '../calendar-address.ts'
import type { Day } from '../calendar-days.ts'
import { dayNumber, monthShort, weekdayShort } from '../due-words.ts'
import { useCalendarActs } from './calendar-acts.ts'
import { CellName, MoreUncounted } from './cell-name.tsx'
import { DayGrid } from './day-grid.tsx'
import { type DueOnDay, dueByDay, moreText } from './days-of-page.ts'
import { ItemChip } from './item-chip.tsx'
import { MoreOfDay } from './more-of-day.tsx'
import { useDropDay } from './use-drop-day.ts'

/** What a cell keeps for its number, and what an item takes, in pixels. */
const HEAD = 34
const ITEM = 26

/** How many items fit into a cell, by how high the rows are. */
function useRoom(weeks: number) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [room, setRoom] = useState(1)
  useLayoutEffect(() => {
    const box = body.current
    if (!box) return undefined
    const look = () => setRoom(Math.max(1, Math.floor((box.clientHeight / weeks - HEAD) / ITEM)))
    look()
    const observer = new ResizeObserver(look)
    observer.observe(box)
    return () => observer.disconnect()
  }, [weeks])
  return { body, room }
}

type MonthGridProps = {
  days: readonly Day[]
  current: Day
  page: CalendarPage
  address: CalendarAddress
  onGo: (day: Day) => void
}

export function MonthGrid({ days, current, page, address, onGo }: MonthGridProps) {
  const { isOff } = useCalendarActs()
  const weeks = Array.from({ length: days.length / 7 }, (_, n) => days.slice(n * 7, n * 7 + 7))
  const { body, room } = useRoom(weeks.length)
  const dueOn = dueByDay(page)
  // A day off is narrower, unless every day of that column is not always one.
  const columns = (weeks[0] ?? []).map((day) => (isOff(day) ? 'minmax(0,0.62fr)' : 'minmax(0,1fr)')).join(' ')
  const template = { gridTemplateColumns: columns }
  return (
    <DayGrid {...{ days, current, onGo }} weekStart={page.week_start} byWeek={true} className="min-h-[520px]">
      <thead className="shrink-0 border-b">
        <tr className="grid" style={template}>
          {(weeks[0] ?? []).map((day) => (
            <th
              key={day}
              scope="col"
              className="border-l px-2 py-1.5 text-left text-xs font-normal text-fg-3 first:border-l-0"
            >
              {weekdayShort(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} className="flex min-h-0 flex-1 flex-col">
        {weeks.map((week) => (
          <tr key={week[0]} className="grid min-h-0 flex-1 basis-0 border-b last:border-b-0" style={template}>
            {week.map((day) => (
              <Cell
                key={day}
                day={day}
                outside={day.slice(0, 7) !== current.slice(0, 7)}
                current={day === current}
                due={dueOn(day)}
                room={room}
                address={address}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </DayGrid>
  )
}

type CellProps = {
  day: Day
  outside: boolean
  current: boolean
  due: DueOnDay
  room: number
  address: CalendarAddress
}

function Cell({ day, outside, current, due, room, address }: CellProps) {
  const { today, isOff, holidayOn, dragged } = useCalendarActs()
  const drop = useDropDay()
  const holiday = holidayOn(day)
  const fits = due.count > room ? due.items.slice(0, Math.max(1, room - 1)) : due.items
  const hidden = due.count - fits.length
  return (
    <td
      data-day={day}
      tabIndex={current ? 0 : -1}
      aria-current={day === today ? 'date' : undefined}
      {...drop(day)}
      className={cn(
        'inset-focus flex min-h-0 min-w-0 flex-col gap-0.5 overflow-hidden border-l p-1 first:border-l-0',
        (outside || isOff(day)) && 'bg-surface-2',
        holiday && 'hatched',
        dragged?.over === day && 'ring-2 ring-accent ring-inset',
      )}
    >
      <CellName day={day} due={due} />
      <div aria-hidden className="flex h-6 shrink-0 items-center gap-1.5 px-1">
        <span
          translate="no"
          className={cn(
            'tnum text-sm',
            day === today
              ? 'grid size-[22px] place-items-center rounded-full bg-accent font-medium text-on-accent'
              : outside
                ? 'text-fg-3'
                : 'font-medium',
          )}
        >
          {dayNumber(day)}
        </span>
        {day.endsWith('-01') && <span className="text-xs text-fg-3">{monthShort(day)}</span>}
        {holiday && (
          <span translate="no" className="min-w-0 flex-1 truncate text-right text-2xs text-fg-3">
            {holiday.name}
          </span>
        )}
      </div>
      {fits.map((item) => (
        <ItemChip key={item.id} item={item} inGrid />
      ))}
      {hidden > 0 && <MoreOfDay day={day} address={address} label={moreText(hidden, due)} inGrid />}
      <MoreUncounted due={due} hidden={hidden} />
    </td>
  )
}
