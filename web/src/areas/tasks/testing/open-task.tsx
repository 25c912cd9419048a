import { createRootRoute, createRoute } from '@tanstack/react-router'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import type { Task } from '@throughline/contracts/tasks'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { TaskOverlay } from '../parts/task-overlay.tsx'
import { TaskPanel } from '../parts/task-panel.tsx'
import { TaskScreen } from '../task.screen.tsx'
import { tasksKey } from '../tasks.keys.ts'
import { row, whole } from './sample-tasks.ts'

const sample = whole(row(1, 'Enter invoice'))
export const TASK = `/v1/tasks/${sample.id}/`
export const READ = `GET ${TASK}`
export const DRAFT = `PUT ${TASK}draft/`
export const COMPLETE = `POST ${TASK}complete/`

type Answers = Parameters<typeof serve>[0]
type TaskSurface = 'page' | 'panel' | 'overlay'

const root = createRootRoute()
const tree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/tasks/$taskId', component: TaskScreen }),
  createRoute({
    getParentRoute: () => root,
    path: '/panel',
    component: () => <TaskPanel taskId={sample.id} onClose={() => undefined} />,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/overlay',
    component: () => <TaskOverlay taskId={sample.id} onClose={() => undefined} />,
  }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

/** One task in a fresh browser; `task` undefined where a test answers the reading itself. */
export function openTask(
  task: Task | undefined,
  answers: Answers = {},
  { place = 'page', role = 'member' }: { place?: TaskSurface; role?: RoleName } = {},
) {
  const user = person({ role, permissions: [...(builtinRole(role)?.permissions ?? [])] })
  const server = serve({
    'GET /v1/auth/me/': { body: user },
    [`GET ${TASK}comments/?limit=50`]: { body: { data: [], pagination: { next_cursor: null } } },
    [DRAFT]: { body: { saved_at: '2026-11-15T10:42:00Z' } },
    ...(task && { [READ]: { body: { data: task } } }),
    ...answers,
  })
  const toasts: ToastMessage[] = []
  const address = place === 'page' ? `/tasks/${sample.id}` : `/${place}`
  const { router, queries, ...screen } = openRoutes(tree, address, (message) => toasts.push(message))
  return {
    ...screen,
    server,
    toasts,
    address: () => router.state.location.href,
    router,
    /** As after a frame of the live socket, when the task has become this. */
    becomes: (next: Task) => {
      server.change(READ, { body: { data: next } })
      return queries.invalidateQueries({ queryKey: tasksKey })
    },
  }
}
