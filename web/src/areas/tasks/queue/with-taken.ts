import type { TaskId } from '@throughline/contracts/ids'
import type { Person } from '@throughline/contracts/running'
import type { TaskRow } from '@throughline/contracts/tasks'

/** A row as it was, where it stood, and who has it now. */
export type Taken = { task: TaskRow; index: number; owner: Person }

const owned = (task: TaskRow, owner: Person): TaskRow => ({
  ...task,
  assignee: owner,
  assigned_to: owner.username,
  mine: 'assignee',
  state: 'in_progress',
  status: task.status === 'overdue' ? 'overdue' : 'in_progress',
})

/** Rows of a queue with those that were just taken from it in their old places. */
export function withTaken(tasks: readonly TaskRow[], taken: ReadonlyMap<TaskId, Taken>): TaskRow[] {
  const rows = tasks.map((task) => {
    const known = taken.get(task.id)
    return known && !task.assignee ? owned(task, known.owner) : task
  })
  const there = new Set(rows.map(({ id }) => id))
  const gone = [...taken.values()].filter(({ task }) => !there.has(task.id)).sort((a, b) => a.index - b.index)
  for (const { task, index, owner } of gone) rows.splice(Math.min(index, rows.length), 0, owned(task, owner))
  return rows
}
