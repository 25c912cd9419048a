import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { tabCount, tabLine, tabRow } from './tab-style.ts'

type Tab<V extends string> = {
  value: V
  label: string
  /** A text where there are more than were counted. */
  count?: number | string
  /** A red dot, and what it says to those who do not see it. */
  alert?: string
  disabled?: boolean
  content: ReactNode
}

type TabsProps<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  items: readonly Tab<V>[]
  /** The line runs from edge to edge of a page; the tabs keep its margin. */
  inset?: boolean
  className?: string
}

const chipCount = 'tnum rounded-full bg-surface-3 px-1.5 text-2xs font-medium text-fg-2'

export function Tabs<V extends string>({ label, value, onChange, items, inset, className }: TabsProps<V>) {
  return (
    <Base.Root value={value} onValueChange={(next: V) => onChange(next)} className={className}>
      <Base.List
        aria-label={label}
        activateOnFocus
        className={cn(tabRow, 'h-11 border-b', inset && 'overflow-x-auto px-6 @max-[600px]:px-4')}
      >
        {items.map((item) => (
          <Base.Tab key={item.value} value={item.value} disabled={item.disabled} className={tabLine}>
            {item.label}
            {item.count !== undefined && (
              <span translate="no" className={inset ? chipCount : tabCount}>
                {item.count}
              </span>
            )}
            {item.alert && (
              <span className="relative size-1.5 rounded-full bg-danger-mark">
                <span className="sr-only">{item.alert}</span>
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className="rounded-sm">
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
