import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TaskId } from '@throughline/contracts/ids'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useCurrentUser } from '../../shared/current-user.ts'
import { ListLoading } from '../../shared/list-page/list-loading.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePageKeys } from '../../ui/page-keys.ts'
import { readStored, writeStored } from '../../ui/stored.ts'
import { isNarrowed } from './list/filter-of.ts'
import { ListView } from './list/list-view.tsx'
import { useTaskListPath } from './list/task-link.tsx'
import { type TasksSearch, tasksSearch } from './list/tasks-search.ts'
import { TaskPanel } from './parts/task-panel.tsx'
import { spec, texts } from './tasks.texts.ts'

const BoardView = lazyPart(
  () => import('./board/board-view.tsx'),
  (module) => module.default,
)

const VIEW = 'tl.tasks-view'
const storedView = () => (readStored(VIEW) === 'board' ? 'board' : 'list')

/** `phone`: lists of two-line rows instead of tables, and moves by menu only. */
export function TasksScreen({ phone = false }: { phone?: boolean }) {
  const user = useCurrentUser()
  return user ? <Tasks user={user} phone={phone} /> : null
}

export type TasksViewProps = {
  user: CurrentUser
  phone: boolean
  search: TasksSearch
  /** Only what is not completed: the address of pending tasks. */
  pendingOnly: boolean
  view: 'list' | 'board'
  filtersShown: boolean
  onFilters: () => void
  change: (changes: { [K in keyof TasksSearch]?: TasksSearch[K] | undefined }) => void
  /** Told the order in which the open task is stepped on from. */
  onOrder: (ids: readonly TaskId[]) => void
  onOpen: (taskId: TaskId) => void
  onStep: (by: 1 | -1) => void
}

function Tasks({ user, phone }: { user: CurrentUser; phone: boolean }) {
  const search = tasksSearch(useSearch({ strict: false }))
  const path = useTaskListPath()
  const navigate = useNavigate()
  const [filtersShown, showFilters] = useState(() => isNarrowed(search))
  // The board has neither queues nor what a figure counted.
  const view = search.queue || search.ended ? 'list' : (search.view ?? storedView())
  const order = useRef<readonly TaskId[]>([])
  const onOrder = useCallback((ids: readonly TaskId[]) => {
    order.current = ids
  }, [])

  const go = useCallback(
    (next: (old: TasksSearch) => Record<string, unknown>, replace = true) =>
      void navigate({ to: path, search: (old) => tasksSearch(next(tasksSearch(old))), replace }),
    [navigate, path],
  )
  const change = useCallback<TasksViewProps['change']>(
    (changes) => {
      if (changes.view) writeStored(VIEW, changes.view)
      go((old) => ({ ...old, ...changes, ...(changes.view === 'board' && { queue: undefined }) }))
    },
    [go],
  )
  const onOpen = useCallback((taskId: TaskId) => go((old) => ({ ...old, taskId }), false), [go])
  const close = useCallback(() => go((old) => ({ ...old, taskId: undefined })), [go])
  const { taskId } = search
  const onStep = useCallback(
    (by: 1 | -1) => {
      const at = order.current.findIndex((id) => id === taskId)
      const next = order.current[at + by]
      if (next) go((old) => ({ ...old, taskId: next }))
    },
    [go, taskId],
  )
  const onFilters = useCallback(() => showFilters((shown) => !shown), [])
  usePageKeys(
    useMemo(
      () => [
        { key: 'v', label: texts.keys.view, act: () => change({ view: view === 'board' ? 'list' : 'board' }) },
        { key: 'f', label: texts.keys.filters, act: onFilters },
      ],
      [change, view, onFilters],
    ),
  )
  const props: TasksViewProps = {
    user,
    phone,
    search,
    pendingOnly: path === '/pending-tasks',
    view,
    filtersShown,
    onFilters,
    change,
    onOrder,
    onOpen,
    onStep,
  }
  return (
    <div className="@container relative flex h-full overflow-hidden">
      <div className="relative flex min-w-0 flex-1 flex-col">
        {view === 'list' ? (
          <ListView {...props} />
        ) : (
          <Suspense fallback={<ListLoading label={spec.loading} shape="columns" />}>
            <BoardView {...props} />
          </Suspense>
        )}
      </div>
      {taskId && <TaskPanel taskId={taskId} onClose={close} onStep={onStep} />}
    </div>
  )
}
