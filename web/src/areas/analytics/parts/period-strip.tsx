import type { CountedHours, TimeRange } from '@throughline/contracts/analytics-lists'
import { Clock, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateRange, momentWithin } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { texts } from '../analytics.texts.ts'

export const Strip = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b bg-surface-2 px-4 py-1.5 text-xs text-fg-2">
    {children}
  </div>
)

type Period = { from: string; to: string; previous: object | null; as_of: string; time_zone: string }

type PeriodStripProps = {
  range: TimeRange
  /** Undefined until the first answer. */
  period: Period | undefined
  hours: CountedHours
  onHours: (hours: CountedHours) => void
  busy: boolean
  onRefresh: () => void
  /** Further choices, before the hours. */
  children?: ReactNode
}

/** One line that says what the figures are about. */
export function PeriodStrip({ range, period, hours, onHours, busy, onRefresh, children }: PeriodStripProps) {
  const now = useNow()
  return (
    <Strip>
      {period && (
        <span>
          <span translate="no" className="font-medium text-fg">
            {dateRange(period.from, period.to)}
          </span>
          , {period.previous ? texts.compared[range] : texts.notCompared}
        </span>
      )}
      <span className="flex-1" />
      {children}
      <Labeled label={texts.count}>
        <Select
          quiet
          label={texts.count}
          value={hours}
          onChange={onHours}
          items={(['all', 'working'] as const).map((value) => ({ value, label: texts.hours[value] }))}
        />
      </Labeled>
      <span className="ml-auto inline-flex items-center gap-2">
        {period && (
          <span className="inline-flex items-center gap-1 text-fg-3">
            <Clock size={12} aria-hidden />
            {texts.asOf(momentWithin(period.as_of, period.time_zone, now), period.time_zone)}
          </span>
        )}
        <IconButton label={texts.refresh} kbd="R" icon={RefreshCw} size="sm" disabled={busy} onClick={onRefresh} />
      </span>
    </Strip>
  )
}

/** A quiet choice with its name before it; the choice itself says it to the ears. */
export const Labeled = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className="inline-flex items-center">
    <span aria-hidden className="text-fg-3">
      {label}
    </span>
    {children}
  </span>
)
