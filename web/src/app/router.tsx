import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { Mark } from '../areas/auth/parts/mark.tsx'
import { prepareFileIndex } from './file-index.ts'
import { lazyRouteComponent } from './lazy-route-component.ts'
import { restoresScroll } from './restores-scroll.ts'
import { publicRoutes } from './routes/public-routes.tsx'
import { rootRoute } from './routes/root-route.tsx'
import { workspaceRoutes } from './routes/workspace-routes.tsx'
import { spec } from './texts.ts'
import { Trouble } from './trouble.tsx'

function Initializing() {
  return (
    <main id="main" className="grid min-h-dvh place-content-center justify-items-center gap-4 bg-canvas">
      <Mark />
      <h1 aria-live="polite" className="text-md font-normal tracking-normal text-fg-2">
        {spec.initializing}
      </h1>
    </main>
  )
}

const start = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  pendingMs: 0,
  pendingComponent: Initializing,
  beforeLoad: async () => {
    await prepareFileIndex()
    throw redirect({ to: '/home', replace: true })
  },
})

const unknown = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/home', replace: true })
  },
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([start, unknown, ...publicRoutes, workspaceRoutes]),
  defaultPreload: 'intent',
  // Lists are kept fresh by the query cache, so a preload must ask it every time.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  defaultErrorComponent: Trouble,
  defaultNotFoundComponent: lazyRouteComponent(() => import('./note-page.tsx'), 'NotFound'),
  scrollRestoration: restoresScroll,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
