import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type EmptyProps = { icon: LucideIcon; title: string; hint?: ReactNode; action?: ReactNode }

export function Empty({ icon: Icon, title, hint, action }: EmptyProps) {
  return (
    <div className="grid place-items-center gap-1 py-10 text-center">
      <span className="mb-2 grid size-10 place-items-center rounded-full bg-surface-3 text-fg-3">
        <Icon size={18} aria-hidden />
      </span>
      <p className="text-md font-medium">{title}</p>
      {hint && <p className="max-w-72 text-fg-3">{hint}</p>}
      {action && <div className="mt-3 flex gap-2">{action}</div>}
    </div>
  )
}
