import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import type { TaskId } from '@throughline/contracts/ids'
import type { Task } from '@throughline/contracts/tasks'
import { useRef, useState } from 'react'
import { saidIn } from '../../../said.ts'
import { toast } from '../../../ui/toast.ts'
import { taskQuery, useTasksRefresh } from '../tasks.api.ts'

/** Passing the same key again makes a second try harmless. */
type Call = (key: { idempotencyKey: string }) => Promise<Task>

const wasRefused = (error: unknown) => error instanceof ApiError && error.status < 500

/**
 * Acts on one task, one at a time: nothing is shown as done before the server has said so. What was not answered keeps
 * its key for the next try; what was refused shows the task as it is now.
 */
export function useTaskAct(taskId: TaskId) {
  const queries = useQueryClient()
  const refresh = useTasksRefresh()
  const [busy, setBusy] = useState<string>()
  const unanswered = useRef<{ act: string; key: string }>(undefined)

  /** `onRefused` answers whether what was wrong is said elsewhere. */
  const run = async (
    act: string,
    call: Call,
    failed: string,
    onRefused: (error: unknown) => boolean = () => false,
  ): Promise<Task | undefined> => {
    if (busy !== undefined) return undefined
    const key = unanswered.current?.act === act ? unanswered.current.key : crypto.randomUUID()
    setBusy(act)
    try {
      const task = await call({ idempotencyKey: key })
      unanswered.current = undefined
      queries.setQueryData(taskQuery(taskId).queryKey, task)
      void refresh()
      return task
    } catch (error) {
      unanswered.current = wasRefused(error) ? undefined : { act, key }
      const description = saidIn(error)
      if (!onRefused(error)) toast.error(failed, { id: `task-${taskId}`, ...(description && { description }) })
      if (wasRefused(error)) void refresh()
      return undefined
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, run }
}
