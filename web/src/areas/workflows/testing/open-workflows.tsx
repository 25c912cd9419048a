import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { workflowsSearch } from '../list/workflows-search.ts'
import { WorkflowsScreen } from '../workflows.screen.tsx'

export const FIRST_PAGE = 'GET /v1/workflows/?status=all&sort=updated&limit=50'

/** Somebody with this role in Harbor & Vale. */
const as = (role: RoleName): CurrentUser => {
  const { permissions = [], display_name = '' } = builtinRole(role) ?? {}
  return person({ role, role_display_name: display_name, permissions: [...permissions] })
}

type Answers = Parameters<typeof serve>[0]

const root = createRootRoute()
const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/workflows',
    validateSearch: workflowsSearch,
    component: WorkflowsScreen,
  }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

/** The list in a fresh browser, for somebody with this role: where it is now, and what was said in toasts. */
export function openWorkflows(address: string, answers: Answers, role: RoleName = 'manager') {
  const server = serve({ 'GET /v1/auth/me/': { body: as(role) }, ...answers })
  const toasts: ToastMessage[] = []
  const { router, ...screen } = openRoutes(routeTree, address, (message) => toasts.push(message))
  return { ...screen, server, toasts, address: () => router.state.location.href }
}
