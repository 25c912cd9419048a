import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type SecurityLineProps = { icon: LucideIcon | 'G'; title: ReactNode; text: ReactNode; children?: ReactNode }

export function SecurityLine({ icon: Icon, title, text, children }: SecurityLineProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-5 py-2">
      <span
        aria-hidden
        translate="no"
        className="grid size-8 shrink-0 place-items-center rounded-md bg-surface-3 text-sm font-semibold text-fg-2"
      >
        {Icon === 'G' ? Icon : <Icon size={16} strokeWidth={1.8} />}
      </span>
      <div className="min-w-40 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-xs text-fg-3">{text}</p>
      </div>
      {children && <span className="flex shrink-0 flex-wrap gap-2">{children}</span>}
    </div>
  )
}
