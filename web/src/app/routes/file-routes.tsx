import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { wordsSearch } from '../../shared/address-words.ts'
import { PLACES } from '../places.ts'
import { workspaceRoute } from './workspace-route.tsx'

const files = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/files',
  staticData: { place: PLACES.files },
  validateSearch: wordsSearch,
  component: lazyRouteComponent(() => import('../files-page.tsx'), 'FilesPage'),
})

export const fileRoutes = [files] as const
