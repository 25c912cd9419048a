import { openItems } from './calls.ts'
import type { Open, State } from './types.ts'

/** What people are shown. An instance has failed while all that is open in it has. */
export type Status = 'pending' | 'in_progress' | 'failed' | 'completed' | 'cancelled'

function hasFailed(open: Open): boolean {
  const items = openItems(open)
  return open.phase === 'failed' || (items.length > 0 && items.every(([, { phase }]) => phase === 'failed'))
}

export function statusOf({ status, open }: State): Status {
  if (status === 'new') return 'pending'
  if (status !== 'running') return status
  const all = Object.values(open)
  return all.length > 0 && all.every(hasFailed) ? 'failed' : 'in_progress'
}
