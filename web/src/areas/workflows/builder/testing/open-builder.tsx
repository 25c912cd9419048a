import { createRootRoute, createRoute } from '@tanstack/react-router'
import { openRoutes } from '../../../../shared/testing/open-routes.tsx'
import type { ToastMessage } from '../../../../ui/toast.ts'
import { BuilderScreen } from '../../builder.screen.tsx'
import { builderSearch } from '../builder-search.ts'
import { loadLateParts } from '../use-late-parts.ts'
import { WORKFLOW } from './workflow.ts'

// A test need not wait for what a page fetches a moment later.
await loadLateParts()

const root = createRootRoute()
const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/workflow-builder/$workflowId',
    validateSearch: builderSearch,
    component: BuilderScreen,
  }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

/** The builder at an address in a fresh browser: where it is now, and what was said in toasts. */
export function openBuilder(address = `/workflow-builder/${WORKFLOW}?mode=outline`) {
  const toasts: ToastMessage[] = []
  const { router, ...screen } = openRoutes(routeTree, address, (message) => toasts.push(message))
  const said = () => toasts.map(({ title }) => title)
  return { ...screen, toasts, said, router, address: () => router.state.location.href }
}
