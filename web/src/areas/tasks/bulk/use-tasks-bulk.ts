import type { TaskRow } from '@throughline/contracts/tasks'
import { useBulk } from '../../../shared/use-bulk.ts'
import { type BulkAct, bulk } from '../task-acts.api.ts'
import { useTasksRefresh } from '../tasks.api.ts'
import { texts } from './bulk.texts.ts'

export type Job = Omit<BulkAct, 'ids'>

export function useTasksBulk(onDone: () => void) {
  const refresh = useTasksRefresh()
  return useBulk<Job, TaskRow>({
    call: (job, tasks, idempotencyKey) => bulk({ ...job, ids: tasks.map(({ id }) => id) }, { idempotencyKey }),
    countText: texts.count,
    done: ({ act }, what) => texts.done[act](what),
    after: () => {
      onDone()
      return refresh()
    },
  })
}

export type Bulk = ReturnType<typeof useTasksBulk>
