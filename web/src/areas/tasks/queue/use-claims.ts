import type { CurrentUser } from '@throughline/contracts/auth'
import type { TaskId } from '@throughline/contracts/ids'
import type { Person } from '@throughline/contracts/running'
import type { TaskRow } from '@throughline/contracts/tasks'
import { useCallback, useMemo, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { useAct } from '../../../shared/use-act.ts'
import { toast } from '../../../ui/toast.ts'
import { claim, release } from '../task-acts.api.ts'
import { useTasksRefresh } from '../tasks.api.ts'
import { texts } from '../tasks.texts.ts'

/** A row as it was, where it stood, and who has it now. */
type Claimed = { task: TaskRow; index: number; owner: Person }

const owned = (task: TaskRow, owner: Person): TaskRow => ({
  ...task,
  assignee: owner,
  assigned_to: owner.username,
  mine: 'assignee',
  state: 'in_progress',
  status: task.status === 'overdue' ? 'overdue' : 'in_progress',
})

/** Rows of a queue with those that were just taken from it in their old places. */
function withClaimed(tasks: readonly TaskRow[], taken: ReadonlyMap<TaskId, Claimed>): TaskRow[] {
  const rows = tasks.map((task) => {
    const known = taken.get(task.id)
    return known && !task.assignee ? owned(task, known.owner) : task
  })
  const there = new Set(rows.map(({ id }) => id))
  const gone = [...taken.values()].filter(({ task }) => !there.has(task.id)).sort((a, b) => a.index - b.index)
  for (const { task, index, owner } of gone) rows.splice(Math.min(index, rows.length), 0, owned(task, owner))
  return rows
}

const without = (taken: ReadonlyMap<TaskId, Claimed>, id: TaskId) => new Map([...taken].filter(([key]) => key !== id))

/** Taking from a queue: the row shows its owner at once, and stays in sight although the queue no longer holds it. */
export function useClaims(user: CurrentUser, tasks: readonly TaskRow[]) {
  const { run } = useAct({ refresh: useTasksRefresh() })
  const [taken, setTaken] = useState<ReadonlyMap<TaskId, Claimed>>(new Map())
  const rows = useMemo(() => withClaimed(tasks, taken), [tasks, taken])

  const giveBack = useCallback(
    ({ id, name }: TaskRow) =>
      run({
        call: async () => {
          await release(id)
          setTaken((now) => without(now, id))
        },
        done: texts.released(name),
        failed: texts.releaseFailed(name),
        onFailed: (error) => {
          toast.error(serverMessageOf(error) ?? texts.releaseFailed(name))
          return true
        },
      }),
    [run],
  )

  const take = useCallback(
    function claimOne(task: TaskRow, index: number): Promise<boolean> {
      const { id, name } = task
      const { member_id, username, photo } = user
      const me = { id: member_id, name: user.name || user.email, username, photo }
      return run({
        toast: `claim-${id}`,
        optimistic: async () => {
          setTaken((now) => new Map(now).set(id, { task, index, owner: me }))
          return () => setTaken((now) => without(now, id))
        },
        call: () => claim(id),
        done: texts.claimed(name),
        undo: () => giveBack(task),
        failed: texts.claimFailed(name),
        // Somebody else was faster, most often: nothing failed, and nothing can be tried again.
        onFailed: (error) => {
          const reason = serverMessageOf(error)
          if (reason) toast.warning(reason, { id: `claim-${id}` })
          return reason !== undefined
        },
        retry: { label: texts.claim, act: () => claimOne(task, index) },
      })
    },
    [user, run, giveBack],
  )

  const takeOne = useCallback(
    (task: TaskRow) =>
      void take(
        task,
        rows.findIndex(({ id }) => id === task.id),
      ),
    [take, rows],
  )
  return { tasks: rows, take: takeOne }
}
