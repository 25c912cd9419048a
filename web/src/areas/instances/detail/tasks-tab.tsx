import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Instance, RailStep } from '@throughline/contracts/instances'
import type { TaskRow } from '@throughline/contracts/tasks'
import { ListChecks } from 'lucide-react'
import { type RefObject, useMemo } from 'react'
import { type Clock, exactMoment, shortDate } from '../../../shared/format/time.ts'
import { useListKeys } from '../../../shared/list-page/use-list-keys.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { BulkActs } from '../../tasks/parts/bulk-acts.tsx'
import { ChangeMark } from '../../tasks/parts/change-mark.tsx'
import { PersonName } from '../../tasks/parts/person-name.tsx'
import { TaskStatusPill } from '../../tasks/parts/task-status-pill.tsx'
import { TaskType } from '../../tasks/parts/task-type.tsx'
import { tasksQuery } from '../../tasks/tasks.api.ts'
import { instancesKey } from '../instances.keys.ts'
import { spec, texts } from './detail.texts.ts'

type ColumnKey = keyof typeof spec.columns

type TasksTabProps = {
  instance: Instance
  clock: Clock
  scroller: RefObject<HTMLElement | null>
  current: string | undefined
  openTask: (id: string) => void
}

/** All tasks of the instance, those of earlier rounds included. */
export function TasksTab({ instance, clock, scroller, current, openTask }: TasksTabProps) {
  const { tasks, more, loadingMore } = useInstanceTasks(instance)
  const columns = useMemo(() => columnsFor(clock, openTask, instance.steps), [clock, openTask, instance.steps])
  const selection = useSelection(tasks)
  const { selected, clear } = selection
  const queries = useQueryClient()
  const onKeyDown = useListKeys({
    scroller,
    rows: tasks,
    selection,
    cards: false,
    current,
    onFollow: openTask,
    onPeek: openTask,
  })
  const done = () => {
    clear()
    void queries.invalidateQueries({ queryKey: instancesKey })
  }
  if (tasks.length === 0) return <Empty icon={ListChecks} title={spec.noTasks} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys lead from one row in it to the next
    <div onKeyDown={onKeyDown}>
      <DataTable
        caption={texts.tasksCaption}
        columns={columns}
        rows={tasks}
        current={current}
        selection={{ ...selection, name: ({ name }) => name }}
        scroller={scroller}
        className="[&_td>*]:align-middle [&_tr>*:first-child]:pl-6 [&_tr>*:last-child]:pr-6"
        onNearEnd={more}
      />
      {loadingMore && <output className="block py-3 text-center text-fg-3">{texts.loadingMore}</output>}
      {/* At the lower edge of what is in sight; the last rows can be scrolled out from under it. */}
      {selected.length > 0 && <div aria-hidden className="h-18" />}
      <div className="sticky bottom-0 h-0">
        <BulkActs selected={selected} onClear={clear} onDone={done} />
      </div>
    </div>
  )
}

const MAX_WITH_INSTANCE = 200

/** The newest come with the instance; where there are more, page after page. */
function useInstanceTasks({ id, tasks }: Instance) {
  const long = tasks.length >= MAX_WITH_INSTANCE
  const list = useInfiniteQuery({ ...tasksQuery({ instance: id }), enabled: long })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const shown = useMemo(
    () =>
      long && data
        ? data.pages.flatMap((page) => page.data)
        : tasks.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.key.localeCompare(b.key)),
    [long, data, tasks],
  )
  const more = useMemo(
    () => () => {
      if (long && hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
    [long, hasNextPage, isFetchingNextPage, fetchNextPage],
  )
  return { tasks: shown, more, loadingMore: isFetchingNextPage }
}

const columnsFor = (
  clock: Clock,
  openTask: (id: string) => void,
  steps: readonly RailStep[],
): Column<TaskRow, ColumnKey>[] => [
  {
    key: 'date',
    header: spec.columns.date,
    width: 96,
    cell: ({ created_at }) => (
      <time translate="no" dateTime={created_at} title={exactMoment(created_at, clock.zone)} className="tnum text-fg-2">
        {shortDate(created_at, clock.zone, clock.now)}
      </time>
    ),
  },
  {
    key: 'name',
    header: spec.columns.name,
    cell: ({ id, key, name, item_name, ...task }) => (
      <span className="flex min-w-0 items-center gap-2">
        <ChangeMark task={task} />
        <button
          type="button"
          data-main
          translate="no"
          dir="auto"
          onClick={() => openTask(id)}
          className="inset-focus truncate rounded-xs text-left font-medium hover:underline"
        >
          {name}
        </button>
        {item_name !== null && (
          <span translate="no" className="min-w-12 truncate text-fg-3">
            {item_name}
          </span>
        )}
        <span translate="no" className="tnum hidden text-xs whitespace-nowrap text-fg-3 @min-[760px]:inline">
          {key}
        </span>
      </span>
    ),
  },
  {
    key: 'type',
    header: spec.columns.type,
    className: 'w-36 @max-[760px]:w-12',
    cell: ({ task_type }) => <TaskType type={task_type} wordClass="@max-[760px]:sr-only" />,
  },
  {
    key: 'assignee',
    header: spec.columns.assignee,
    className: 'w-60 @max-[940px]:w-44 @max-[600px]:hidden',
    cell: (task) => <Assignee task={task} steps={steps} />,
  },
  { key: 'status', header: spec.columns.status, width: 160, cell: (task) => <TaskStatusPill task={task} plain /> },
]

/** Whose it is; an approval is for all who are asked. */
function Assignee({ task, steps }: { task: TaskRow; steps: readonly RailStep[] }) {
  const { assignee, queue, task_type, step } = task
  if (assignee) return <PersonName person={assignee} />
  const approvers = task_type === 'approval' ? (steps.find(({ id }) => id === step)?.people ?? []) : []
  const [first, ...others] = approvers
  if (first && others.length === 0) return <PersonName person={first} />
  if (first) return <span className="text-fg-2">{texts.names(approvers.map(({ name }) => name))}</span>
  if (queue) return <span className="text-fg-2">{texts.queue(queue.name)}</span>
  return <span className="text-fg-3">{task_type === 'automated' ? texts.byItself : texts.unassigned}</span>
}
