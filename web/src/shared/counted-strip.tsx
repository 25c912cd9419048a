import { ChartColumn } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { texts } from './counted.texts.ts'
import type { CountedFilter } from './counted-filter.ts'
import { useZone } from './current-user.ts'
import { listText } from './format/list-text.ts'
import { dateRange, momentWithin } from './format/moments.ts'
import { useNow } from './use-now.ts'

const daysText = (days: string) => dateRange(days.slice(0, 10), days.slice(12))

/** "Completed Oct 16 – Nov 12, 2026, late, and as of today at 2:41 PM". */
function countedText(filter: CountedFilter, zone: string, now: number): string {
  const { ended, late, late_first, step, version, as_of, again, last } = filter
  return listText(
    [
      ended && (ended === 'no' ? texts.open : texts.completed(daysText(ended))),
      late && texts.late[late],
      late_first && texts.lateFirst[late_first],
      again ? texts.again : last ? texts.last : step && texts.step,
      version && texts.version(version),
      as_of && !Number.isNaN(Date.parse(as_of)) && texts.asOf(momentWithin(as_of, zone, now)),
    ].filter((part): part is string => Boolean(part)),
  )
}

/** Over a list that a figure of analytics opened: what is listed, and how to see everything again. */
export function CountedStrip({ filter, onClear }: { filter: CountedFilter; onClear: () => void }) {
  const zone = useZone()
  const now = useNow()
  if (Object.keys(filter).length === 0) return null
  return (
    <output className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-info-bg px-4 py-1.5 text-sm">
      <span className="inline-flex items-center gap-1.5 font-medium text-info-fg">
        <ChartColumn size={14} aria-hidden />
        {texts.label}
      </span>
      <span translate="no" className="text-fg-2">
        {countedText(filter, zone, now)}
      </span>
      <span className="flex-1" />
      <Button size="sm" onClick={onClear}>
        {texts.clear}
      </Button>
    </output>
  )
}
