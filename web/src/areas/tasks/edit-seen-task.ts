import type { Task } from '@throughline/contracts/tasks'
import { isStale } from '../../is-stale.ts'
import { editTask, type TaskEdit } from './task-acts.api.ts'
import { readTask } from './tasks.api.ts'

/** What can be edited. A task is changed by other things too: that somebody began to answer it, for one. */
const factsOf = (task: Task) => [task.priority, task.assignee?.id, task.reviewer_person?.id, task.due_date].join()

/** Edits the task as it was seen; once more where nothing of what can be edited was changed meanwhile. */
export async function editSeenTask(seen: Task, edit: Omit<TaskEdit, 'version'>): Promise<Task> {
  try {
    return await editTask(seen.id, { ...edit, version: seen.version })
  } catch (error) {
    const now = isStale(error) ? await readTask(seen.id) : undefined
    if (!now || factsOf(now) !== factsOf(seen)) throw error
    return editTask(seen.id, { ...edit, version: now.version })
  }
}
