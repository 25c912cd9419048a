import { onlineManager } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { newVersion } from '../new-version.ts'
import { sessionEnded } from '../session.ts'
import { useSignal } from '../signal.ts'

const Notices = lazy(() => import('./notices.tsx').then((module) => ({ default: module.Notices })))

const useOnline = () =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )

/** What concerns the whole page, over its content. Most of the time there is nothing, and nothing is loaded for it. */
export function Banners({ user }: { user: CurrentUser }) {
  const offline = !useOnline()
  const ended = useSignal(sessionEnded)
  const outdated = useSignal(newVersion)
  const lapsed = !user.subscription_active
  if (!offline && !ended && !outdated && !lapsed) return null
  return (
    <Suspense>
      <Notices offline={offline} ended={ended} outdated={outdated} lapsed={lapsed} admin={user.is_admin} />
    </Suspense>
  )
}
