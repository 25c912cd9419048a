import { createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { publicRoutes } from './routes/public-routes.tsx'
import { rootRoute } from './routes/root-route.tsx'
import { startRoutes } from './routes/start-routes.tsx'
import { workspaceRoutes } from './routes/workspace-routes.tsx'
import { Trouble } from './trouble.tsx'

export const router = createRouter({
  routeTree: rootRoute.addChildren([...startRoutes, ...publicRoutes, workspaceRoutes]),
  defaultPreload: 'intent',
  // Lists are kept fresh by the query cache, so a preload must ask it every time.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  defaultErrorComponent: Trouble,
  defaultNotFoundComponent: lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound'),
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
