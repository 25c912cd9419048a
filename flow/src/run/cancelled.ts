import type { State } from './types.ts'

/**
 * What cancelling leads to, without the plan. An instance must be able to end even though its plan cannot be read; this
 * is the state that `reduce` comes to.
 */
export const cancelledState = (state: State): State => ({
  ...state,
  status: 'cancelled',
  outcome: 'cancelled',
  open: {},
  wait: {},
})
