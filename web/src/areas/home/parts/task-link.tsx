import { Link } from '@tanstack/react-router'
import type { TaskRow } from '@throughline/contracts/tasks'
import type { ReactNode } from 'react'
import { homeSearch } from '../home-search.ts'

type TaskLinkProps = { task: Pick<TaskRow, 'id' | 'name'>; className: string; children?: ReactNode }

/** Opens the task over the page; Back closes it again. */
export function TaskLink({ task, className, children }: TaskLinkProps) {
  return (
    <Link
      to="/home"
      search={(old) => homeSearch({ ...old, taskId: task.id })}
      resetScroll={false}
      data-main
      className={className}
    >
      {children ?? (
        <span translate="no" dir="auto">
          {task.name}
        </span>
      )}
    </Link>
  )
}
