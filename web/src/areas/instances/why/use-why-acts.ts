import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { TaskId } from '@throughline/contracts/ids'
import type { Waiting } from '@throughline/contracts/running'
import { useState } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { claim, remind, retrigger } from '../../tasks/task-acts.api.ts'
import { taskQuery, useTasksRefresh } from '../../tasks/tasks.api.ts'
import { retryStep } from '../instances.api.ts'
import { instancesKey } from '../instances.keys.ts'
import { texts } from './why.texts.ts'

/** A tool that would not notice a second time. */
export type Doubtful = { waiting: Waiting; tool: string }

type WhyActs = { instanceId: string; openTask: (id: string) => void }

/** The one thing a person can do about each reason. What may be done twice is asked about first. */
export function useWhyActs({ instanceId, openTask }: WhyActs) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const refreshTasks = useTasksRefresh()
  const [busy, setBusy] = useState<Waiting>()
  const [doubtful, setDoubtful] = useState<Doubtful>()

  const failed = (title: string, error: unknown) => {
    const description = serverMessageOf(error)
    toast.error(title, description ? { description } : {})
  }

  /** Whether it was done. Either way the page asks what is true now: somebody else may have been faster. */
  const run = async (waiting: Waiting, act: () => Promise<unknown>, said: string, failure: string) => {
    setBusy(waiting)
    try {
      await act()
      toast.success(said)
      return true
    } catch (error) {
      failed(failure, error)
      return false
    } finally {
      setBusy(undefined)
      void refreshTasks()
      void queries.invalidateQueries({ queryKey: instancesKey })
    }
  }

  const retry = async (waiting: Waiting) => {
    const { task_id, step, name } = waiting
    const again = () => (task_id ? retrigger(task_id) : retryStep(instanceId, step ?? ''))
    await run(waiting, again, texts.retrying(name), texts.retryFailed)
  }

  const askThenRetry = async (waiting: Waiting) => {
    if (!waiting.task_id) return retry(waiting)
    setBusy(waiting)
    try {
      const { tool } = await queries.fetchQuery(taskQuery(waiting.task_id))
      if (tool && !tool.honours_keys) setDoubtful({ waiting, tool: tool.name })
      else await retry(waiting)
    } catch (error) {
      failed(texts.retryFailed, error)
    } finally {
      setBusy(undefined)
    }
  }

  const sendReminder = (waiting: Waiting, taskId: TaskId) => {
    const names = waiting.people.map((person) => person.name)
    return run(waiting, () => remind(taskId), texts.reminded(names), texts.remindFailed)
  }

  const take = async (waiting: Waiting, taskId: TaskId) => {
    if (await run(waiting, () => claim(taskId), texts.claimed(waiting.name), texts.claimFailed)) openTask(taskId)
  }

  const act = (waiting: Waiting) => {
    const { act: kind, task_id, child } = waiting
    if (kind === 'retry') void askThenRetry(waiting)
    else if (kind === 'remind' && task_id) void sendReminder(waiting, task_id)
    else if (kind === 'claim' && task_id) void take(waiting, task_id)
    else if (task_id) openTask(task_id)
    else if (child) void navigate({ to: '/instances/$instanceId', params: { instanceId: child.id } })
  }

  return { act, busy, doubtful, settle: () => setDoubtful(undefined), retry }
}
