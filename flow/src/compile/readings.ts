import type { FlowDoc } from '../document.ts'
import type { StepId } from '../plan.ts'
import { expressionsFor } from './cel/expression.ts'
import { usesOf } from './uses.ts'
import { declaredBy } from './variables.ts'

/** An expression that reads a variable. Without a step it is read as an instance starts. */
export type Reading = { name: string; step?: StepId; path: string }

/** Every reading of a variable, also of one that nothing declares. What cannot be understood reads nothing. */
export function readingsOf(doc: FlowDoc): Reading[] {
  const expressions = expressionsFor(declaredBy(doc).types)
  return usesOf(doc).flatMap(({ text, wanted, forEach, step, path }): Reading[] => {
    const checked = expressions.check(text, wanted, forEach)
    const names = 'tree' in checked ? checked.reads.map(({ name }) => name) : (checked.problem.unknown ?? [])
    return [...new Set([names].flat())].map((name) => ({ name, path, ...(step !== undefined && { step }) }))
  })
}
