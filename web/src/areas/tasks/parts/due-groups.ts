import type { TaskRow } from '@throughline/contracts/tasks'
import { dayOf } from './due-text.ts'
import { shownStatus } from './task-status.tsx'

export type DueGroup = 'overdue' | 'today' | 'week' | 'later' | 'none'

const WEEK = 7 * 86_400_000

export function groupOf(task: TaskRow, zone: string, now: number): DueGroup {
  if (shownStatus(task, now) === 'overdue') return 'overdue'
  if (task.due_date === null) return 'none'
  const day = task.due_has_time ? dayOf(task.due_date, zone) : task.due_date.slice(0, 10)
  const today = dayOf(now, zone)
  if (day <= today) return 'today'
  return Date.parse(day) - Date.parse(today) < WEEK ? 'week' : 'later'
}

/** Neighbours that fall due together, in the order they come. */
export function dueGroups(tasks: readonly TaskRow[], zone: string, now: number) {
  const groups: { name: DueGroup; tasks: TaskRow[] }[] = []
  for (const task of tasks) {
    const name = groupOf(task, zone, now)
    const last = groups.at(-1)
    if (last?.name === name) last.tasks.push(task)
    else groups.push({ name, tasks: [task] })
  }
  return groups
}
