import type { TaskId } from '@throughline/contracts/ids'
import type { TaskRow } from '@throughline/contracts/tasks'
import { useCallback, useState } from 'react'
import { serverMessageOf } from '../../shared/server-message.ts'
import { toast } from '../../ui/toast.ts'
import { useTasksRefresh } from '../tasks/tasks.api.ts'
import { texts } from './home.texts.ts'

type RowAct = 'complete' | 'claim' | 'review' | 'answer' | 'open'

/** What its row offers. Only completing and claiming happen in place; the rest needs to be looked at first. */
export function actOf({ task_type, mine, state }: TaskRow): RowAct {
  if (mine === 'queue') return 'claim'
  if (state === 'failed') return 'open'
  if (mine === 'reviewer' || task_type === 'approval') return 'review'
  if (task_type === 'query') return 'answer'
  return task_type === 'manual' && state !== 'review' ? 'complete' : 'open'
}

/** Acts on rows: a row stands as under way until the server has answered, and goes when the list says so. */
export function useRowActs(onOpen: (id: TaskId) => void) {
  const refresh = useTasksRefresh()
  const [busy, setBusy] = useState<ReadonlySet<TaskId>>(new Set())

  const act = useCallback(
    async (task: TaskRow, onDone: () => void = () => undefined) => {
      const { id, name } = task
      const rowAct = actOf(task)
      if (rowAct !== 'complete' && rowAct !== 'claim') return onOpen(id)
      setBusy((now) => new Set(now).add(id))
      try {
        const { acts } = await import('./row-acts.ts')
        const done = await acts[rowAct](task, onOpen)
        if (done) onDone()
        else onOpen(id)
      } catch (error) {
        const reason = serverMessageOf(error)
        toast.error(texts.actFailed[rowAct](name), { id: `home-${id}`, description: reason ?? texts.noAnswer })
      }
      await refresh()
      setBusy((now) => new Set([...now].filter((other) => other !== id)))
    },
    [refresh, onOpen],
  )
  return { busy, act }
}

export type RowActs = ReturnType<typeof useRowActs>
