import { type ReactNode, useSyncExternalStore } from 'react'
import { cn } from './cn.ts'
import { uiTexts } from './ui.texts.ts'

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

const onConnection = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Wraps the shapes of a whole region; `label` is the specification's loading text. Offline nothing will come, and that is said. */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  const online = useSyncExternalStore(onConnection, () => navigator.onLine)
  return (
    <div aria-busy className={className}>
      <output className={online ? 'sr-only' : 'block p-4 text-center text-fg-2'}>
        {online ? label : uiTexts.notLoadedOffline}
      </output>
      {online && children}
    </div>
  )
}
