import { Suspense, useState } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useLeave } from '../leave.ts'
import { lockedOutOf } from '../session.ts'
import { useSignal } from '../signal.ts'
import { texts } from '../texts.ts'
import { Shell } from './shell.tsx'

const WaitingPage = lazyPart(
  () => import('./waiting-page.tsx'),
  (module) => module.WaitingPage,
)

const TwoFactorsPage = lazyPart(
  () => import('./two-factors-page.tsx'),
  (module) => module.TwoFactorsPage,
)
const LockedOutPage = lazyPart(
  () => import('./locked-out-page.tsx'),
  (module) => module.LockedOutPage,
)

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
        user && <WaitingPage onLogOut={() => void leave()} />
      )}
    </Suspense>
  )
}

const LINES = ['w-28', 'w-20', 'w-24', 'w-32', 'w-24', 'w-20']

/** The frame without words, while it is asked who is there. */
export function ShellSkeleton() {
  return (
    <Loading label={texts.shell.loading} className="flex h-dvh bg-canvas max-[759px]:flex-col">
      <div className="hidden w-(--nav-width) shrink-0 flex-col gap-5 p-4 min-[1180px]:flex">
        <Skeleton className="mb-2 h-5 w-32" />
        {LINES.map((width, line) => (
          // The lines never change their order.
          <Skeleton key={`${line}-${width}`} className={`h-3.5 ${width}`} />
        ))}
      </div>
      <div className="flex min-w-0 flex-1 flex-col min-[760px]:pt-(--topbar-height) min-[760px]:pr-2 min-[760px]:pb-2 min-[760px]:pl-2 min-[1180px]:pl-0">
        <div className="flex-1 bg-surface p-8 min-[760px]:rounded-lg min-[760px]:border min-[760px]:shadow-sm">
          <Skeleton className="h-3.5 w-64 max-w-full" />
          <Skeleton className="mt-3 h-7 w-80 max-w-full" />
        </div>
      </div>
    </Loading>
  )
}
