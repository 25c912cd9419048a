import type { TaskRow } from '@throughline/contracts/tasks'
import { useCallback, useEffect, useRef } from 'react'
import { can } from '../../../shared/current-user.ts'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { TasksBulk } from '../bulk/tasks-bulk.tsx'
import { useTasksBulk } from '../bulk/use-tasks-bulk.ts'
import { ClaimCell } from '../queue/claim-cell.tsx'
import { useClaims } from '../queue/use-claims.ts'
import type { TasksViewProps } from '../tasks.screen.tsx'
import { spec, texts } from '../tasks.texts.ts'
import { listFilterOf } from './filter-of.ts'
import { Nothing } from './nothing.tsx'
import { PhoneList } from './phone-list.tsx'
import { TaskFilters } from './task-filters.tsx'
import { TaskHeader } from './task-header.tsx'
import { TaskTable } from './task-table.tsx'
import { TaskViews } from './task-views.tsx'
import { isNarrowed } from './tasks-asked.ts'
import { TasksLoading } from './tasks-loading.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useQueueName } from './use-queue-name.ts'
import { useTaskList } from './use-task-list.ts'

const CLEARED = {
  status: undefined,
  priority: undefined,
  type: undefined,
  workflow: undefined,
  assignee: undefined,
  q: undefined,
}

export function ListView(props: TasksViewProps) {
  const { user, phone, search, pendingOnly, filtersShown, onFilters, change, onOrder } = props
  const { list, rows, waiting, showWaiting, more, none, loading } = useTaskList(listFilterOf(search, pendingOnly))
  const { tasks, take } = useClaims(user, rows)
  const canWork = can(user, 'tasks.work')
  const { chosen, choose, selected, clear, all } = useSelection(tasks)
  const bulk = useTasksBulk(clear)
  const scroller = useRef<HTMLElement>(null)
  const queue = useQueueName(user, search.queue)
  const title = queue?.title ?? (pendingOnly ? texts.pending : texts.all)
  const sort = search.sort ?? 'dueDate'
  const { hasNextPage } = list

  const { taskId } = search
  // Whoever steps through with the buttons of the panel keeps the row in sight.
  useEffect(() => {
    if (taskId) scroller.current?.querySelector(`[data-row="${taskId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [taskId])
  useEffect(() => onOrder(tasks.map(({ id }) => id)), [tasks, onOrder])
  const claimMany = () => {
    if (selected.length > 0) void bulk.run({ act: 'claim' }, selected)
  }
  const onKey = useListKeys({
    scroller,
    tasks,
    current: taskId,
    selected: chosen.size > 0,
    onAll: all,
    onClear: clear,
    onClaim: canWork && search.queue ? { many: claimMany, one: take } : undefined,
    onStepTo: (next) => change({ taskId: next }),
  })
  const claim = useCallback(
    (task: TaskRow) => <ClaimCell task={task} onClaim={canWork ? take : undefined} />,
    [canWork, take],
  )
  const showFresh = () => {
    showWaiting()
    if (scroller.current) scroller.current.scrollTop = 0
  }
  return (
    <>
      <TaskHeader
        title={title}
        count={list.isSuccess && !hasNextPage && !list.isPlaceholderData ? tasks.length : undefined}
        takers={queue?.takers}
        view="list"
        sort={sort}
        order={search.order ?? 'asc'}
        filtersShown={filtersShown}
        narrow={phone || search.taskId !== undefined}
        onView={(view) => change({ view })}
        onSort={(next, order) => change({ sort: next, order: order === 'desc' ? 'desc' : undefined })}
        onFilters={onFilters}
      />
      <TaskViews
        user={user}
        search={search}
        title={pendingOnly ? texts.pending : texts.all}
        waiting={waiting}
        onFresh={showFresh}
      />
      {filtersShown && <TaskFilters user={user} search={search} withStatus={!pendingOnly} onChange={change} />}
      {loading && <TasksLoading board={false} />}
      {list.isError && tasks.length === 0 && (
        <div className="grid flex-1 place-items-center pb-24">
          <ErrorBlock
            title={spec.loadFailed}
            hint={serverMessageOf(list.error)}
            retryLabel={spec.retry}
            retrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        </div>
      )}
      {list.isError && tasks.length > 0 && (
        <Banner tone="warning" title={texts.notRefreshed} className="mx-4 mt-2">
          {serverMessageOf(list.error)}
        </Banner>
      )}
      {none && tasks.length === 0 && (
        <Nothing narrowed={isNarrowed(search)} queue={search.queue !== undefined} onClear={() => change(CLEARED)} />
      )}
      {tasks.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows lead from one row in it to the next
        <section
          ref={scroller}
          tabIndex={-1}
          aria-label={title}
          aria-busy={list.isPlaceholderData || undefined}
          onKeyDown={onKey}
          className="@container min-h-0 flex-1 overflow-y-auto outline-none"
        >
          {phone ? (
            <PhoneList
              tasks={tasks}
              zone={user.time_zone}
              grouped={sort === 'dueDate' && search.order !== 'desc'}
              claim={search.queue ? claim : undefined}
              scroller={scroller}
              onNearEnd={more}
            />
          ) : (
            <TaskTable
              caption={title}
              tasks={tasks}
              sort={{ key: sort, direction: search.order === 'desc' ? 'descending' : 'ascending' }}
              onSort={(key, direction) => change({ sort: key, order: direction === 'descending' ? 'desc' : undefined })}
              selected={chosen}
              onSelect={canWork ? choose : undefined}
              current={search.taskId}
              claim={search.queue ? claim : undefined}
              total={hasNextPage ? -1 : tasks.length}
              scroller={scroller}
              onNearEnd={more}
            />
          )}
          {list.isFetchingNextPage && <output className="block py-3 text-center text-fg-3">{texts.loadingMore}</output>}
          {chosen.size > 0 && <div aria-hidden className="h-18" />}
        </section>
      )}
      <TasksBulk selected={selected} bulk={bulk} onClear={clear} />
    </>
  )
}
