import type { Output } from '@throughline/contracts/endpoint'
import type { Priority } from '@throughline/contracts/running'
import type { editTask as editCall } from '@throughline/contracts/task-acts'
import type { Task } from '@throughline/contracts/tasks'
import { useState } from 'react'
import { dueDayOf, dueOnWire } from '../../../shared/format/due.ts'
import { isStale, serverMessageOf } from '../../../shared/server-message.ts'
import { useAct } from '../../../shared/use-act.ts'
import type { Picked } from '../parts/person-picker.tsx'
import { editTask, type TaskEdit } from '../task-acts.api.ts'
import { readTask, useTasksRefresh } from '../tasks.api.ts'
import { spec, texts } from './detail.texts.ts'

/** As calls about tasks name somebody: by username or, where none is known, by address. */
export const nameOnWire = ({ username, email }: Picked): string => username ?? email

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

/** Somebody chosen; null: nobody. */
type Chosen = { id: string; person: Picked | null }

/** Only what was changed; the rest follows the task, whoever changes it. */
export type Changes = { priority?: Priority; assignee?: Chosen; reviewer?: Chosen; due?: string }

export type Problem = { title: string; words: string | undefined }

/** What differs from the task, as it is sent. */
function editOf(task: Task, changes: Changes, zone: string): Omit<TaskEdit, 'version'> {
  const { priority, assignee, reviewer, due } = changes
  const named = ({ person }: Chosen) => person && nameOnWire(person)
  return {
    ...(priority && priority !== task.priority && { priority }),
    ...(assignee && assignee.id !== (task.assignee?.id ?? '') && { assigned_to: named(assignee) }),
    ...(reviewer && reviewer.id !== (task.reviewer_person?.id ?? '') && { reviewer: named(reviewer) }),
    ...(due !== undefined && due !== dueDayOf(task, zone) && { due_date: dueOnWire(due) }),
  }
}

/** The edit mode of the task page. After a newer version was shown, saving replaces it. */
export function useEdit(task: Task | undefined, zone: string) {
  /** The task as it was seen when editing began. */
  const [seen, setSeen] = useState<Task>()
  const [changes, setChanges] = useState<Changes>({})
  const [problem, setProblem] = useState<Problem>()
  const refresh = useTasksRefresh()
  const { busy, run } = useAct()
  const edit = task ? editOf(task, changes, zone) : {}
  const changed = Object.keys(edit).length > 0
  const stop = () => {
    setSeen(undefined)
    setChanges({})
    setProblem(undefined)
  }
  const save = async () => {
    if (!seen || busy !== undefined) return
    if (!changed) return stop()
    setProblem(undefined)
    const isDone = await run({
      // The page is read anew before the fields close, so that none shows its old value.
      call: () => editSeenTask(seen, edit, setSeen).then(refresh),
      done: texts.saved,
      failed: spec.updateFailed,
      onFailed: (error) => {
        if (isStale(error)) void refresh()
        setProblem(
          isStale(error)
            ? { title: texts.changedMeanwhile, words: texts.changedNote }
            : { title: spec.updateFailed, words: serverMessageOf(error) },
        )
        return true
      },
    })
    if (isDone) stop()
  }
  return {
    editing: seen !== undefined,
    changed: seen !== undefined && changed,
    changes,
    problem,
    busy: busy !== undefined,
    start: () => setSeen(task),
    change: (next: Changes) => setChanges((before) => ({ ...before, ...next })),
    save,
    stop,
  }
}

export type Edit = ReturnType<typeof useEdit>
