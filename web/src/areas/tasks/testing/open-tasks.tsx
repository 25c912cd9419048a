import { createRootRoute, createRoute } from '@tanstack/react-router'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import type { BoardColumn, TaskRow } from '@throughline/contracts/tasks'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import { replaceProperty } from '../../../shared/testing/replace-property.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { tasksSearch } from '../list/tasks-search.ts'
import { tasksKey } from '../tasks.keys.ts'
import { TasksScreen } from '../tasks.screen.tsx'

export const LIST = 'GET /v1/tasks/?sort=dueDate&order=asc&limit=50'
export const BOARD = 'GET /v1/tasks/board/'
const COUNTS = 'GET /v1/tasks/counts/'

export const page = (data: readonly TaskRow[], next: string | null = null) => ({
  body: { data, pagination: { next_cursor: next } },
})

const NAMES = ['pending', 'in_progress', 'review', 'overdue', 'completed'] as const satisfies BoardColumn[]

/** A board with these cards; further ones of a column behind the cursor. */
export const board = (
  cards: Partial<Record<BoardColumn, readonly TaskRow[]>>,
  next: Partial<Record<BoardColumn, string>> = {},
) => ({
  body: {
    data: NAMES.map((column) => ({
      column,
      count: cards[column]?.length ?? 0,
      capped: false,
      tasks: cards[column] ?? [],
      next_cursor: next[column] ?? null,
    })),
  },
})

export const counts = (queue = 0) => ({
  body: { data: { pending: 4, in_progress: 2, review: 1, overdue: 2, due_today: 1, queue, started: 0 } },
})

type Answers = Parameters<typeof serve>[0]

const root = createRootRoute()
const list = { getParentRoute: () => root, validateSearch: tasksSearch }
const addresses = ['/tasks', '/all-tasks', '/pending-tasks'] as const
const tree = (phone: boolean) =>
  root.addChildren([
    ...addresses.map((path) => createRoute({ ...list, path, component: () => <TasksScreen phone={phone} /> })),
    createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
  ])

/** The tasks in a fresh browser, for somebody with this role. */
export function openTasks(address: string, answers: Answers, { role = 'member', phone = false }: Opened = {}) {
  const permissions = [...(builtinRole(role)?.permissions ?? [])]
  const user = person({ role, permissions })
  const server = serve({ 'GET /v1/auth/me/': { body: user }, [COUNTS]: counts(), ...answers })
  // jsdom places nothing and scrolls nowhere.
  replaceProperty(Element.prototype, 'scrollIntoView', { value: () => undefined })
  const toasts: ToastMessage[] = []
  const { router, queries, ...screen } = openRoutes(tree(phone), address, (message) => toasts.push(message))
  return {
    ...screen,
    server,
    toasts,
    router,
    address: () => router.state.location.href,
    /** As after a frame of the live socket. */
    refresh: () => queries.invalidateQueries({ queryKey: tasksKey }),
  }
}

type Opened = { role?: RoleName; phone?: boolean }
