import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** The 48 px strip under a screen's header. `end` stands far right: search. */
export function FilterBar({ label, children, end }: { label: string; children: ReactNode; end?: ReactNode }) {
  return (
    <search aria-label={label} className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-1.5">
      {children}
      {end && <div className="ml-auto flex items-center gap-2">{end}</div>}
    </search>
  )
}

export function FilterDivider() {
  return <span aria-hidden className="mx-1 h-4 w-px bg-line-strong" />
}

type FilterPillsProps<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  items: readonly { value: V; label: string; count?: number }[]
}

export function FilterPills<V extends string>({ label, value, onChange, items }: FilterPillsProps<V>) {
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-wrap gap-1">
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          aria-pressed={item.value === value}
          onClick={() => onChange(item.value)}
          className={cn(
            'inline-flex h-7 items-center gap-1.5 rounded-full px-2.5 text-sm hover:bg-surface-3',
            item.value === value ? 'bg-surface-3 font-medium text-fg' : 'text-fg-2',
          )}
        >
          {item.label}
          {item.count !== undefined && (
            <span translate="no" className="tnum text-xs font-normal text-fg-3">
              {item.count}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}
