import { onlineManager } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { useSyncExternalStore } from 'react'
import { newVersion } from '../new-version.ts'
import { sessionEnded } from '../session.ts'
import { useSignal } from '../signal.ts'
import { useLate } from '../use-late.ts'

const loadNotices = () => import('./notices.tsx')

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
  // Loaded before there is anything to say: without a connection it would be too late.
  const loaded = useLate(loadNotices)
  if (!loaded) return null
  return <loaded.Notices offline={offline} ended={ended} outdated={outdated} lapsed={lapsed} user={user} />
}
