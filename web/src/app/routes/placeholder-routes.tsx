import { createRoute } from '@tanstack/react-router'
import { lazyRouteComponent } from '../lazy-route-component.ts'
import { PAGES, type PageKey, type PageMeta } from '../pages.ts'
import { workspaceRoute } from './workspace-route.tsx'

const component = lazyRouteComponent(() => import('../placeholder.screen.tsx'), 'PlaceholderScreen')

/** For a key whose area is not there: the page says so. */
function placeholder(key: PageKey) {
  const page: PageMeta = PAGES[key]
  return { component, staticData: { page } }
}

const inWorkspace = { getParentRoute: () => workspaceRoute }

const websites = createRoute({ ...inWorkspace, path: '/websites', ...placeholder('websites') })
const websiteBuilder = createRoute({
  ...inWorkspace,
  path: '/website-builder/$websiteId',
  ...placeholder('website-builder'),
})

/** Areas that are not there yet. An area takes its line out of here when it arrives. */
export const placeholderRoutes = [websites, websiteBuilder] as const
