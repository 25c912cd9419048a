import type { CalendarItem } from '@throughline/contracts/calendar'
import { useEffect, useRef } from 'react'
import { numberText } from '../../../shared/format/count.ts'
import { dayKey } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { cn } from '../../../ui/cn.ts'
import type { CalendarPage } from '../calendar.api.ts'
import { spec, texts } from '../calendar.texts.ts'
import type { CalendarAddress } from '../calendar-address.ts'
import { type Day, weekdayOf } from '../calendar-days.ts'
import { dayNumber, longDayName, weekdayShort } from '../due-words.ts'
import { hoursInto, hoursUntil, lanesOf, wallHours } from '../hour-lanes.ts'
import { clustersOf } from '../side-by-side.ts'
import { useCalendarActs } from './calendar-acts.ts'
import { CellName, MoreUncounted } from './cell-name.tsx'
import { DayGrid } from './day-grid.tsx'
import { type DueOnDay, dueByDay, moreText } from './days-of-page.ts'
import { ItemChip } from './item-chip.tsx'
import { MoreOfDay } from './more-of-day.tsx'
import { useDropDay } from './use-drop-day.ts'

/** An hour and an item, in pixels; where the page opens. */
const HOUR = 44
const CHIP = 26
const OPENS_AT = 7
const ALL_DAY = 6
/** How many items of one time have room side by side. */
const [WEEK_COLUMNS, DAY_COLUMNS] = [2, 5]

type HourGridProps = {
  days: readonly Day[]
  current: Day
  page: CalendarPage
  address: CalendarAddress
  onGo: (day: Day) => void
}

/** Days side by side, above what is due some time of the day, below what is due at its hour. */
export function HourGrid({ days, current, page, address, onGo }: HourGridProps) {
  const { zone } = useCalendarActs()
  const dueOn = dueByDay(page)
  const single = days.length === 1
  const lanes = lanesOf(days[0] ?? current, zone)
  // Of several days only the clock on the wall is the same.
  const rows = single ? lanes : lanesOf('2026-01-01', 'UTC')
  const scroll = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    scroll.current?.scrollTo({ top: OPENS_AT * HOUR })
  }, [])
  const columns = { gridTemplateColumns: `56px repeat(${days.length}, minmax(0, 1fr))` }
  return (
    <DayGrid {...{ days, current, onGo }} weekStart={page.week_start} byWeek={false} className="min-h-[420px]">
      {!single && (
        <thead className="shrink-0 border-b">
          <tr className="grid" style={columns}>
            {days.map((day, n) => (
              <Head key={day} day={day} column={n + 2} />
            ))}
          </tr>
        </thead>
      )}
      <tbody className="max-h-[45%] shrink-0 overflow-y-auto border-b bg-surface-2">
        <tr className="grid" style={columns}>
          <th scope="row" className="pt-2 pr-1.5 text-right text-2xs font-normal text-fg-3">
            {texts.allDay}
          </th>
          {days.map((day) => (
            <DayCell key={day} day={day} current={day === current} due={dueOn(day)} address={address} single={single} />
          ))}
        </tr>
      </tbody>
      <tbody ref={scroll} className="inset-focus block min-h-0 flex-1 overflow-y-auto">
        <tr className="relative grid" style={{ ...columns, height: rows.length * HOUR }}>
          <th scope="row" className="relative font-normal">
            {rows.map(({ at, label }, n) => (
              <span
                key={at}
                translate="no"
                className="tnum absolute right-1.5 text-2xs text-fg-3"
                style={{ top: n * HOUR + 2 }}
              >
                {label}
              </span>
            ))}
          </th>
          {days.map((day) => (
            <HourLane key={day} day={day} due={dueOn(day)} single={single} page={page} address={address} />
          ))}
        </tr>
      </tbody>
    </DayGrid>
  )
}

function Head({ day, column }: { day: Day; column: number }) {
  const { today } = useCalendarActs()
  return (
    <th
      scope="col"
      style={{ gridColumn: column }}
      className="flex h-10 items-center gap-1.5 border-l px-2 text-sm font-normal"
    >
      <span className="text-fg-3">{weekdayShort(day)}</span>
      <span
        translate="no"
        className={cn(
          'tnum font-medium',
          day === today && 'grid size-[22px] place-items-center rounded-full bg-accent text-on-accent',
        )}
      >
        {dayNumber(day)}
      </span>
    </th>
  )
}

type DayCellProps = { day: Day; current: boolean; due: DueOnDay; address: CalendarAddress; single: boolean }

function DayCell({ day, current, due, address, single }: DayCellProps) {
  const { today, dragged, holidayOn } = useCalendarActs()
  const drop = useDropDay()
  const holiday = holidayOn(day)
  const whole = due.items.filter(({ due_has_time }) => !due_has_time)
  // A single day has room for all of it.
  const shown = single ? whole : whole.slice(0, ALL_DAY)
  const hidden = due.count - due.items.length + (whole.length - shown.length)
  return (
    <td
      data-day={day}
      tabIndex={current ? 0 : -1}
      aria-current={day === today ? 'date' : undefined}
      {...drop(day)}
      className={cn(
        'inset-focus flex min-h-16 min-w-0 flex-col gap-1 border-l p-1',
        holiday && 'hatched',
        dragged?.over === day && 'ring-2 ring-accent ring-inset',
      )}
    >
      <CellName day={day} due={due} />
      {holiday && (
        <span aria-hidden translate="no" className="truncate px-1 text-2xs text-fg-3">
          {holiday.name}
        </span>
      )}
      {shown.map((item) => (
        <ItemChip key={item.id} item={item} two inGrid />
      ))}
      {hidden > 0 && <MoreOfDay day={day} address={address} label={moreText(hidden, due)} inGrid />}
      <MoreUncounted due={due} hidden={hidden} />
    </td>
  )
}

type HourLaneProps = { day: Day; due: DueOnDay; single: boolean; page: CalendarPage; address: CalendarAddress }

const minutesOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

function HourLane({ day, due, single, page, address }: HourLaneProps) {
  const { zone, isOff, dragged } = useCalendarActs()
  const drop = useDropDay()
  const now = useNow()
  const topOf = (at: number) => (single ? hoursInto(at, day, zone) : wallHours(at, zone)) * HOUR
  const topOfClock = (minutes: number) => (single ? hoursUntil(minutes, day, zone) : minutes / 60) * HOUR
  const hours = page.working_days.find((one) => one.day === weekdayOf(day))
  const timed = due.items.flatMap((item) =>
    item.due_has_time ? [{ item, top: Math.max(0, topOf(Date.parse(item.due_date ?? '')) - CHIP) }] : [],
  )
  return (
    <td
      data-lane={day}
      tabIndex={-1}
      {...drop(day)}
      className={cn(
        'relative border-l',
        isOff(day) && 'bg-surface-2',
        dragged?.over === day && 'ring-2 ring-accent ring-inset',
      )}
      style={{
        backgroundImage: `repeating-linear-gradient(to bottom, transparent 0 ${HOUR - 1}px, var(--border) ${HOUR - 1}px ${HOUR}px)`,
      }}
    >
      <span className="sr-only">{longDayName(day)}</span>
      {hours && !isOff(day) && (
        <>
          <Outside top={0} height={topOfClock(minutesOf(hours.from))} />
          <Outside top={topOfClock(minutesOf(hours.to))} />
        </>
      )}
      <TimedItems timed={timed} most={single ? DAY_COLUMNS : WEEK_COLUMNS} day={day} address={address} />
      {dayKey(now, zone) === day && (
        <span
          aria-hidden
          className="absolute inset-x-0 z-10 border-t-2 border-(--danger-mark)"
          style={{ top: topOf(now) }}
        >
          <span className="absolute -top-[5px] -left-1 size-2 rounded-full bg-(--danger-mark)" />
        </span>
      )}
    </td>
  )
}

type TimedItemsProps = {
  timed: readonly { item: CalendarItem; top: number }[]
  /** How many have room side by side. */
  most: number
  day: Day
  address: CalendarAddress
}

/** Each with its lower edge at its moment, beside the others of that time; behind the last column the rest. */
function TimedItems({ timed, most, day, address }: TimedItemsProps) {
  const clusters = clustersOf(
    timed.map(({ top }) => top),
    CHIP,
  )
  return clusters.flatMap(({ items, columns }) => {
    const shown = columns > most ? most - 1 : columns
    const across = Math.min(columns, most)
    const place = (column: number, top: number) => ({ top, left: share(column, across), width: share(1, across) })
    const placed = items.flatMap(({ index, column }) => {
      const one = timed[index]
      return one ? [{ ...one, column }] : []
    })
    const hidden = placed.filter(({ column }) => column >= shown)
    const [first] = hidden
    return [
      ...placed
        .filter(({ column }) => column < shown)
        .map(({ item, top, column }) => (
          <span key={item.id} className="absolute px-0.5" style={place(column, top)}>
            <ItemChip item={item} inGrid className="border-b-2 border-b-current" />
          </span>
        )),
      first && (
        <span key={`more than ${first.item.id}`} className="absolute px-0.5" style={place(shown, first.top)}>
          <MoreOfDay day={day} address={address} label={spec.more(numberText(hidden.length))} inGrid />
        </span>
      ),
    ]
  })
}

const share = (part: number, of: number) => `${(part / of) * 100}%`

/** Hours in which nobody works. */
const Outside = ({ top, height }: { top: number; height?: number }) => (
  <span
    aria-hidden
    className="absolute inset-x-0 bg-surface-2 opacity-70"
    style={height === undefined ? { top, bottom: 0 } : { top, height }}
  />
)
