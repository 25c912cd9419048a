import { useQueryClient } from '@tanstack/react-query'
import type { Output } from '@throughline/contracts/endpoint'
import type { TaskId } from '@throughline/contracts/ids'
import type { completeTask } from '@throughline/contracts/task-acts'
import { createContext, useContext } from 'react'
import { wasRefused } from '../../../shared/server-message.ts'
import { type Act, useAct } from '../../../shared/use-act.ts'
import { taskQuery, useTasksRefresh } from '../tasks.api.ts'

/** The task as it is after the act, and what the same person is asked next. */
export type ActAnswer = Output<typeof completeTask>

/** Told of every act that was done on the task that is shown. */
export const ActAnswered = createContext<(answer: ActAnswer) => void>(() => undefined)

type TaskAct = Required<Pick<Act<ActAnswer>, 'name' | 'call' | 'done' | 'failed'>> & Pick<Act<ActAnswer>, 'onFailed'>

/**
 * Acts on one task, one at a time: nothing is shown as done before the server has said so. What was refused shows the
 * task as it is now.
 */
export function useTaskAct(taskId: TaskId) {
  const queries = useQueryClient()
  const refresh = useTasksRefresh()
  const onAnswered = useContext(ActAnswered)
  const { busy, run: act } = useAct()
  const run = async ({ call, onFailed, ...rest }: TaskAct): Promise<boolean> => {
    if (busy !== undefined) return false
    return act({
      ...rest,
      toast: `task-${taskId}`,
      call: async () => {
        const answer = await call()
        onAnswered(answer)
        void refresh()
        // The page shows what can be done now before another act can be begun.
        await queries.invalidateQueries({ queryKey: taskQuery(taskId).queryKey }, { cancelRefetch: false })
        return answer
      },
      onFailed: (error) => {
        if (wasRefused(error)) void refresh()
        return onFailed?.(error) ?? false
      },
    })
  }
  return { busy, run }
}
