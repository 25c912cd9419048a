import { lazy, Suspense, useState } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { lockedOutOf } from '../session.ts'
import { useSignal } from '../signal.ts'
import { useLeave } from '../use-leave.ts'
import { Shell } from './shell.tsx'

const WaitingScreen = lazy(() =>
  import('../../areas/auth/waiting.screen.tsx').then((module) => ({ default: module.WaitingScreen })),
)

const TwoFactorsPage = lazy(() =>
  import('./two-factors-page.tsx').then((module) => ({ default: module.TwoFactorsPage })),
)
const LockedOutPage = lazy(() => import('./locked-out-page.tsx').then((module) => ({ default: module.LockedOutPage })))

/** Who may not go in yet, or no longer, sees why at every address. */
export function Workspace() {
  const user = useCurrentUser()
  const leave = useLeave()
  const closed = useSignal(lockedOutOf)
  const [settingUp, setSettingUp] = useState(false)
  // The recovery codes are still to be seen when two factors are on already.
  if (user?.two_factors_missing && !settingUp) setSettingUp(true)
  if (user?.is_approved && !settingUp && closed === null) return <Shell user={user} />
  return (
    <Suspense>
      {closed !== null ? (
        <LockedOutPage organization={closed} />
      ) : user?.is_approved ? (
        <TwoFactorsPage user={user} onDone={() => setSettingUp(false)} onLogOut={() => void leave()} />
      ) : (
        user && <WaitingScreen onLogOut={() => void leave()} />
      )}
    </Suspense>
  )
}
