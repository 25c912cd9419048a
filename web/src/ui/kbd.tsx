import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type KbdProps = {
  children: ReactNode
  /** On a filled button the key takes the button's text colour. */
  onAccent?: boolean
  className?: string
}

export function Kbd({ children, onAccent, className }: KbdProps) {
  return (
    <kbd
      translate="no"
      className={cn(
        'inline-grid h-4.5 min-w-4.5 place-items-center rounded-xs border px-1 font-sans text-2xs leading-none',
        onAccent ? 'border-current/30 text-on-accent' : 'border-line-strong bg-surface text-fg-3',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
