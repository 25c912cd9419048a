import type { Body, Made } from '@throughline/contracts/endpoint'
import type { bulkTasks } from '@throughline/contracts/task-acts'
import { done, failed } from '../../../core/bulk-result.ts'
import type { Context } from '../../../core/context.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { invalid } from '../../../core/errors.ts'
import { onceForEach } from '../../../core/http/once-for-each.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { claimByPerson, releaseByPerson } from './claim.ts'
import { completeByPerson } from './complete.ts'
import { decideByPerson } from './decide.ts'
import { editByPerson } from './edit.ts'
import { retryByPerson } from './operate.ts'

type BulkRequest = Body<typeof bulkTasks>
type Result = Made<typeof bulkTasks>['data'][number]
type Act = (taskId: string) => Promise<void>

const missing = (path: string) => invalid('Enter the new value', [{ path, message: 'required' }])

/** What is done to each of them, in a transaction of its own. */
function actOf(ctx: Context, viewer: Viewer, asked: BulkRequest, key: string): Act {
  const { ids: _, ...more } = asked
  const { act, assigned_to, priority, due_date } = asked
  const each =
    (work: (tx: TenantTx, taskId: string) => Promise<void>): Act =>
    (taskId) =>
      onceForEach(ctx, viewer, { key, id: taskId, asked: more }, (tx) => work(tx, taskId))
  switch (act) {
    case 'complete':
      return each((tx, taskId) => completeByPerson(tx, viewer, taskId, {}))
    case 'claim':
      return each((tx, taskId) => claimByPerson(tx, viewer, taskId))
    case 'release':
      return each((tx, taskId) => releaseByPerson(tx, viewer, taskId))
    case 'approve':
      return each((tx, taskId) => decideByPerson(tx, viewer, taskId, { decision: 'approve', comment: '' }))
    case 'retry':
      return each((tx, taskId) => retryByPerson(tx, viewer, taskId))
    case 'assign':
      if (assigned_to === undefined) throw missing('assigned_to')
      return each((tx, taskId) => editByPerson(tx, viewer, taskId, { assigned_to }))
    case 'priority':
      if (priority === undefined) throw missing('priority')
      return each((tx, taskId) => editByPerson(tx, viewer, taskId, { priority }))
    case 'due':
      break
  }
  if (due_date === undefined) throw missing('due_date')
  return each((tx, taskId) => editByPerson(tx, viewer, taskId, { due_date }))
}

async function resultOf(act: Act, id: string): Promise<Result> {
  try {
    await act(id)
    return done(id)
  } catch (error) {
    return failed(id, error)
  }
}

/** One after the other, each with its own result: what is refused for one does not hold up the others. */
export async function actOnMany(
  ctx: Context,
  viewer: Viewer,
  asked: BulkRequest,
  key: string,
): Promise<Made<typeof bulkTasks>> {
  const act = actOf(ctx, viewer, asked, key)
  const data: Result[] = []
  for (const id of new Set(asked.ids)) data.push(await resultOf(act, id))
  return { data }
}
