import { ApiError } from '@throughline/contracts/client'
import type { TaskId } from '@throughline/contracts/ids'
import type { TaskRow } from '@throughline/contracts/tasks'
import { useState } from 'react'
import { saidIn } from '../../../said.ts'
import { toast } from '../../../ui/toast.ts'
import { type BulkAct, bulk } from '../task-acts.api.ts'
import { useTasksRefresh } from '../tasks.api.ts'
import { texts } from './bulk.texts.ts'

/** As many as one call takes. */
const MOST = 200

export type Job = Omit<BulkAct, 'ids'>
export type RowResult = { task: TaskRow; state: 'done' | 'refused' | 'unknown'; reason: string | undefined }

/** One call, and what of it has no answer yet: asked again with its own key, it does nothing twice. */
type Batch = { key: string; tasks: readonly TaskRow[] }
type Outcome = { results: RowResult[]; open: Batch[] }

const batchesOf = (tasks: readonly TaskRow[]): Batch[] =>
  Array.from({ length: Math.ceil(tasks.length / MOST) }, (_, at) => ({
    key: crypto.randomUUID(),
    tasks: tasks.slice(at * MOST, (at + 1) * MOST),
  }))

/** A call that was refused as a whole did nothing; one without an answer may have done anything. */
const stateOf = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 ? 'refused' : 'unknown'

async function send(job: Job, batch: Batch): Promise<Outcome> {
  try {
    const answers = new Map(
      (await bulk({ ...job, ids: batch.tasks.map(({ id }) => id) }, { idempotencyKey: batch.key })).map((answer) => [
        answer.id,
        answer,
      ]),
    )
    const results = batch.tasks.map((task): RowResult => {
      const answer = answers.get(task.id)
      return { task, state: answer?.result ?? 'unknown', reason: answer?.message ?? undefined }
    })
    const unknown = results.filter(({ state }) => state === 'unknown').map(({ task }) => task)
    return { results, open: unknown.length > 0 ? [{ ...batch, tasks: unknown }] : [] }
  } catch (error) {
    const state = stateOf(error)
    const results = batch.tasks.map((task): RowResult => ({ task, state, reason: saidIn(error) }))
    return { results, open: state === 'unknown' ? [batch] : [] }
  }
}

async function sendAll(job: Job, batches: readonly Batch[]): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const batch of batches) outcomes.push(await send(job, batch))
  return { results: outcomes.flatMap(({ results }) => results), open: outcomes.flatMap(({ open }) => open) }
}

/** All done: one toast. Otherwise a result for each, and only those without an answer are tried again. */
export function useBulk(onDone: () => void) {
  const refresh = useTasksRefresh()
  const [shown, show] = useState<{ job: Job } & Outcome>()
  const [busy, setBusy] = useState(false)

  const run = async (job: Job, batches: readonly Batch[], before: readonly RowResult[] = []) => {
    setBusy(true)
    const { results, open } = await sendAll(job, batches)
    const fresh = new Map<TaskId, RowResult>(results.map((result) => [result.task.id, result]))
    const all = before.length > 0 ? before.map((result) => fresh.get(result.task.id) ?? result) : results
    setBusy(false)
    const allDone = all.every(({ state }) => state === 'done')
    show(allDone ? undefined : { job, results: all, open })
    if (allDone) toast.success(texts.done[job.act](all.length))
    onDone()
    await refresh()
  }

  return {
    busy,
    shown,
    start: (job: Job, tasks: readonly TaskRow[]) => run(job, batchesOf(tasks)),
    again: () => shown && void run(shown.job, shown.open, shown.results),
    forget: () => show(undefined),
  }
}

export type Bulk = ReturnType<typeof useBulk>
