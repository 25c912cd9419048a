import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { builtinRole } from '@throughline/contracts/permissions'
import { vi } from 'vitest'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import type { Counts } from '../focus-sentence.ts'
import { HomeScreen } from '../home.screen.tsx'
import { homeSearch } from '../home-search.ts'
import { Rail } from '../parts/rail.tsx'

export const COUNTS = 'GET /v1/tasks/counts/'
export const WORK = 'GET /v1/tasks/?assigned_to=maya&status=pending_only&limit=50'
export const DOCUMENTS = 'GET /v1/documents/?sort=created&limit=4'
export const STARTED = 'GET /v1/workflows/instances/?sort=newest&started_by=me&limit=4'
export const QUEUE = 'GET /v1/tasks/?queue=mine&limit=50'

export const counted = (some: Partial<Counts> = {}) => ({
  body: { data: { pending: 0, in_progress: 0, review: 0, overdue: 0, due_today: 0, queue: 0, started: 0, ...some } },
})

/** jsdom places nothing: the end is in sight when a test says so. */
function watchedEnd() {
  const seen = new Set<() => void>()
  class Watcher {
    tell: () => void
    constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
      this.tell = () => callback([{ isIntersecting: true }])
    }
    observe() {
      seen.add(this.tell)
    }
    disconnect() {
      seen.delete(this.tell)
    }
  }
  vi.stubGlobal('IntersectionObserver', Watcher)
  return () => {
    for (const tell of seen) tell()
  }
}

type Opened = { user?: Partial<CurrentUser>; phone?: boolean; address?: string }

/** The first page in a fresh browser. */
export function openHome(
  answers: Parameters<typeof serve>[0],
  { user, phone = false, address = '/home' }: Opened = {},
) {
  const maya = person({ permissions: [...(builtinRole('member')?.permissions ?? [])], ...user })
  const server = serve({
    'GET /v1/auth/me/': { body: maya },
    [COUNTS]: counted(),
    [DOCUMENTS]: { body: [] },
    ...answers,
  })
  const scrollToEnd = watchedEnd()
  const root = createRootRoute()
  const home = createRoute({
    getParentRoute: () => root,
    path: '/home',
    validateSearch: homeSearch,
    component: () => (
      <HomeScreen
        user={maya}
        phone={phone}
        rail={Rail}
        keyboard={!phone}
        paletteKey="Ctrl K"
        onOpenPalette={() => undefined}
        onOpenShortcuts={() => undefined}
      />
    ),
  })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' })
  const toasts: ToastMessage[] = []
  const { router, queries, ...screen } = openRoutes(root.addChildren([home, elsewhere]), address, (message) =>
    toasts.push(message),
  )
  return {
    ...screen,
    server,
    toasts,
    scrollToEnd,
    address: () => router.state.location.href,
    /** As after a frame of the live socket. */
    refresh: () => queries.invalidateQueries(),
  }
}
