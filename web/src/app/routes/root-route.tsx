import { createRootRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useDeviceNotice } from '../device/use-device-notice.ts'
import { LateToaster } from '../late-toaster.tsx'
import { RouteAnnouncer } from '../route-announcer.tsx'
import { WholePageTrouble } from '../trouble.tsx'

const DeviceNotice = lazyPart(
  () => import('../device/device-notice.tsx'),
  (module) => module.DeviceNotice,
)

/** What every page of the application host has around it. */
function AppRoot() {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const notice = useDeviceNotice(pathname)
  return (
    <>
      {notice.wanted ? (
        <Suspense>
          <DeviceNotice onContinue={notice.accept} />
        </Suspense>
      ) : (
        <Outlet />
      )}
      <RouteAnnouncer />
      <LateToaster />
    </>
  )
}

export const rootRoute = createRootRoute({ component: AppRoot, errorComponent: WholePageTrouble })
