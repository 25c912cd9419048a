import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { can } from '../../../shared/current-user.ts'
import { ListLoading } from '../../../shared/list-page/list-loading.tsx'
import { ListFailed } from '../../../shared/list-page/list-page.tsx'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Banner } from '../../../ui/banner.tsx'
import { exportTasks } from '../list/export-tasks.api.ts'
import { filterOf, listFilterOf } from '../list/filter-of.ts'
import { TaskFilters } from '../list/task-filters.tsx'
import { TaskHeader } from '../list/task-header.tsx'
import { TaskViews } from '../list/task-views.tsx'
import { boardQuery } from '../tasks.api.ts'
import type { TasksViewProps } from '../tasks.screen.tsx'
import { spec, texts } from '../tasks.texts.ts'
import { Board } from './board.tsx'

export default function BoardView(props: TasksViewProps) {
  const { user, phone, search, pendingOnly, filtersShown, onFilters, change, onOrder, onOpen, onStep } = props
  const filter = filterOf(search)
  const board = useQuery(boardQuery(filter))
  const scroller = useRef<HTMLElement>(null)
  const { data } = board
  const columns = useMemo(
    () => data?.filter(({ column }) => !pendingOnly || column !== 'completed'),
    [data, pendingOnly],
  )
  const viewer = useMemo(() => ({ canWork: can(user, 'tasks.work') }), [user])
  useEffect(() => {
    if (columns) onOrder(columns.flatMap(({ tasks }) => tasks.map(({ id }) => id)))
  }, [columns, onOrder])
  // As in the list, which leaves out what is completed.
  const open = columns?.filter(({ column }) => column !== 'completed')
  const counted = open?.every(({ count, capped }) => count !== null && !capped)
  const total = open?.reduce((sum, { count }) => sum + (count ?? 0), 0)
  return (
    <>
      <TaskHeader
        title={pendingOnly ? texts.pending : texts.all}
        count={counted ? total : undefined}
        takers={undefined}
        view="board"
        sort="dueDate"
        order="asc"
        filtersShown={filtersShown}
        narrow={phone || search.taskId !== undefined}
        onView={(view) => change({ view })}
        onSort={() => undefined}
        onFilters={onFilters}
        exported={exportTasks(listFilterOf(search, pendingOnly))}
      />
      <TaskViews user={user} search={search} title={pendingOnly ? texts.pending : texts.all} fresh={null} />
      {filtersShown && <TaskFilters user={user} search={search} withStatus={false} onChange={change} />}
      {board.isPending && <ListLoading label={spec.loading} shape="columns" />}
      {board.isError && !columns && <ListFailed query={board} texts={{ failed: spec.loadFailed, retry: spec.retry }} />}
      {board.isError && columns && (
        <Banner tone="warning" title={texts.notRefreshed} className="mx-4 mt-2">
          {serverMessageOf(board.error)}
        </Banner>
      )}
      {columns && (
        <Board
          columns={columns}
          filter={filter}
          viewer={viewer}
          current={search.taskId}
          onOpen={onOpen}
          onStep={onStep}
          scroller={scroller}
        />
      )}
    </>
  )
}
