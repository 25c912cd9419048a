import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type ScreenHeaderProps = {
  title: string
  /** Names the part of the screen for screen readers, where link tabs show it. */
  part?: string
  /** A text where there are more than were counted. */
  count?: number | string
  /** Before the title. */
  before?: ReactNode
  tabs?: ReactNode
  /** With the margin of inset tabs under it. */
  inset?: boolean
  /** View controls, then the primary action far right. */
  children?: ReactNode
}

export function ScreenHeader({ title, part, count, before, tabs, inset, children }: ScreenHeaderProps) {
  return (
    <div
      className={cn(
        'flex min-h-14 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b py-1.5 max-[759px]:py-2',
        inset ? 'px-6 max-[759px]:px-4' : 'px-4',
      )}
    >
      {before}
      <h1 tabIndex={-1} className="max-w-[min(100%,40rem)] truncate text-lg outline-none">
        {title}
        {part && <span className="sr-only">, {part}</span>}
      </h1>
      {count !== undefined && (
        <span translate="no" className="tnum text-fg-3">
          {count}
        </span>
      )}
      {tabs}
      <span className="flex-1" />
      {children}
    </div>
  )
}
