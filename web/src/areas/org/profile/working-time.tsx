import type { Organization, WorkingDay } from '@throughline/contracts/org'
import type { ReactNode } from 'react'
import { dayRange } from '../../../shared/format/moments.ts'
import { dayKey } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Card } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { shownClock } from '../parts/time-input.tsx'
import { zoneLabel } from '../parts/zones.ts'
import { type Calendar, dayName, daysFrom } from './draft.ts'
import { texts } from './time.texts.ts'

const MAX_DAYS_OFF = 5

/** A day off is dashed and says so. */
export const dayCell = (works: boolean) =>
  cn(
    'rounded-md border px-1.5 py-2 text-center',
    works ? 'border-line-strong bg-surface-2 dark:bg-surface-3' : 'border-dashed border-line-strong text-fg-3',
  )

/** The seven days side by side, fewer where there is no room. */
export const weekGrid = 'grid grid-cols-2 gap-2 @xs:grid-cols-4 @xl:grid-cols-7'

export const hoursOf = (days: readonly WorkingDay[], day: number) => days.find((each) => each.day === day)

/** Short for the eyes, whole for the ears. */
export function DayName({ day }: { day: number }) {
  return (
    <>
      <span aria-hidden>{texts.short[day - 1]}</span>
      <span className="sr-only">{dayName(day)}</span>
    </>
  )
}

export function TimeCard({ children }: { children: ReactNode }) {
  return (
    <Card title={texts.title} note={texts.note}>
      <div className="px-5 pt-4 pb-5">{children}</div>
    </Card>
  )
}

export function WorkingTime({ organization }: { organization: Organization }) {
  const { time_zone, week_start } = organization
  return (
    <TimeCard>
      <Week calendar={organization} />
      <div className="mt-5 grid gap-x-8 gap-y-4 @md:grid-cols-[1fr_1.25fr]">
        <dl className="space-y-4">
          <div>
            <dt className="text-xs text-fg-3">{texts.zone}</dt>
            <dd translate="no" className="mt-0.5">
              {zoneLabel(time_zone)}
            </dd>
          </div>
          <div>
            <dt className="text-xs text-fg-3">{texts.weekStart}</dt>
            <dd className="mt-0.5">{dayName(week_start)}</dd>
          </div>
        </dl>
        <NextHolidays calendar={organization} />
      </div>
    </TimeCard>
  )
}

function Week({ calendar: { week_start, working_days } }: { calendar: Calendar }) {
  return (
    <ol aria-label={texts.days} className={weekGrid}>
      {daysFrom(week_start).map((day) => {
        const hours = hoursOf(working_days, day)
        return (
          <li key={day} className={dayCell(hours !== undefined)}>
            <span className="block text-sm font-medium">
              <DayName day={day} />
            </span>
            {hours ? (
              <span translate="no" className="tnum block text-xs text-fg-3">
                {shownClock(hours.from)} – {shownClock(hours.to)}
              </span>
            ) : (
              <span className="block text-xs text-fg-3">{texts.off}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function NextHolidays({ calendar: { holidays, time_zone } }: { calendar: Calendar }) {
  const today = dayKey(useNow(), time_zone)
  const ahead = holidays
    .filter(({ to }) => to >= today)
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .slice(0, MAX_DAYS_OFF)
  return (
    <div>
      <h3 className="text-xs font-normal tracking-normal text-fg-3">{texts.nextHolidays}</h3>
      {ahead.length === 0 && <p className="mt-0.5 text-fg-3">{texts.noNextHolidays}</p>}
      <ul className="mt-1">
        {ahead.map((holiday) => (
          <li key={`${holiday.from} ${holiday.name}`} translate="no" className="flex justify-between gap-4 py-1">
            <span className="truncate">{holiday.name}</span>
            <span className="tnum shrink-0 text-fg-3">{dayRange(holiday.from, holiday.to)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
