import type { TaskRow } from '@throughline/contracts/tasks'
import type { ReactNode } from 'react'
import { DueDate } from '../../../shared/due-date.tsx'
import { Priority } from '../../../ui/priority.tsx'
import { ChangeMark } from './change-mark.tsx'
import { instanceText, taskLabels } from './task-labels.ts'
import { TaskGlyph } from './task-status.tsx'
import { ApprovalOutcome } from './task-status-pill.tsx'
import { taskTypeIcons } from './task-type.tsx'

type PhoneRowProps = {
  task: TaskRow
  /** Opens it: how depends on the page. */
  link: ReactNode
  act?: ReactNode
}

/** Two lines, as high as a thumb. */
export function PhoneRow({ task, link, act }: PhoneRowProps) {
  const Icon = taskTypeIcons[task.task_type]
  const { priority } = task
  return (
    <li data-row={task.id} className="relative flex min-h-16 items-center gap-3.5 border-b px-4 py-2.5">
      <TaskGlyph task={task} size={17} label />
      <span className="min-w-0 flex-1">
        {link}
        <span className="mt-0.5 flex items-center gap-1.5 text-sm text-fg-2">
          <ChangeMark task={task} />
          <ApprovalOutcome task={task} />
          <Icon size={14} strokeWidth={1.8} aria-hidden className="shrink-0" />
          <span className="sr-only">{taskLabels.types[task.task_type]}</span>
          <span translate="no" className="truncate">
            {instanceText(task)}
          </span>
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1 text-sm">
        <DueDate of={task} done={task.state === 'completed'} weekday />
        <Priority level={priority} label={taskLabels.priorities[priority]} />
      </span>
      {act}
    </li>
  )
}
