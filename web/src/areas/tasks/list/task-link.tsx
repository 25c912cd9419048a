import { Link, useRouterState } from '@tanstack/react-router'
import type { TaskRow } from '@throughline/contracts/tasks'
import { cn } from '../../../ui/cn.ts'
import { tasksSearch } from './tasks-search.ts'

const LIST_PATHS = ['/all-tasks', '/pending-tasks', '/tasks'] as const
type TaskListPath = (typeof LIST_PATHS)[number]

/** At which of its addresses the screen stands: what opens beside it leaves the others alone. */
export const useTaskListPath = (): TaskListPath =>
  useRouterState({
    select: ({ location }) => LIST_PATHS.find((place) => location.pathname.startsWith(place)) ?? '/tasks',
  })

type TaskLinkProps = { task: Pick<TaskRow, 'id' | 'name'>; className?: string }

/** Opens the task beside the list; Back closes it again. */
export function TaskLink({ task, className }: TaskLinkProps) {
  const path = useTaskListPath()
  return (
    <Link
      to={path}
      search={(old) => tasksSearch({ ...old, taskId: task.id })}
      data-main
      draggable={false}
      translate="no"
      dir="auto"
      className={cn('text-left', className)}
    >
      {task.name}
    </Link>
  )
}
