import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { TaskId } from '@throughline/contracts/ids'
import type { Waiting } from '@throughline/contracts/running'
import { useCallback, useState } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { fateOfRetry } from '../../tasks/parts/retry-fate.ts'
import { claim, remind, retrigger } from '../../tasks/task-acts.api.ts'
import { taskQuery, useTasksRefresh } from '../../tasks/tasks.api.ts'
import { retryStep } from '../instances.api.ts'
import { instancesKey } from '../instances.keys.ts'
import { texts } from './why.texts.ts'
import { reasonKey } from './why-text.ts'

/** A tool that would not notice a second time. */
export type Doubtful = { waiting: Waiting; tool: string }

type WhyActs = { instanceId: string; openTask: (id: string) => void }

/** The one thing a person can do about each reason. What may be done twice is asked about first. */
export function useWhyActs({ instanceId, openTask }: WhyActs) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const refreshTasks = useTasksRefresh()
  const [doubtful, setDoubtful] = useState<Doubtful>()
  // Done or not, the page asks what is true now: somebody else may have been faster.
  const { busy, run } = useAct({
    refresh: useCallback(
      () => Promise.all([refreshTasks(), queries.invalidateQueries({ queryKey: instancesKey })]),
      [refreshTasks, queries],
    ),
  })

  const retryCall = ({ task_id, step }: Waiting): Promise<unknown> =>
    task_id ? retrigger(task_id) : retryStep(instanceId, step ?? '')

  const retry = async (waiting: Waiting) => {
    const { retrying, retryFailed } = texts
    const name = reasonKey(waiting)
    await run({ name, call: () => retryCall(waiting), done: retrying(waiting.name), failed: retryFailed })
  }

  const askThenRetry = (waiting: Waiting) =>
    run({
      name: reasonKey(waiting),
      call: async () => {
        const task = waiting.task_id && (await queries.fetchQuery(taskQuery(waiting.task_id)))
        const isDoubtful = Boolean(task && task.tool && fateOfRetry(task) === 'mayDouble')
        if (task && isDoubtful) setDoubtful({ waiting, tool: task.tool?.name ?? '' })
        else await retryCall(waiting)
        return !isDoubtful
      },
      done: (isRetried) => (isRetried ? texts.retrying(waiting.name) : undefined),
      failed: texts.retryFailed,
    })

  const sendReminder = (waiting: Waiting, taskId: TaskId) => {
    const done = texts.reminded(waiting.people.map((person) => person.name))
    return run({ name: reasonKey(waiting), call: () => remind(taskId), done, failed: texts.remindFailed })
  }

  const take = async (waiting: Waiting, taskId: TaskId) => {
    const done = texts.claimed(waiting.name)
    const call = () => claim(taskId)
    if (await run({ name: reasonKey(waiting), call, done, failed: texts.claimFailed })) openTask(taskId)
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
