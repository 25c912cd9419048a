import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tasksSearch } from '../../areas/tasks/list/tasks-search.ts'
import { PLACES } from '../places.ts'
import { workspaceRoute } from './workspace-route.tsx'

const list = {
  getParentRoute: () => workspaceRoute,
  validateSearch: tasksSearch,
  component: lazyRouteComponent(() => import('../tasks-page.tsx'), 'TasksPage'),
}

const tasks = createRoute({ ...list, path: '/tasks', staticData: { place: PLACES['all-tasks'] } })
const allTasks = createRoute({ ...list, path: '/all-tasks', staticData: { place: PLACES['all-tasks'] } })
const pendingTasks = createRoute({ ...list, path: '/pending-tasks', staticData: { place: PLACES['pending-tasks'] } })
const task = createRoute({
  getParentRoute: () => workspaceRoute,
  path: '/tasks/$taskId',
  staticData: { place: PLACES.tasks },
  component: lazyRouteComponent(() => import('../../areas/tasks/task.screen.tsx'), 'TaskScreen'),
})

export const taskRoutes = [tasks, allTasks, pendingTasks, task] as const
