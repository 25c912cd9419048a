import { Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { texts } from '../analytics.texts.ts'
import { SampleMark } from './sample-mark.tsx'

export type Legend = readonly (readonly [label: string, color: string])[]

type ChartCardProps = {
  title: string
  note?: ReactNode
  legend?: Legend | undefined
  /** Whether the same stands there as a table; absent: there is only one form. */
  table?: boolean
  onTable?: (table: boolean) => void
  className?: string
  children: ReactNode
}

export function ChartCard({ title, note, legend, table, onTable, className = '', children }: ChartCardProps) {
  return (
    <Card className={`relative flex min-w-0 flex-col ${className}`}>
      <div className="flex min-h-11.5 flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2.5">
        <h2 className="text-md whitespace-nowrap">{title}</h2>
        {note && <span className="truncate text-xs text-fg-3">{note}</span>}
        <span className="flex-1" />
        {legend && (
          <span className="flex flex-wrap gap-x-3 @max-[470px]:order-last @max-[470px]:basis-full">
            {legend.map(([label, color]) => (
              <span key={label} className="inline-flex items-center gap-1.5 text-xs whitespace-nowrap text-fg-2">
                <span className="size-2.5 rounded-[3px]" style={{ background: color }} />
                {label}
              </span>
            ))}
          </span>
        )}
        {onTable && (
          <IconButton
            label={table ? texts.chart(title) : texts.table(title)}
            icon={Table2}
            active={table ?? false}
            className="-mr-1.5"
            onClick={() => onTable(!table)}
          />
        )}
      </div>
      {children}
      <SampleMark />
    </Card>
  )
}

/** Where a card has nothing to show. */
export const NothingShown = ({ children }: { children: string }) => (
  <p className="px-4 pt-2 pb-6 text-fg-3">{children}</p>
)
