import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type ListRowProps = {
  /** Glyph, avatar or checkbox. */
  lead?: ReactNode
  /** A link or button; its class `row-target` makes the whole row the target. */
  title: ReactNode
  note?: ReactNode
  /** Shown on hover and focus. */
  actions?: ReactNode
  /** Columns on the right. */
  children?: ReactNode
  selected?: boolean
}

/** A row of a list; the list itself is a `<ul>`. */
export function ListRow({ lead, title, note, actions, children, selected }: ListRowProps) {
  return (
    <li
      className={cn(
        'group relative flex min-h-(--row-height) items-center gap-2.5 rounded-md px-2',
        selected ? 'bg-accent-subtle' : 'hover:bg-surface-2',
      )}
    >
      {lead && <span className="grid min-w-5 shrink-0 place-items-center">{lead}</span>}
      <span className="flex min-w-0 flex-1 items-baseline gap-2">
        <span className="truncate text-sm font-medium">{title}</span>
        {note && <span className="min-w-0 truncate text-fg-3">{note}</span>}
      </span>
      {actions && (
        <span className="relative z-10 flex items-center gap-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
          {actions}
        </span>
      )}
      {children}
    </li>
  )
}
