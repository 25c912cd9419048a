import { Budget } from './eval/budget.ts'
import { run } from './eval/evaluate.ts'
import { toJson } from './eval/json.ts'
import { attempt, type Result } from './eval/result.ts'
import type { Scope } from './eval/scope.ts'
import type { Json, Tree } from './eval/tree.ts'
import { Fail, kindOf } from './eval/values.ts'

export { addWorkdays, type Calendar, dayIn, plainCalendar } from './eval/calendar.ts'
export { isoDay, isoInstant, parseDay, parseInstant } from './eval/civil.ts'
export { alarmsOf, type DueAt, dueOf, waitEnds } from './eval/dates.ts'
export { parseDuration } from './eval/durations.ts'
export type { Result } from './eval/result.ts'
export type { Scope } from './eval/scope.ts'
export { fill } from './eval/templates.ts'
export type { Json, Template, Tree } from './eval/tree.ts'
export type { AlarmExpr, DueExpr, Exprs, StepExprs, UntilExpr, Who } from './exprs.ts'

export function evaluate(tree: Tree, scope: Scope, budget = new Budget()): Result<Json> {
  return attempt(() => toJson(run(tree, scope, budget), budget))
}

export function isTrue(tree: Tree, scope: Scope, budget = new Budget()): Result<boolean> {
  return attempt(() => {
    const value = run(tree, scope, budget)
    if (typeof value !== 'boolean') throw new Fail(`expected true or false, got ${kindOf(value)}`)
    return value
  })
}

/** The outcome of a condition: the first branch whose expression is true, else `else`. */
export function branchOf(when: Tree[], scope: Scope): Result<string> {
  const budget = Budget.ofSeveral()
  for (const [n, tree] of when.entries()) {
    const taken = isTrue(tree, scope, budget)
    if (!taken.ok) return taken
    if (taken.value) return { ok: true, value: `b${n}` }
  }
  return { ok: true, value: 'else' }
}

/** The people an expression names, each once. */
export function peopleOf(tree: Tree, scope: Scope): Result<string[]> {
  return attempt(() => {
    const value = run(tree, scope)
    const people = Array.isArray(value) ? value : [value]
    return [
      ...new Set(
        people.map((person) => {
          if (typeof person === 'string' && person !== '') return person
          throw new Fail(`${kindOf(person)} is no person`)
        }),
      ),
    ]
  })
}

export function listOf(tree: Tree, scope: Scope): Result<Json[]> {
  return attempt(() => {
    const budget = new Budget()
    const value = run(tree, scope, budget)
    if (!Array.isArray(value)) throw new Fail(`${kindOf(value)} is no list`)
    return value.map((one) => toJson(one, budget))
  })
}
