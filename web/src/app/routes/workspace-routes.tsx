import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PLACES } from '../places.ts'
import { placeholderRoutes } from './placeholder-routes.tsx'
import { workspaceRoute } from './workspace-route.tsx'

const home = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/home',
  staticData: { place: PLACES.home },
  component: lazyRouteComponent(() => import('../home-page.tsx'), 'HomePage'),
})

const restricted = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/access/restricted',
  staticData: { place: PLACES.restricted },
  component: lazyRouteComponent(() => import('../restricted.screen.tsx'), 'RestrictedScreen'),
})

export const workspaceRoutes = workspaceRoute.addChildren([home, restricted, ...placeholderRoutes])
