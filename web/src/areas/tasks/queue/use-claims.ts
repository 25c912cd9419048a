import type { CurrentUser } from '@throughline/contracts/auth'
import type { TaskId } from '@throughline/contracts/ids'
import type { Person } from '@throughline/contracts/running'
import type { TaskRow } from '@throughline/contracts/tasks'
import { useCallback, useMemo, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { claim, release } from '../task-acts.api.ts'
import { useTasksRefresh } from '../tasks.api.ts'
import { texts } from '../tasks.texts.ts'

/** A row as it was, where it stood, and who has it now. */
type Taken = { task: TaskRow; index: number; owner: Person }

const owned = (task: TaskRow, owner: Person): TaskRow => ({
  ...task,
  assignee: owner,
  assigned_to: owner.username,
  mine: 'assignee',
  state: 'in_progress',
  status: task.status === 'overdue' ? 'overdue' : 'in_progress',
})

/** Rows of a queue with those that were just taken from it in their old places. */
function withTaken(tasks: readonly TaskRow[], taken: ReadonlyMap<TaskId, Taken>): TaskRow[] {
  const rows = tasks.map((task) => {
    const known = taken.get(task.id)
    return known && !task.assignee ? owned(task, known.owner) : task
  })
  const there = new Set(rows.map(({ id }) => id))
  const gone = [...taken.values()].filter(({ task }) => !there.has(task.id)).sort((a, b) => a.index - b.index)
  for (const { task, index, owner } of gone) rows.splice(Math.min(index, rows.length), 0, owned(task, owner))
  return rows
}

const without = (taken: ReadonlyMap<TaskId, Taken>, id: TaskId) => new Map([...taken].filter(([key]) => key !== id))

/** Taking from a queue: the row shows its owner at once, and stays in sight although the queue no longer holds it. */
export function useClaims(user: CurrentUser, tasks: readonly TaskRow[]) {
  const refresh = useTasksRefresh()
  const [taken, setTaken] = useState<ReadonlyMap<TaskId, Taken>>(new Map())
  const shown = useMemo(() => withTaken(tasks, taken), [tasks, taken])

  const giveBack = useCallback(
    async ({ id, name }: TaskRow) => {
      try {
        await release(id)
        toast.success(texts.released(name))
        setTaken((now) => without(now, id))
      } catch (error) {
        toast.error(serverMessageOf(error) ?? texts.releaseFailed(name))
      }
      await refresh()
    },
    [refresh],
  )

  const take = useCallback(
    async function claimOne(task: TaskRow, index: number): Promise<void> {
      const { id, name } = task
      const { member_id, username, photo } = user
      const me = { id: member_id, name: user.name || user.email, username, photo }
      setTaken((now) => new Map(now).set(id, { task, index, owner: me }))
      try {
        await claim(id)
        toast.success(texts.claimed(name), { action: { label: texts.undo, onPress: () => void giveBack(task) } })
      } catch (error) {
        setTaken((now) => without(now, id))
        const said = serverMessageOf(error)
        if (said) toast.warning(said, { id: `claim-${id}` })
        else
          toast.error(texts.claimFailed(name), {
            id: `claim-${id}`,
            action: { label: texts.claim, onPress: () => void claimOne(task, index) },
          })
      }
      await refresh()
    },
    [user, refresh, giveBack],
  )

  const takeOne = useCallback(
    (task: TaskRow) =>
      void take(
        task,
        shown.findIndex(({ id }) => id === task.id),
      ),
    [take, shown],
  )
  return { tasks: shown, take: takeOne }
}
