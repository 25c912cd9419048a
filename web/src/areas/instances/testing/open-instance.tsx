import { createRootRoute, createRoute, Link, Outlet } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { InstanceId, TaskId, WorkflowId } from '@throughline/contracts/ids'
import { Instance, type InstanceRow, type RailLink, RailStep } from '@throughline/contracts/instances'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { Person, Waiting } from '@throughline/contracts/running'
import type { TaskRow } from '@throughline/contracts/tasks'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { row as taskRow } from '../../tasks/testing/sample-tasks.ts'
import { instanceSearch } from '../detail/instance-search.ts'
import { InstanceScreen } from '../instance.screen.tsx'
import { id, instance as row } from './open-instances.tsx'

export const MERIDIAN = id(242)
export const ADDRESS = `/instances/${MERIDIAN}`
export const CALL = `GET /v1/instances/${MERIDIAN}/`

const member = (last: number, name: string, username: string): Person =>
  Person.parse({ id: id(last), name, photo: null, username })

/** The member who looks, in tests. */
export const maya = member(3, 'Maya Okafor', 'maya')
export const jonas = member(31, 'Jonas Weber', 'jonas')

export const step = (last: number, name: string, more: Partial<RailStep> = {}): RailStep =>
  RailStep.parse({
    id: `s${last}`,
    name,
    type: 'manual',
    state: 'ahead',
    overdue: false,
    runs: 1,
    opened_at: null,
    closed_at: null,
    outcome: null,
    people: [],
    note: null,
    ...more,
  })

export const link = (from: number, to: number, more: Partial<RailLink> = {}): RailLink => ({
  from: `s${from}`,
  to: `s${to}`,
  back: false,
  taken: false,
  at: null,
  by: null,
  ...more,
})

export const waiting = (more: Partial<Waiting> = {}): Waiting =>
  Waiting.parse({
    kind: 'person',
    step: 's2',
    name: 'Agree fees',
    task_id: id(402),
    since: '2026-11-10T16:40:00Z',
    overdue: false,
    people: [jonas],
    queue: null,
    usually: null,
    reminded_at: null,
    act: 'remind',
    ...more,
  })

export const task = (last: number, name: string, more: Partial<TaskRow> = {}): TaskRow =>
  taskRow(last, name, {
    id: TaskId.parse(id(400 + last)),
    key: `ONB-142-${last}`,
    status_display: 'Pending',
    step: `s${last}`,
    created_at: `2026-11-0${last}T09:00:00Z`,
    last_modified_at: '2026-11-04T09:00:00Z',
    workflow_instance: InstanceId.parse(MERIDIAN),
    instance_name: 'Onboarding Meridian Foods',
    instance_key: 'ONB-142',
    workflow: { id: WorkflowId.parse(id(500)), name: 'Client Onboarding', prefix: 'ONB' },
    assigned_to: 'jonas',
    assignee: jonas,
    mine: null,
    ...more,
  })

/** The whole of an instance that a list shows. */
export const wholeOf = (shown: InstanceRow): Instance => {
  const { mini: _, waiting: __, waiting_more: ___, ...known } = shown
  return meridian(known)
}

/** Client Onboarding of Meridian Foods: done, open and ahead. */
export const meridian = (more: Partial<Instance> = {}): Instance => {
  const { mini: _, waiting: __, waiting_more: ___, ...known } = row(142, 'Meridian Foods Ltd')
  return Instance.parse({
    ...known,
    id: MERIDIAN,
    name: 'Onboarding Meridian Foods',
    description: 'Food importer, 140 people.',
    version: 7,
    tasks_total: 2,
    tasks_done: 1,
    steps_total: 3,
    steps_done: 1,
    tasks: [
      task(2, 'Agree fees'),
      task(1, 'Intake details', { state: 'completed', status: 'completed', status_display: 'Completed' }),
    ],
    steps: [
      step(1, 'Intake details', { state: 'done', people: [maya], closed_at: '2026-11-03T09:30:00Z' }),
      step(2, 'Agree fees', { state: 'open', people: [jonas], opened_at: '2026-11-10T16:40:00Z' }),
      step(3, 'Kickoff call'),
    ],
    links: [link(1, 2, { taken: true }), link(2, 3)],
    waiting: [waiting()],
    answers: [
      {
        name: 'legal_name',
        label: 'Legal name',
        type: 'string',
        shown: 'Meridian Foods Ltd',
        size: null,
        files: [],
      },
    ],
    parent: null,
    children: [],
    cancel_reason: null,
    comment_count: 4,
    file_count: 5,
    usually: 12 * 86_400_000,
    can: { edit: true, cancel: true, remove: true, narrow: true, override: true },
    ...more,
  })
}

export const answer = (instance: Instance) => ({ body: { data: instance } })

const as = (role: RoleName): CurrentUser => {
  const { permissions = [], display_name = '' } = builtinRole(role) ?? {}
  return person({ role, role_display_name: display_name, permissions: [...permissions] })
}

const root = createRootRoute({
  component: () => (
    <>
      <Link to="/home">Elsewhere</Link>
      <Outlet />
    </>
  ),
})
const routeTree = root.addChildren([
  createRoute({
    getParentRoute: () => root,
    path: '/instances/$instanceId',
    validateSearch: instanceSearch,
    component: InstanceScreen,
  }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

type Answers = Parameters<typeof serve>[0]

/** The page of one instance in a fresh browser: where it is now, and what was said in toasts. */
export function openInstance(address: string, answers: Answers, role: RoleName = 'manager') {
  const server = serve({ 'GET /v1/auth/me/': { body: as(role) }, ...answers })
  const toasts: ToastMessage[] = []
  const { router, queries, ...screen } = openRoutes(routeTree, address, (message) => toasts.push(message))
  return { ...screen, server, toasts, queries, address: () => router.state.location.href }
}
