import { Link } from '@tanstack/react-router'
import type { Task } from '@throughline/contracts/tasks'
import { RotateCcw } from 'lucide-react'
import { DueDate } from '../../../shared/due-date.tsx'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { Priority } from '../../../ui/priority.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { instanceText } from '../parts/task-labels.ts'
import { TaskStatusPill } from '../parts/task-status-pill.tsx'
import { TaskType } from '../parts/task-type.tsx'
import { taskWords } from '../tasks.texts.ts'
import { texts } from './detail.texts.ts'

function AgainTag({ run }: { run: number }) {
  return (
    run > 1 && (
      <Tag tone="warning" icon={RotateCcw}>
        {texts.again(run)}
      </Tag>
    )
  )
}

/** Status, priority, date and kind in one line. */
export function TaskMarks({ task }: { task: Task }) {
  return (
    <>
      <TaskStatusPill task={task} />
      <Priority level={task.priority} label={taskWords.priorities[task.priority]} text />
      <DueDate of={task} done={task.completed_at !== null} weekday icon />
      <TaskType type={task.task_type} />
      <AgainTag run={task.run} />
    </>
  )
}

/** The head of the panel and the overlay. */
export function TaskHeading({ task }: { task: Task }) {
  return (
    <div>
      <h2 translate="no" className="text-xl leading-snug break-words">
        {task.name}
      </h2>
      <p className="mt-1 text-sm text-fg-3">
        <InstanceLink task={task} />
      </p>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <TaskMarks task={task} />
      </div>
    </div>
  )
}

/** "Step 2 of 6 in Client Onboarding · Juniper Clinics" */
export function InstanceLink({ task }: { task: Task }) {
  const { step_place: place, workflow, workflow_instance: instanceId } = task
  return (
    <>
      {place ? texts.stepIn(place.n, place.of) : texts.in}{' '}
      <Link to="/instances/$instanceId" params={{ instanceId }} translate="no" className={quietLinkClass}>
        {texts.place(workflow.name, instanceText(task))}
      </Link>
    </>
  )
}
