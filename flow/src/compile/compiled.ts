import type { FlowDoc } from '../document.ts'
import type { Exprs } from '../exprs.ts'
import type { Plan } from '../plan.ts'
import type { Known } from './analysis.ts'
import { canonical } from './canonical.ts'
import type { Problem } from './problem.ts'
import { sha256 } from './sha256.ts'
import { examine } from './validate.ts'

export type Compiled = { ok: true; plan: Plan; exprs: Exprs } | { ok: false; problems: Problem[] }

/** Turns a document into the plan that `reduce` runs and the expressions beside it, or says why it cannot be run. */
export function compile(doc: FlowDoc, known: Known = {}): Compiled {
  const { problems, result } = examine(doc, known, 'plan')
  if (!result) return { ok: false, problems: problems.filter(({ level }) => level === 'E') }
  const { plan, exprs } = result
  return { ok: true, plan: { ...plan, hash: sha256(canonical(plan, exprs)) }, exprs }
}
