import { lazy, Suspense } from 'react'
import { useCurrentUser } from '../../areas/auth/auth.api.ts'
import { useLeave } from '../use-leave.ts'
import { Shell } from './shell.tsx'

const WaitingScreen = lazy(() =>
  import('../../areas/auth/waiting.screen.tsx').then((module) => ({ default: module.WaitingScreen })),
)

/** Who is signed in but not approved sees the waiting page at every address. */
export function Workspace() {
  const user = useCurrentUser()
  const leave = useLeave()
  if (!user) return null
  if (user.is_approved) return <Shell user={user} />
  return (
    <Suspense>
      <WaitingScreen onLogOut={() => void leave()} />
    </Suspense>
  )
}
