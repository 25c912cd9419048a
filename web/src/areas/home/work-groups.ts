import type { TaskRow } from '@throughline/contracts/tasks'
import { groupOf } from '../tasks/parts/due-groups.ts'

const GROUPS = ['overdue', 'today', 'week', 'later'] as const
export type WorkGroup = (typeof GROUPS)[number]

/** What has no date can wait. */
export const workGroupOf = (task: TaskRow, zone: string, now: number): WorkGroup => {
  const group = groupOf(task, zone, now)
  return group === 'none' ? 'later' : group
}

export function workGroups(tasks: readonly TaskRow[], zone: string, now: number) {
  const named = tasks.map((task) => ({ task, group: workGroupOf(task, zone, now) }))
  return GROUPS.flatMap((name) => {
    const own = named.flatMap(({ task, group }) => (group === name ? [task] : []))
    return own.length > 0 ? [{ name, tasks: own }] : []
  })
}
