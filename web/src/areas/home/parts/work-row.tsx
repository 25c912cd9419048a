import type { TaskRow } from '@throughline/contracts/tasks'
import { Suspense } from 'react'
import { DueDate } from '../../../shared/due-date.tsx'
import { cn } from '../../../ui/cn.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Priority } from '../../../ui/priority.tsx'
import { instanceText, taskLabels } from '../../tasks/parts/task-labels.ts'
import { TaskGlyph } from '../../tasks/parts/task-status.tsx'
import { taskTypeIcons } from '../../tasks/parts/task-type.tsx'
import { texts } from '../home.texts.ts'
import { RowActButton } from './row-act-button.tsx'
import { TaskLink } from './task-link.tsx'

// On large screens the first load goes without it.
const PhoneRow = lazyPart(
  () => import('../../tasks/parts/phone-row.tsx'),
  (module) => module.PhoneRow,
)

type WorkRowProps = {
  task: TaskRow
  phone: boolean
  busy: boolean
  /** Absent for those who may only look. */
  onAct: ((task: TaskRow) => void) | undefined
}

/** One piece of work; what can be done about it appears where the pointer or the focus is. */
export function WorkRow({ task, phone, busy, onAct }: WorkRowProps) {
  if (phone)
    return (
      <Suspense fallback={<li className="min-h-16 border-b" />}>
        <PhoneRow
          task={task}
          link={<TaskLink task={task} className="row-target block truncate text-md font-medium" />}
        />
      </Suspense>
    )
  const Icon = taskTypeIcons[task.task_type]
  const { change_request: request } = task
  return (
    <li
      data-row={task.id}
      aria-busy={busy || undefined}
      className={cn(
        'group relative -mx-2 flex h-11 items-center gap-2.5 rounded-md px-2 hover:bg-surface-2 has-focus-visible:bg-surface-2',
        busy && 'opacity-60',
      )}
    >
      <span className="grid w-5 shrink-0 place-items-center">
        <TaskGlyph task={task} size={16} label />
      </span>
      <span className="grid flex-1 auto-cols-[minmax(0,max-content)] grid-flow-col items-center gap-2.5">
        <TaskLink task={task} className="row-target truncate text-sm font-medium" />
        {request && (
          <span translate="no" title={request.comment} className="truncate text-xs font-medium text-warning-fg">
            <span translate="yes">{texts.sentBack[request.verdict]}</span>
          </span>
        )}
        <span translate="no" dir="auto" className="truncate text-fg-3">
          {instanceText(task)}
        </span>
      </span>
      {onAct && <RowActButton task={task} busy={busy} onAct={onAct} />}
      <span className={cn('hidden w-39 shrink-0 items-center gap-1.5 text-fg-3', !request && 'lg:inline-flex')}>
        <Icon size={14} strokeWidth={1.8} aria-hidden className="shrink-0" />
        <span className="sr-only">{taskLabels.types[task.task_type]}</span>
        <span translate="no" className="truncate">
          {task.workflow.name}
        </span>
      </span>
      <span className="flex w-5 shrink-0 items-center">
        <Priority level={task.priority} label={taskLabels.priorities[task.priority]} />
      </span>
      <span className="w-26 shrink-0 text-right">
        <DueDate of={task} weekday />
      </span>
    </li>
  )
}
