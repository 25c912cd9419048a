import type { Scope } from '../eval/scope.ts'
import { peopleOf, type Result } from '../eval.ts'
import type { StepExprs } from '../exprs.ts'

/** How many are asked: each person once, and the starter only where that is allowed. */
export function slotsOf({ approvers = [], allow_self }: StepExprs, scope: Scope, members: number): Result<number> {
  const people = new Set<string>()
  let queues = 0
  for (const who of approvers) {
    if ('starter' in who) people.add(scope.instance?.starter ?? '')
    else if ('person' in who) people.add(who.person)
    else if ('expr' in who) {
      const found = peopleOf(who.expr, scope)
      if (!found.ok) return found
      for (const person of found.value) people.add(person)
    } else queues += who.each ? members : 1
  }
  if (!allow_self) people.delete(scope.instance?.starter ?? '')
  return { ok: true, value: Math.min(20, people.size + queues) }
}
