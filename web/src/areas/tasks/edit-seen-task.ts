import type { Output } from '@throughline/contracts/endpoint'
import type { editTask as editCall } from '@throughline/contracts/task-acts'
import type { Task } from '@throughline/contracts/tasks'
import { isStale } from '../../shared/server-message.ts'
import { editTask, type TaskEdit } from './task-acts.api.ts'
import { readTask } from './tasks.api.ts'

/** What can be edited. A task is changed by other things too: that somebody began to answer it, for one. */
const factsOf = (task: Task) => [task.priority, task.assignee?.id, task.reviewer_person?.id, task.due_date].join()

/**
 * Edits the task as it was seen; once more where nothing of what can be edited was changed meanwhile. Otherwise it is
 * refused, and `onOvertaken` gets what the task is now.
 */
export async function editSeenTask(
  seen: Task,
  edit: Omit<TaskEdit, 'version'>,
  onOvertaken?: (now: Task) => void,
): Promise<Output<typeof editCall>> {
  try {
    return await editTask(seen.id, { ...edit, version: seen.version })
  } catch (error) {
    if (!isStale(error)) throw error
    const now = await readTask(seen.id)
    if (factsOf(now) !== factsOf(seen)) {
      onOvertaken?.(now)
      throw error
    }
    return editTask(seen.id, { ...edit, version: now.version })
  }
}
