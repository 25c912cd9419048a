import type { BoardColumn, TaskState } from '@throughline/contracts/tasks'

/** Stored states in which something is still to be done; a failed one stands with those that nobody began. */
export const OPEN = ['pending', 'in_progress', 'review', 'failed'] as const satisfies TaskState[]

/** What is due `ahead`, what is `past` its moment, or either. */
export type Range = 'any' | 'ahead' | 'past'

export interface Stored {
  status: (typeof OPEN)[number] | 'completed'
  range: Range
}

const columnOf = (status: (typeof OPEN)[number]) => (status === 'failed' ? 'pending' : status)

/** Which rows stand under the states that are shown: an open one that is past its moment stands under overdue alone. */
export function storedStates(shown: readonly BoardColumn[]): Stored[] {
  const wanted = new Set(shown)
  const overdue = wanted.has('overdue')
  const open = OPEN.flatMap((status): Stored[] => {
    const own = wanted.has(columnOf(status))
    if (!own && !overdue) return []
    return [{ status, range: own && overdue ? 'any' : own ? 'ahead' : 'past' }]
  })
  return wanted.has('completed') ? [...open, { status: 'completed', range: 'any' }] : open
}

/** Where all open states are wanted alike, one index has them in one order. */
export function wholeOpen(stored: readonly Stored[]): Range | undefined {
  const [first] = stored
  const alike =
    stored.length === OPEN.length &&
    stored.every(({ status, range }) => status !== 'completed' && range === first?.range)
  return alike ? first?.range : undefined
}
