import type { getControlledOrg } from '@throughline/contracts/admin'
import type { Output } from '@throughline/contracts/endpoint'
import { numberText } from '../../../shared/format/count.ts'
import { dateText } from '../../../shared/format/time.ts'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { texts } from './organizations.texts.ts'

const oneTexts = texts.one

type Day = Output<typeof getControlledOrg>['days'][number] & { id: string }

const numbers = (key: string, header: string, of: (day: Day) => number): Column<Day> => ({
  key,
  header,
  align: 'end',
  cell: (day) => <span className="tnum">{numberText(of(day))}</span>,
})

const COLUMNS: readonly Column<Day>[] = [
  {
    key: 'day',
    header: oneTexts.day,
    width: 130,
    cell: ({ day }) => <span className="tnum">{dateText(day, 'UTC')}</span>,
  },
  {
    key: 'bar',
    header: oneTexts.active,
    cell: (day) => <ActiveBar day={day} />,
  },
  numbers('started', oneTexts.started, ({ started }) => started),
  numbers('ended', oneTexts.ended, ({ ended }) => ended),
  numbers('automations_done', oneTexts.automations, ({ automations_done }) => automations_done),
]

/** The widest bar is that of the busiest day. */
type DayWithShare = Day & { share?: number }

function ActiveBar({ day }: { day: DayWithShare }) {
  return (
    <span className="flex items-center gap-2.5">
      <span className="tnum w-8 shrink-0 text-right">{numberText(day.people)}</span>
      <span aria-hidden className="h-1.5 rounded-full bg-accent" style={{ width: `${(day.share ?? 0) * 70}%` }} />
    </span>
  )
}

/** People at work, and what began and ended, day by day; the newest first. */
export function UsageDays({ days }: { days: readonly Omit<Day, 'id'>[] }) {
  const most = Math.max(1, ...days.map(({ people }) => people))
  const rows: DayWithShare[] = days.toReversed().map((day) => ({ ...day, id: day.day, share: day.people / most }))
  return (
    <Card title={oneTexts.days} note={oneTexts.daysNote} className="overflow-hidden">
      {rows.length === 0 ? (
        <p className="px-5 py-4 text-sm text-fg-3">{oneTexts.noDays}</p>
      ) : (
        <div className="overflow-x-auto">
          <DataTable caption={oneTexts.days} columns={COLUMNS} rows={rows} className="min-w-140" />
        </div>
      )}
    </Card>
  )
}
