import { Link } from '@tanstack/react-router'
import type { TaskRow, TaskSort } from '@throughline/contracts/tasks'
import { type ReactNode, useMemo } from 'react'
import { DueDate } from '../../../shared/due-date.tsx'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { cn } from '../../../ui/cn.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Priority } from '../../../ui/priority.tsx'
import { ChangeMark } from '../parts/change-mark.tsx'
import { PersonName } from '../parts/person-name.tsx'
import { instanceText } from '../parts/task-labels.ts'
import { TaskStatusPill } from '../parts/task-status-pill.tsx'
import { TaskType } from '../parts/task-type.tsx'
import { spec, taskWords, texts } from '../tasks.texts.ts'
import { TaskLink } from './task-link.tsx'

type Key = TaskSort | 'status' | 'assignee' | 'workflow' | 'claim'

const { columns: columnTexts } = spec
// What a row is about goes last: before it the workflow, the priority, whose it is, and when it is due.
const timed = 'hidden @min-[560px]:table-cell'
const owned = 'hidden @min-[680px]:table-cell'
const ranked = 'hidden @min-[820px]:table-cell'
const full = 'hidden @min-[980px]:table-cell'

const columns: Column<TaskRow, Key>[] = [
  {
    key: 'type',
    header: columnTexts.type,
    sortable: true,
    className: 'w-12 @min-[1080px]:w-32',
    cell: ({ task_type }) => <TaskType type={task_type} wordClass="sr-only @min-[1080px]:not-sr-only" />,
  },
  { key: 'title', header: columnTexts.title, sortable: true, cell: (task) => <TitleOf task={task} /> },
  {
    key: 'status',
    header: columnTexts.status,
    className: 'w-40',
    cell: (task) => <TaskStatusPill task={task} plain />,
  },
  {
    key: 'assignee',
    header: texts.assignee,
    className: `${owned} w-32 @min-[1080px]:w-40`,
    cell: (task) => <AssigneeCell task={task} />,
  },
  {
    key: 'dueDate',
    header: columnTexts.dueDate,
    sortable: true,
    className: `${timed} w-28`,
    cell: (task) => <DueDate of={task} done={task.state === 'completed'} />,
  },
  {
    key: 'priority',
    header: columnTexts.priority,
    sortable: true,
    className: `${ranked} w-20 @min-[1080px]:w-28`,
    cell: ({ priority }) => <PriorityCell priority={priority} />,
  },
  {
    key: 'workflow',
    header: columnTexts.workflow,
    className: `${full} w-36 @min-[1080px]:w-44`,
    cell: (task) => <WorkflowCell task={task} />,
  },
]

function PriorityCell({ priority }: Pick<TaskRow, 'priority'>) {
  const label = taskWords.priorities[priority]
  return (
    <>
      <span className="inline-flex @min-[1080px]:hidden">
        <Priority level={priority} label={label} />
      </span>
      <span className="hidden @min-[1080px]:inline-flex">
        <Priority level={priority} label={label} text />
      </span>
    </>
  )
}

function Title({ task }: { task: TaskRow }) {
  return <TaskLink task={task} className="inset-focus row-target block truncate rounded-xs font-medium" />
}

/** Tasks of one step are told apart by their instances: where both names are long, they share the room. */
function TitleOf({ task }: { task: TaskRow }) {
  const instance = instanceText(task)
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <ChangeMark task={task} />
      <span className="grid min-w-0 auto-cols-[minmax(0,max-content)] grid-flow-col items-baseline gap-2">
        <Title task={task} />{' '}
        <span translate="no" title={instance} className="truncate text-fg-3">
          {instance}
        </span>
      </span>
    </span>
  )
}

/** A queue stands there until somebody claims it. */
function AssigneeCell({ task: { assignee, queue } }: { task: TaskRow }) {
  if (assignee) return <PersonName person={assignee} />
  return (
    queue && (
      <span translate="no" className="text-fg-2">
        {queue.name}
      </span>
    )
  )
}

function WorkflowCell({ task }: { task: TaskRow }) {
  return (
    <Link
      to="/instances/$instanceId"
      params={{ instanceId: task.workflow_instance }}
      translate="no"
      title={`${task.instance_key} · ${task.instance_name}`}
      className="relative z-10 truncate rounded-xs text-fg-2 hover:text-fg hover:underline"
    >
      {task.workflow.name || <span translate="yes">{spec.defaultWorkflow}</span>}
    </Link>
  )
}

/** Of a queue: two lines, and who takes it. */
function queueColumns(claim: (task: TaskRow) => ReactNode): Column<TaskRow, Key>[] {
  const title: Column<TaskRow, Key> = {
    key: 'title',
    header: columnTexts.title,
    sortable: true,
    cell: (task) => (
      <>
        <Title task={task} />
        <span className="flex items-center gap-1.5 text-xs text-fg-2">
          <ChangeMark task={task} />
          <span translate="no" className="truncate">
            <span className="tnum">{task.key}</span> · {instanceText(task)}
          </span>
        </span>
      </>
    ),
  }
  return [
    ...columns.flatMap((column) => (column.key === 'assignee' ? [] : column.key === 'title' ? [title] : [column])),
    { key: 'claim', header: texts.claim, width: 176, align: 'end', cell: claim },
  ]
}

type TaskTableProps = {
  list: List<TaskRow>
  caption: string
  sort: { key: TaskSort; direction: 'ascending' | 'descending' }
  onSort: (key: TaskSort, direction: 'ascending' | 'descending') => void
  /** Of a queue: what stands at the end of a row. */
  claim?: ((task: TaskRow) => ReactNode) | undefined
}

const isSort = (key: Key): key is TaskSort =>
  key !== 'status' && key !== 'assignee' && key !== 'workflow' && key !== 'claim'

export function TaskTable({ list, caption, sort, onSort, claim }: TaskTableProps) {
  const shown = useMemo(() => (claim ? queueColumns(claim) : columns), [claim])
  return (
    <ListTable<TaskRow, Key>
      list={list}
      caption={caption}
      columns={shown}
      name={({ name }) => name}
      sort={sort}
      onSort={({ key, direction }) => isSort(key) && onSort(key, direction)}
      className={cn(
        '[&_input]:relative [&_input]:z-10 [&_td>*]:align-middle [&_tr]:relative',
        claim && '[--row-height:48px]',
      )}
    />
  )
}
