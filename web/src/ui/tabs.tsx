import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { tabCount, tabLine, tabRow } from './tab-style.ts'

type Tab<V extends string> = { value: V; label: string; count?: number; disabled?: boolean; content: ReactNode }

type TabsProps<V extends string> = {
  label: string
  value: V
  onChange: (value: V) => void
  items: readonly Tab<V>[]
  className?: string
}

export function Tabs<V extends string>({ label, value, onChange, items, className }: TabsProps<V>) {
  return (
    <Base.Root value={value} onValueChange={(next: V) => onChange(next)} className={className}>
      <Base.List aria-label={label} activateOnFocus className={`${tabRow} h-11 border-b`}>
        {items.map((item) => (
          <Base.Tab key={item.value} value={item.value} disabled={item.disabled} className={tabLine}>
            {item.label}
            {item.count !== undefined && <span className={tabCount}>{item.count}</span>}
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
