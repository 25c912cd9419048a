import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { uiTexts } from './ui.texts.ts'

type BulkBarProps = {
  /** "Actions for selected members". */
  label: string
  count: number
  onClear: () => void
  /** Ghost buttons; only acts that fit every selected row. */
  children: ReactNode
}

/** Floats over the bottom of the list it belongs to (a positioned element) while something is selected. */
export function BulkBar({ label, count, onClear, children }: BulkBarProps) {
  if (count === 0) return null
  return (
    <div
      role="toolbar"
      aria-label={label}
      data-bulk-bar
      className="absolute bottom-5 left-1/2 z-(--z-panel) flex w-max max-w-[calc(100%-1rem)] -translate-x-1/2 items-center gap-1 rounded-lg border bg-overlay py-1.5 pr-1.5 pl-4 shadow-lg"
    >
      <output className="tnum mr-2 font-medium whitespace-nowrap">{uiTexts.selected(count)}</output>
      <div className="flex min-w-0 flex-wrap items-center gap-1">{children}</div>
      <span aria-hidden className="mx-1 h-5 w-px bg-line-strong" />
      <IconButton label={uiTexts.clearSelection} kbd="Escape" icon={X} size="lg" side="top" onClick={onClear} />
    </div>
  )
}
