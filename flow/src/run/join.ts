import { hasBit } from '../bit-string.ts'
import type { Plan } from '../plan.ts'
import type { State } from './types.ts'

/** The join rule: a waiting step is held back while another open or waiting step reaches it. */
export function heldBack(plan: Plan, state: State, position: number): boolean {
  return plan.steps.some(
    (other, at) =>
      at !== position &&
      (Object.hasOwn(state.open, other.id) || Object.hasOwn(state.wait, other.id)) &&
      hasBit(other.reach, position),
  )
}
