import type { ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'
import { dropTargetClass, useTaskDrop } from '../../documents/parts/drop-targets.ts'
import { QueryList } from '../query/query-list.tsx'
import { Attachments } from './attachments.tsx'
import { TaskDescription } from './description.tsx'
import type { TaskParts } from './frame.ts'
import { TaskComments } from './task-comments.tsx'
import { TaskFacts } from './task-facts.tsx'

/** A task in one column: the panel and the overlay. */
export function TaskColumn({ parts: { task, main, beside }, heading }: { parts: TaskParts; heading?: ReactNode }) {
  const drop = useTaskDrop(task, 'page')
  if (!task) return main
  // Who has voted is seen without scrolling; what there is to decide on or to fill in comes before what is known besides.
  const decides = beside !== undefined
  const asks = task.fields.length > 0 || decides
  const undescribed = decides && !task.description && !task.instructions
  return (
    <div {...drop} className={cn('space-y-5', dropTargetClass)}>
      {heading}
      {!asks && <TaskFacts task={task} />}
      {beside}
      {!undescribed && <TaskDescription task={task} />}
      {main}
      {undescribed && <TaskDescription task={task} />}
      {asks && <TaskFacts task={task} />}
      <QueryList task={task} />
      {task.task_type !== 'approval' && <Attachments task={task} />}
      <TaskComments task={task} />
    </div>
  )
}
