import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TaskRow, TaskSort } from '@throughline/contracts/tasks'
import { Inbox, ListChecks, SearchX } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { countedFilter } from '../../../shared/counted-filter.ts'
import { CountedStrip } from '../../../shared/counted-strip.tsx'
import { can } from '../../../shared/current-user.ts'
import { ListBody, ListEmpty, ListFresh } from '../../../shared/list-page/list-page.tsx'
import { type List, useList } from '../../../shared/list-page/use-list.ts'
import { useListRows } from '../../../shared/list-page/use-list-rows.ts'
import { Button } from '../../../ui/button.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { focusedRowId } from '../../../ui/row-focus.ts'
import { teamsQuery } from '../../org/teams.api.ts'
import { TasksBulk } from '../bulk/tasks-bulk.tsx'
import { type Bulk, useTasksBulk } from '../bulk/use-tasks-bulk.ts'
import { ClaimCell } from '../queue/claim-cell.tsx'
import { useClaims } from '../queue/use-claims.ts'
import { tasksQuery } from '../tasks.api.ts'
import type { TasksViewProps } from '../tasks.screen.tsx'
import { spec, texts } from '../tasks.texts.ts'
import { exportTasks } from './export-tasks.api.ts'
import { CLEARED, isNarrowed, listFilterOf } from './filter-of.ts'
import { PhoneList } from './phone-list.tsx'
import { TaskFilters } from './task-filters.tsx'
import { TaskHeader } from './task-header.tsx'
import { TaskTable } from './task-table.tsx'
import { TaskViews } from './task-views.tsx'
import type { TasksSearch } from './tasks-search.ts'

/** What a queue is called, and how many people take from it. */
function useQueueName(user: CurrentUser, queue: TasksSearch['queue']) {
  const { data } = useQuery({
    ...teamsQuery(user.tenant_id),
    enabled: queue !== undefined && queue !== 'mine' && user.organization_id !== null,
  })
  const team = data?.find(({ id }) => id === queue)
  if (queue === undefined) return undefined
  return { title: team ? texts.queueOf(team.name) : texts.queues, takers: team?.count }
}

function NoTasks({ search, onClear }: { search: TasksSearch; onClear: () => void }) {
  if (isNarrowed(search))
    return (
      <ListEmpty
        icon={SearchX}
        title={spec.noMatch}
        hint={texts.nothingHint}
        action={<Button onClick={onClear}>{texts.clear}</Button>}
      />
    )
  if (search.queue) return <ListEmpty icon={Inbox} title={texts.emptyQueue} hint={texts.emptyQueueHint} />
  return <ListEmpty icon={ListChecks} title={spec.noMatch} hint={texts.emptyHint} />
}

/** Claims what is selected, else the task that has the focus. */
function useClaimKey(on: boolean, list: List<TaskRow>, run: Bulk['run'], take: (task: TaskRow) => void) {
  const { rows, scroller } = list
  const { selected } = list.selection
  const onClaim = useCallback(() => {
    const id = focusedRowId(scroller.current)
    const task = rows.find((one) => one.id === id)
    if (selected.length > 0) void run({ act: 'claim' }, selected)
    else if (task && !task.assignee) take(task)
  }, [scroller, rows, selected, run, take])
  usePageKeys(useMemo(() => (on ? [{ key: 'c', label: texts.keys.claim, act: onClaim }] : []), [on, onClaim]))
}

type RowsProps = Pick<TasksViewProps, 'user' | 'phone' | 'search' | 'change'> & {
  list: List<TaskRow>
  title: string
  sort: TaskSort
  claim: ((task: TaskRow) => ReactNode) | undefined
}

function Rows({ user, phone, search, change, list, title, sort, claim }: RowsProps) {
  const falling = search.order === 'desc'
  if (phone)
    return <PhoneList list={list} zone={user.time_zone} grouped={sort === 'dueDate' && !falling} claim={claim} />
  return (
    <TaskTable
      list={list}
      caption={title}
      sort={{ key: sort, direction: falling ? 'descending' : 'ascending' }}
      onSort={(key, direction) => change({ sort: key, order: direction === 'descending' ? 'desc' : undefined })}
      claim={claim}
    />
  )
}

export function ListView(props: TasksViewProps) {
  const { user, phone, search, pendingOnly, filtersShown, onFilters, change, onOrder, onOpen } = props
  const filter = listFilterOf(search, pendingOnly)
  const query = useInfiniteQuery(tasksQuery(filter))
  const found = useListRows(query, JSON.stringify(filter))
  const { tasks, take } = useClaims(user, found.rows)
  const canWork = can(user, 'tasks.work')
  const onFollow = useCallback(
    (id: string) => change({ taskId: tasks.find((task) => task.id === id)?.id }),
    [change, tasks],
  )
  const onPeek = (id: string) => {
    const task = tasks.find((one) => one.id === id)
    if (task) onOpen(task.id)
  }
  const list = useList(
    { ...found, rows: tasks },
    { selectable: canWork && !phone, current: search.taskId, onFollow, onPeek },
  )
  const { selected, clear } = list.selection
  const bulk = useTasksBulk(clear)
  const queue = useQueueName(user, search.queue)
  const title = queue?.title ?? (pendingOnly ? texts.pending : texts.all)
  const sort = search.sort ?? 'dueDate'
  useEffect(() => onOrder(tasks.map(({ id }) => id)), [tasks, onOrder])

  useClaimKey(canWork && search.queue !== undefined, list, bulk.run, take)
  const claim = useCallback(
    (task: TaskRow) => <ClaimCell task={task} onClaim={canWork ? take : undefined} />,
    [canWork, take],
  )
  return (
    <>
      <TaskHeader
        title={title}
        count={query.isSuccess && !list.hasMore && !query.isPlaceholderData ? tasks.length : undefined}
        takers={queue?.takers}
        view="list"
        sort={sort}
        order={search.order ?? 'asc'}
        filtersShown={filtersShown}
        narrow={phone || search.taskId !== undefined}
        onView={(view) => change({ view })}
        onSort={(next, order) => change({ sort: next, order: order === 'desc' ? 'desc' : undefined })}
        onFilters={onFilters}
        exported={exportTasks(filter)}
      />
      <TaskViews
        user={user}
        search={search}
        title={pendingOnly ? texts.pending : texts.all}
        fresh={<ListFresh list={list} />}
      />
      <CountedStrip filter={countedFilter(search)} onClear={() => change(CLEARED)} />
      {filtersShown && <TaskFilters user={user} search={search} withStatus={!pendingOnly} onChange={change} />}
      <ListBody
        list={list}
        texts={{ label: title, loading: spec.loading, failed: spec.loadFailed, retry: spec.retry }}
        empty={<NoTasks search={search} onClear={() => change(CLEARED)} />}
      >
        <Rows {...props} list={list} title={title} sort={sort} claim={search.queue ? claim : undefined} />
      </ListBody>
      <TasksBulk selected={selected} bulk={bulk} onClear={clear} />
    </>
  )
}
