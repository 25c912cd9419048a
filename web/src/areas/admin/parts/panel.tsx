import type { ReactNode } from 'react'

type PanelProps = {
  title: string
  note?: string | undefined
  /** Search or acts, far right. */
  end?: ReactNode
  children: ReactNode
}

/** A tab's page: its title, and below it what scrolls by itself. */
export function Panel({ title, note, end, children }: PanelProps) {
  return (
    <div className="relative mx-auto flex h-full w-full max-w-330 flex-col px-5 pt-5 pb-6">
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 tabIndex={-1} className="text-lg outline-none">
          {title}
        </h1>
        {note && <p className="text-sm text-fg-2">{note}</p>}
        <span className="flex-1" />
        {end}
      </div>
      {children}
    </div>
  )
}

/** The frame of a list; only as high as its rows. */
export function ListCard({ head, foot, children }: { head?: ReactNode; foot?: ReactNode; children: ReactNode }) {
  return (
    <div className="card flex min-h-0 flex-col overflow-hidden rounded-lg border bg-card shadow-xs">
      {head}
      {children}
      {foot && <p className="shrink-0 border-t bg-surface-2 px-4 py-2 text-xs text-fg-3">{foot}</p>}
    </div>
  )
}
