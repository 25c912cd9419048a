import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import type { TaskId } from '@throughline/contracts/ids'
import type { TaskRow } from '@throughline/contracts/tasks'
import { useContext, useRef, useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { taskQuery, useTasksRefresh } from '../tasks.api.ts'
import { type ActAnswer, ActAnswered } from './act-answered.ts'

/** Passing the same key again makes a second try harmless. */
type Call = (key: { idempotencyKey: string }) => Promise<ActAnswer>

const wasRefused = (error: unknown) => error instanceof ApiError && error.status < 500

/**
 * Acts on one task, one at a time: nothing is shown as done before the server has said so. What was not answered keeps
 * its key for the next try; what was refused shows the task as it is now.
 */
export function useTaskAct(taskId: TaskId) {
  const queries = useQueryClient()
  const refresh = useTasksRefresh()
  const onAnswered = useContext(ActAnswered)
  const [busy, setBusy] = useState<string>()
  const unanswered = useRef<{ act: string; key: string }>(undefined)

  /** `onRefused` answers whether what was wrong is said elsewhere. */
  const run = async (
    act: string,
    call: Call,
    failed: string,
    onRefused: (error: unknown) => boolean = () => false,
  ): Promise<TaskRow | undefined> => {
    if (busy !== undefined) return undefined
    const key = unanswered.current?.act === act ? unanswered.current.key : crypto.randomUUID()
    setBusy(act)
    try {
      const answer = await call({ idempotencyKey: key })
      unanswered.current = undefined
      onAnswered(answer)
      void refresh()
      // The page shows what can be done now before another act can be begun.
      await queries.invalidateQueries({ queryKey: taskQuery(taskId).queryKey }, { cancelRefetch: false })
      return answer.data
    } catch (error) {
      unanswered.current = wasRefused(error) ? undefined : { act, key }
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
