import type { TaskRow } from '@throughline/contracts/tasks'
import { dueDay } from '../../../shared/format/due.ts'
import { dayKey } from '../../../shared/format/time.ts'
import { displayStatus } from './task-status.tsx'

export type DueGroup = 'overdue' | 'today' | 'week' | 'later' | 'none'

const WEEK = 7 * 86_400_000

export function groupOf(task: TaskRow, zone: string, now: number): DueGroup {
  if (displayStatus(task, now) === 'overdue') return 'overdue'
  if (task.due_date === null) return 'none'
  const day = dueDay(task.due_date, task.due_has_time, zone)
  const today = dayKey(now, zone)
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
