import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type CardProps = {
  title?: string
  note?: string
  action?: ReactNode
  tone?: 'danger'
  className?: string
  children: ReactNode
}

export function Card({ title, note, action, tone, className, children }: CardProps) {
  return (
    <section
      className={cn(
        'card @container rounded-lg border bg-card shadow-xs',
        tone === 'danger' && 'border-danger-line',
        className,
      )}
    >
      {title && (
        <div className="flex min-h-12 items-center gap-3 border-b px-5 py-2">
          <div className="min-w-0 flex-1">
            <h2 className="text-md">{title}</h2>
            {note && <p className="text-xs text-fg-3">{note}</p>}
          </div>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
