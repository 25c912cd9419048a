import { lazy, Suspense } from 'react'
import { useSignal } from '../signal.ts'
import { unread } from '../unread.ts'

const UnreadBadge = lazy(() => import('./unread-badge.tsx'))

/** Nothing of it is loaded before something is unread. */
export const UnreadMark = ({ dot = false }: { dot?: boolean }) =>
  useSignal(unread) > 0 && (
    <Suspense>
      <UnreadBadge dot={dot} />
    </Suspense>
  )
