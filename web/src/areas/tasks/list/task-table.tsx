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
import { TaskStatusPill } from '../parts/task-status-pill.tsx'
import { TaskType } from '../parts/task-type.tsx'
import { spec, taskWords, texts } from '../tasks.texts.ts'
import { TaskLink } from './task-link.tsx'

type Key = TaskSort | 'status' | 'workflow' | 'claim'

const { columns: columnTexts } = spec
const roomy = 'hidden @min-[560px]:table-cell'

const columns: Column<TaskRow, Key>[] = [
  {
    key: 'type',
    header: columnTexts.type,
    sortable: true,
    className: 'w-12 @min-[900px]:w-32',
    cell: ({ task_type }) => <TaskType type={task_type} wordClass="sr-only @min-[900px]:not-sr-only" />,
  },
  { key: 'title', header: columnTexts.title, sortable: true, cell: (task) => <TitleOf task={task} /> },
  {
    key: 'status',
    header: columnTexts.status,
    className: 'w-40',
    cell: (task) => <TaskStatusPill task={task} plain />,
  },
  {
    key: 'dueDate',
    header: columnTexts.dueDate,
    sortable: true,
    className: `${roomy} w-28`,
    cell: (task) => <DueDate of={task} done={task.state === 'completed'} />,
  },
  {
    key: 'priority',
    header: columnTexts.priority,
    sortable: true,
    className: `${roomy} w-20 @min-[900px]:w-28`,
    cell: ({ priority }) => <PriorityCell priority={priority} />,
  },
  {
    key: 'workflow',
    header: columnTexts.workflow,
    className: `${roomy} w-36 @min-[900px]:w-48`,
    cell: (task) => <WorkflowCell task={task} />,
  },
]

function PriorityCell({ priority }: Pick<TaskRow, 'priority'>) {
  const label = taskWords.priorities[priority]
  return (
    <>
      <span className="inline-flex @min-[900px]:hidden">
        <Priority level={priority} label={label} />
      </span>
      <span className="hidden @min-[900px]:inline-flex">
        <Priority level={priority} label={label} text />
      </span>
    </>
  )
}

function Title({ task }: { task: TaskRow }) {
  return <TaskLink task={task} className="inset-focus row-target block truncate rounded-xs font-medium" />
}

/** Tasks of one step are told apart by their instances, where there is room. */
function TitleOf({ task }: { task: TaskRow }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <ChangeMark task={task} />
      <span className={cn('max-w-full', task.change_request ? 'min-w-0' : 'shrink-0')}>
        <Title task={task} />
      </span>{' '}
      <span translate="no" className="hidden min-w-0 truncate text-fg-3 @min-[1080px]:inline">
        {task.instance_name}
      </span>
    </span>
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
            <span className="tnum">{task.key}</span> · {task.instance_name}
          </span>
        </span>
      </>
    ),
  }
  return [
    ...columns.map((column) => (column.key === 'title' ? title : column)),
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

const isSort = (key: Key): key is TaskSort => key !== 'status' && key !== 'workflow' && key !== 'claim'

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
