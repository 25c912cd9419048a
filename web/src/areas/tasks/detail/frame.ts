import type { CurrentUser } from '@throughline/contracts/auth'
import type { Task } from '@throughline/contracts/tasks'
import type { ReactNode } from 'react'

export type TaskParts = {
  /** Absent while it is loading, or cannot be. */
  task: Task | undefined
  /** Of an approval on a page: the files, over the whole width there is. */
  desk?: ReactNode
  /** What there is to do: a form, what is decided on, what went wrong. */
  main: ReactNode
  /** Of an approval: the votes. On a page they stand beside `main`, with the footer under them. */
  beside?: ReactNode
  /** Ends in one primary button. */
  footer?: ReactNode
}

/** Where a task is shown: page, panel and overlay put the same parts in different places. */
export type Frame = (parts: TaskParts) => ReactNode

export type TaskSurface = 'page' | 'panel' | 'overlay'

export type TaskKindProps = { task: Task; user: CurrentUser; surface: TaskSurface; renderFrame: Frame }
