import type { ReactNode } from 'react'

/** Below what is shown. */
export function TruncationNote({ children }: { children: ReactNode }) {
  return <p className="shrink-0 border-t bg-surface-2 px-4 py-2 text-xs text-fg-2">{children}</p>
}
