import { onlineManager } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { newVersion } from '../new-version.ts'
import { sessionEnded } from '../session.ts'
import { useSignal } from '../signal.ts'
import { whenIdle } from '../when-idle.ts'

const loadNotices = () => import('./notices.tsx')
const Notices = lazy(() => loadNotices().then((module) => ({ default: module.Notices })))

const useOnline = () =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )

/** What concerns the whole page, over its content. Most of the time there is nothing. */
export function Banners({ user }: { user: CurrentUser }) {
  const offline = !useOnline()
  const ended = useSignal(sessionEnded)
  const outdated = useSignal(newVersion)
  const lapsed = !user.subscription_active
  // Without a connection it is too late to fetch what says so.
  useEffect(() => whenIdle(() => void loadNotices()), [])
  if (!offline && !ended && !outdated && !lapsed) return null
  return (
    <Suspense>
      <Notices offline={offline} ended={ended} outdated={outdated} lapsed={lapsed} admin={user.is_admin} />
    </Suspense>
  )
}
