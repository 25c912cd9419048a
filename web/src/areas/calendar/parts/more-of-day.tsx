import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { numberText } from '../../../shared/format/count.ts'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { Popover } from '../../../ui/popover.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { calendarQuery } from '../calendar.api.ts'
import { texts } from '../calendar.texts.ts'
import type { CalendarAddress } from '../calendar-address.ts'
import type { Day } from '../calendar-days.ts'
import { longDayName } from '../due-words.ts'
import { useCalendarActs } from './calendar-acts.ts'
import { countText, dueByDay } from './days-of-page.ts'
import { ItemChip } from './item-chip.tsx'

type MoreOfDayProps = {
  day: Day
  address: CalendarAddress
  label: string
  /** Within a grid it is reached through its day. */
  inGrid?: boolean
}

/** All that is due on a day, beside its cell. */
export function MoreOfDay({ day, address, label, inGrid }: MoreOfDayProps) {
  const [open, setOpen] = useState(false)
  const trigger = (
    <button
      type="button"
      data-more
      tabIndex={inGrid ? -1 : 0}
      className="h-6 shrink-0 rounded-[5px] px-1.5 text-left text-xs font-medium text-fg-2 hover:bg-surface-3"
    >
      {label}
    </button>
  )
  return (
    <Popover trigger={trigger} title={longDayName(day)} open={open} onOpenChange={setOpen} className="w-80 p-3">
      {open && <AllOfDay day={day} address={address} />}
    </Popover>
  )
}

function AllOfDay({ day, address }: Pick<MoreOfDayProps, 'day' | 'address'>) {
  const { focusDay } = useCalendarActs()
  const query = useQuery(calendarQuery(day, day, address))
  if (query.isError) return <QueryFailed query={query} title={texts.failed} />
  if (!query.data)
    return (
      <Loading label={texts.loading} className="grid gap-1.5">
        {[0, 1, 2, 3].map((n) => (
          <Skeleton key={n} className="h-6" />
        ))}
      </Loading>
    )
  const due = dueByDay(query.data)(day)
  return (
    <>
      <ul className="grid max-h-80 grid-cols-1 gap-1 overflow-y-auto">
        {due.items.map((item) => (
          <li key={item.id}>
            <ItemChip item={item} two />
          </li>
        ))}
      </ul>
      {(due.items.length < due.count || due.capped) && (
        <p className="mt-2 text-xs text-fg-3">{texts.firstOf(numberText(due.items.length), countText(due))}</p>
      )}
      {focusDay && (
        <Link
          to="/calendar"
          search={{ ...address, view: 'day', rows: undefined, day }}
          onClick={() => focusDay(day)}
          className={buttonClass({ size: 'sm', block: true, className: 'mt-2' })}
        >
          {texts.openDay}
        </Link>
      )}
    </>
  )
}
