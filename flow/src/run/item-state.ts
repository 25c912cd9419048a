import type { PlanStep } from '../plan.ts'
import type { Draft } from './draft.ts'
import type { Item, Items, Open } from './types.ts'

export function setItems(draft: Draft, step: PlanStep, open: Open, each: Items): Open {
  const changed = { ...open, each }
  draft.state.open[step.id] = changed
  return changed
}

export function setItem(draft: Draft, step: PlanStep, open: Open, item: number, state: Item): Open {
  const { each } = open
  return each ? setItems(draft, step, open, { ...each, open: { ...each.open, [item]: state } }) : open
}

export function withoutItem(each: Items, item: number): Items {
  const { [item]: _, ...open } = each.open
  return { ...each, open }
}
