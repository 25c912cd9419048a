import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { WorkflowCard } from '@throughline/contracts/workflows'
import { openRoutes } from '../../../app/testing/open-routes.tsx'
import { person } from '../../../app/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { serve } from '../../auth/testing/server.ts'
import { workflowsSearch } from '../list/workflows-search.ts'
import { WorkflowsScreen } from '../workflows.screen.tsx'

export const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`

export const FIRST_PAGE = 'GET /v1/workflows/?status=all&sort=updated&limit=50'

export const card = (last: number, name: string, more: Partial<WorkflowCard> = {}): WorkflowCard =>
  WorkflowCard.parse({
    id: id(500 + last),
    name,
    description: '',
    prefix: name.slice(0, 3).toUpperCase(),
    type: 'sequential',
    status: 'active',
    created_at: '2026-03-03T09:00:00Z',
    updated_at: '2026-11-01T09:00:00Z',
    last_instance_number: 0,
    instance_count: 0,
    current_version: 1,
    owner: null,
    access: { visibility: 'everyone', teams: [], people: [] },
    category: 'Uncategorized',
    step_types: ['manual', 'approval'],
    step_count: 2,
    draft_changes: 0,
    deleted_at: null,
    ...more,
  })

export const page = (cards: readonly WorkflowCard[], next: string | null = null) => ({
  body: { data: cards, count: cards.length, pagination: { next_cursor: next } },
})

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
