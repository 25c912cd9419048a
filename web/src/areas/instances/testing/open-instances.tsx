import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { InstanceRow } from '@throughline/contracts/instances'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { InProgressInstancesScreen, InstancesScreen } from '../instances.screen.tsx'
import { instancesSearch } from '../list/instances-search.ts'
import { workflowInstancesSearch } from '../list/workflow-instances-search.ts'
import { WorkflowInstancesScreen } from '../workflow-instances.screen.tsx'

export const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`

export const WORKFLOW = id(500)

export const USUAL_PAGE =
  'GET /v1/workflows/instances/?status=pending%2Cin_progress%2Ccompleted%2Cfailed&sort=newest&limit=50'
export const OF_WORKFLOW = `GET /v1/workflows/${WORKFLOW}/instances/?sort=newest&limit=50`
export const START_FORM = `GET /v1/workflows/${WORKFLOW}/start/`

const onboarding = { id: WORKFLOW, name: 'Client Onboarding', prefix: 'ONB' }

const ana = { id: id(30), name: 'Ana Sousa', photo: null, username: 'ana' }

export const instance = (number: number, title: string, more: Partial<InstanceRow> = {}): InstanceRow =>
  InstanceRow.parse({
    id: id(100 + number),
    key: `ONB-${number}`,
    number,
    name: title,
    title,
    description: '',
    status: 'in_progress',
    outcome: null,
    workflow: onboarding,
    template: 'Client Onboarding',
    workflow_version: 4,
    current_step: 'Collect documents',
    created_at: '2026-11-03T09:00:00Z',
    started_at: '2026-11-03T09:00:00Z',
    completed_at: null,
    updated_at: '2026-11-10T09:00:00Z',
    due_date: '2026-11-20T23:59:59Z',
    due_has_time: false,
    overdue_at: '2026-11-20T23:59:59Z',
    priority: 'high',
    metadata: { customer: title },
    tasks_total: 7,
    steps_total: 7,
    steps_done: 3,
    tasks_done: 3,
    started_by: ana,
    source: 'person',
    source_name: null,
    narrowed: false,
    deleted_at: null,
    mini: [{ name: 'Intake', state: 'done' }],
    waiting: null,
    waiting_more: 0,
    ...more,
  })

export const page = (rows: readonly InstanceRow[], next: string | null = null) => ({
  body: { data: rows, pagination: { next_cursor: next } },
})

export const ofWorkflow = (rows: readonly InstanceRow[], more: object = {}) => ({
  body: {
    data: rows,
    pagination: { next_cursor: null },
    counts: { all: 24, pending: 1, in_progress: 4, completed: 19, failed: 0, ...more },
  },
})

export const form = (more: object = {}) => ({
  body: {
    data: {
      workflow: onboarding,
      version: 4,
      archived: false,
      next_number: 147,
      fields: [],
      show: {},
      can_start: true,
      ...more,
    },
  },
})

const as = (role: RoleName): CurrentUser => {
  const { permissions = [], display_name = '' } = builtinRole(role) ?? {}
  return person({ role, role_display_name: display_name, permissions: [...permissions] })
}

const root = createRootRoute()
const at = (path: string, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component, validateSearch: instancesSearch })

const routeTree = root.addChildren([
  at('/all-instances', InstancesScreen),
  at('/in-progress-instances', InProgressInstancesScreen),
  createRoute({
    getParentRoute: () => root,
    path: '/workflows/$workflowId/instances',
    validateSearch: workflowInstancesSearch,
    component: WorkflowInstancesScreen,
  }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

type Answers = Parameters<typeof serve>[0]

const CHOICES = {
  'GET /v1/workflows/?status=all&sort=name&limit=50': {
    body: { data: [], count: 0, pagination: { next_cursor: null } },
  },
  'GET /v1/clients/?limit=20': { body: { data: [], pagination: { next_cursor: null } } },
}

/** One of the lists in a fresh browser, for somebody with this role: where it is now, and what was said in toasts. */
export function openInstances(address: string, answers: Answers, role: RoleName = 'manager') {
  const server = serve({ 'GET /v1/auth/me/': { body: as(role) }, ...CHOICES, ...answers })
  const toasts: ToastMessage[] = []
  const { router, ...screen } = openRoutes(routeTree, address, (message) => toasts.push(message))
  return { ...screen, server, toasts, router, address: () => router.state.location.href }
}
