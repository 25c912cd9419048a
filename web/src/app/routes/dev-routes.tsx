import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root-route.tsx'

/** Every component in its states; a production build has neither the page nor its address. */
export const devRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/dev/ui',
        component: lazyRouteComponent(() => import('../../dev/ui-page.tsx'), 'UiPage'),
      }),
    ]
  : []
