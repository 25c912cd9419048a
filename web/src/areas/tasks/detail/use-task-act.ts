import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import type { Output } from '@throughline/contracts/endpoint'
import type { TaskId } from '@throughline/contracts/ids'
import type { completeTask } from '@throughline/contracts/task-acts'
import type { TaskRow } from '@throughline/contracts/tasks'
import { createContext, useContext, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { taskQuery, useTasksRefresh } from '../tasks.api.ts'

/** The task as it is after the act, and what the same person is asked next. */
export type ActAnswer = Output<typeof completeTask>

/** Told of every act that was done on the task that is shown. */
export const ActAnswered = createContext<(answer: ActAnswer) => void>(() => undefined)

const wasRefused = (error: unknown) => error instanceof ApiError && error.status < 500

/**
 * Acts on one task, one at a time: nothing is shown as done before the server has said so. What was refused shows the
 * task as it is now.
 */
export function useTaskAct(taskId: TaskId) {
  const queries = useQueryClient()
  const refresh = useTasksRefresh()
  const onAnswered = useContext(ActAnswered)
  const [busy, setBusy] = useState<string>()

  /** `onRefused` answers whether what was wrong is said elsewhere. */
  const run = async (
    act: string,
    call: () => Promise<ActAnswer>,
    failed: string,
    onRefused: (error: unknown) => boolean = () => false,
  ): Promise<TaskRow | undefined> => {
    if (busy !== undefined) return undefined
    setBusy(act)
    try {
      const answer = await call()
      onAnswered(answer)
      void refresh()
      // The page shows what can be done now before another act can be begun.
      await queries.invalidateQueries({ queryKey: taskQuery(taskId).queryKey }, { cancelRefetch: false })
      return answer.data
    } catch (error) {
      const description = serverMessageOf(error)
      if (!onRefused(error)) toast.error(failed, { id: `task-${taskId}`, ...(description && { description }) })
      if (wasRefused(error)) void refresh()
      return undefined
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, run }
}
