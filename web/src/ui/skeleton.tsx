import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** One grey shape. Give it the size of what will stand there (`h-3 w-40`). */
export function Skeleton({ round, className }: { round?: boolean; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'block animate-pulse bg-surface-3 motion-reduce:animate-none',
        round ? 'rounded-full' : 'rounded-xs',
        className,
      )}
    />
  )
}

/** Wraps the shapes of a whole region; `label` is the specification's loading text. */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div aria-busy className={className}>
      <output className="sr-only">{label}</output>
      {children}
    </div>
  )
}
