import { type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { uiTexts } from '../../../../ui/ui.texts.ts'

type SidePanelProps = {
  title: string
  icon: LucideIcon
  onClose: () => void
  footer?: ReactNode
  children: ReactNode
}

export function SidePanel({ title, icon: Icon, onClose, footer, children }: SidePanelProps) {
  return (
    <aside
      aria-label={title}
      className="flex w-85 shrink-0 flex-col border-l bg-surface max-[1180px]:w-75 max-[900px]:absolute max-[900px]:inset-y-0 max-[900px]:right-0 max-[900px]:z-(--z-panel) max-[900px]:shadow-lg"
    >
      <header className="flex h-12 shrink-0 items-center gap-2 border-b pr-2 pl-4">
        <span className="grid size-6 shrink-0 place-items-center rounded-xs bg-accent-subtle text-accent-text">
          <Icon size={14} aria-hidden />
        </span>
        <h2 translate="no" className="min-w-0 flex-1 truncate text-sm tracking-normal">
          {title}
        </h2>
        <IconButton label={uiTexts.close} kbd="Escape" icon={X} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      {footer && (
        <footer className="flex min-h-11 shrink-0 items-center gap-2 border-t px-4 py-1.5 text-xs text-fg-3">
          {footer}
        </footer>
      )}
    </aside>
  )
}

type PanelSectionProps = {
  title?: string
  action?: ReactNode
  /** Keys lead here from elsewhere. */
  part?: 'show_if'
  children: ReactNode
}

export function PanelSection({ title, action, part, children }: PanelSectionProps) {
  return (
    <section aria-label={title} data-part={part} className="space-y-4 border-b px-4 py-4 last:border-b-0">
      {title && (
        <div className="mb-2 flex min-h-6 items-center">
          <h3 className="flex-1 text-sm tracking-normal">{title}</h3>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
