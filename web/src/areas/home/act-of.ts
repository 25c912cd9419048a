import type { TaskRow } from '@throughline/contracts/tasks'

export type RowAct = 'complete' | 'claim' | 'review' | 'answer' | 'open'

/** What its row offers. Only completing and claiming happen in place; the rest needs to be looked at first. */
export function actOf({ task_type, mine, state }: TaskRow): RowAct {
  if (mine === 'queue') return 'claim'
  if (state === 'failed') return 'open'
  if (mine === 'reviewer' || task_type === 'approval') return 'review'
  if (task_type === 'query') return 'answer'
  return task_type === 'manual' && state !== 'review' ? 'complete' : 'open'
}
