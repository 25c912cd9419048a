import { onlineManager } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { isHandheld } from '../device/use-device-notice.ts'
import { newVersion } from '../new-version.ts'
import { Overlays } from '../overlays.tsx'
import { sessionEnded } from '../session.ts'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'
import { useSignal } from '../signal.ts'
import { texts } from '../texts.ts'
import { useLate } from '../use-late.ts'
import { PHONE, useMedia } from '../use-media.ts'
import { useNavCollapsed } from './nav-state.ts'
import { SideNav } from './side-nav.tsx'
import { TopBar } from './top-bar.tsx'

const BuilderNotice = lazyPart(
  () => import('../device/device-notice.tsx'),
  (module) => module.BuilderNotice,
)
const PhoneHeader = lazyPart(
  () => import('./phone.tsx'),
  (module) => module.PhoneHeader,
)
const PhoneBar = lazyPart(
  () => import('./phone.tsx'),
  (module) => module.PhoneBar,
)

export function Shell({ user }: { user: CurrentUser }) {
  const meta = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.page) })?.staticData.page
  const collapsed = useNavCollapsed()
  const phone = useMedia(PHONE)
  useShortcuts(user)
  useLive()
  const page = (
    <main
      id="main"
      tabIndex={-1}
      className="relative flex min-h-0 flex-1 flex-col overflow-hidden bg-surface outline-none min-[760px]:mr-2 min-[760px]:mb-2 min-[760px]:rounded-lg min-[760px]:border min-[760px]:shadow-sm"
    >
      <Banners user={user} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {meta?.builder && isHandheld(navigator) ? <LateBuilderNotice /> : <Outlet />}
      </div>
    </main>
  )
  return (
    <div className="flex h-dvh bg-canvas max-[759px]:flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-(--z-tooltip) focus:rounded-sm focus:bg-accent focus:px-3 focus:py-1.5 focus:text-on-accent"
      >
        {texts.shell.skip}
      </a>
      {phone ? (
        <Suspense fallback={<div className="h-13 shrink-0" />}>
          <PhoneHeader user={user} />
        </Suspense>
      ) : (
        <SideNav user={user} active={meta?.nav} collapsed={collapsed} />
      )}
      {/* One place for both: turning a phone or narrowing the window must not begin the page anew. */}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {!phone && <TopBar user={user} meta={meta} collapsed={collapsed} />}
        {page}
      </div>
      {phone && (
        <Suspense>
          <PhoneBar active={meta?.nav} />
        </Suspense>
      )}
      <Overlays user={user} />
      <LateParts user={user} />
    </div>
  )
}

/** A boundary of its own: around the pages it would blank the old one before the new one is ready. */
const LateBuilderNotice = () => (
  <Suspense>
    <BuilderNotice />
  </Suspense>
)

const loadParts = () => import('./late-parts.tsx')

function LateParts({ user }: { user: CurrentUser }) {
  const late = useLate(loadParts)
  return late && <late.LateParts user={user} />
}

const loadLive = () => import('../live.ts')

function useLive() {
  const live = useLate(loadLive)
  useEffect(() => live?.goLive(), [live])
}

const loadNotices = () => import('./notices.tsx')

const useOnline = () =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )

/** What concerns the whole page, over its content. Most of the time there is nothing. */
function Banners({ user }: { user: CurrentUser }) {
  const offline = !useOnline()
  const ended = useSignal(sessionEnded)
  const outdated = useSignal(newVersion)
  const lapsed = !user.subscription_active
  // Loaded before there is anything to say: without a connection it would be too late.
  const loaded = useLate(loadNotices)
  if (!loaded) return null
  return <loaded.Notices offline={offline} ended={ended} outdated={outdated} lapsed={lapsed} user={user} />
}
