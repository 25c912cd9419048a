import type { Priority } from '@throughline/contracts/running'
import type { Task } from '@throughline/contracts/tasks'
import { useState } from 'react'
import { isStale } from '../../../is-stale.ts'
import { saidIn } from '../../../said.ts'
import { toast } from '../../../ui/toast.ts'
import { dueDayOf, dueOnWire } from '../parts/due-text.ts'
import type { Picked } from '../parts/person-picker.tsx'
import { editTask, type TaskEdit } from '../task-acts.api.ts'
import { readTask, useTasksRefresh } from '../tasks.api.ts'
import { spec, texts } from './detail.texts.ts'
import { nameOnWire } from './wire-name.ts'

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

/** What can be edited. A task is changed by other things too: that somebody began to answer it, for one. */
const factsOf = (task: Task, zone: string) =>
  [task.priority, task.assignee?.id, task.reviewer_person?.id, dueDayOf(task, zone)].join()

/** The edit mode of the task page. Whoever was overtaken saves over what they have seen by then. */
export function useEdit(task: Task | undefined, zone: string) {
  const [editing, setEditing] = useState<{ version: number; facts: string }>()
  const [changes, setChanges] = useState<Changes>({})
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState(false)
  const refresh = useTasksRefresh()
  const edit = task ? editOf(task, changes, zone) : {}
  const changed = Object.keys(edit).length > 0
  const stop = () => {
    setEditing(undefined)
    setChanges({})
    setProblem(undefined)
  }
  const begin = (from: Task) => setEditing({ version: from.version, facts: factsOf(from, zone) })
  /** Once more where nothing of what is edited was changed. */
  const send = async (id: Task['id'], { version, facts }: { version: number; facts: string }) => {
    try {
      await editTask(id, { ...edit, version })
    } catch (error) {
      const now = isStale(error) ? await readTask(id) : undefined
      if (!now) throw error
      if (factsOf(now, zone) !== facts) {
        begin(now)
        throw error
      }
      await editTask(id, { ...edit, version: now.version })
    }
  }
  const save = async () => {
    if (!task || !editing || busy) return
    if (!changed) return stop()
    setBusy(true)
    setProblem(undefined)
    try {
      await send(task.id, editing)
      await refresh()
      stop()
      toast.success(texts.saved)
    } catch (error) {
      if (isStale(error)) {
        await refresh()
        setProblem({ title: texts.changedMeanwhile, words: texts.changedNote })
      } else setProblem({ title: spec.updateFailed, words: saidIn(error) })
    } finally {
      setBusy(false)
    }
  }
  return {
    editing: editing !== undefined,
    changed: editing !== undefined && changed,
    changes,
    problem,
    busy,
    start: () => task && begin(task),
    change: (next: Changes) => setChanges((before) => ({ ...before, ...next })),
    save,
    stop,
  }
}

export type Edit = ReturnType<typeof useEdit>
