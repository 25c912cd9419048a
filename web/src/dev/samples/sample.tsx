import type { ReactNode } from 'react'
import { cn } from '../../ui/cn.ts'

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-4 border-b pb-2 text-xl">{title}</h2>
      <div className="grid gap-6">{children}</div>
    </section>
  )
}

/** One component in one row: name left, its states right. */
export function Sample({ name, stack, children }: { name: string; stack?: boolean; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[140px_minmax(0,1fr)] gap-6">
      <h3 className="pt-1 text-xs font-medium text-fg-3">{name}</h3>
      <div className={cn(stack ? 'grid gap-4' : 'flex flex-wrap items-start gap-3')}>{children}</div>
    </div>
  )
}
