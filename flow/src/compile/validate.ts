import type { FlowDoc } from '../document.ts'
import type { Exprs } from '../exprs.ts'
import type { Plan } from '../plan.ts'
import { type Analysis, analyse, type Known } from './analysis.ts'
import { conditionProblems, emptyWays, ignoredTargets, leaks } from './check/branches.ts'
import { callProblems } from './check/calls.ts'
import { expressionProblems } from './check/expressions.ts'
import { fieldProblems } from './check/fields.ts'
import { eachProblems, largestPlan, limitProblems, stepProblems, tooBig } from './check/limits.ts'
import { nameProblems, targetProblems } from './check/names.ts'
import { peopleProblems } from './check/people.ts'
import { hotLoops, unreachable, withoutEnd } from './check/reachable.ts'
import { returnProblems } from './check/returns.ts'
import { secretProblems } from './check/secrets.ts'
import { startProblems } from './check/starts.ts'
import { timeProblems } from './check/times.ts'
import { unknownAssignees } from './check/unknown-assignees.ts'
import { parallelAccess, typeConflicts, unsetReads } from './check/variables.ts'
import { exprsOf } from './exprs-of.ts'
import type { Graph } from './graph.ts'
import { planOf } from './plan-of.ts'
import type { Problem } from './problem.ts'

const rules: ((analysis: Analysis) => Problem[])[] = [
  targetProblems,
  unreachable,
  ignoredTargets,
  returnProblems,
  withoutEnd,
  hotLoops,
  emptyWays,
  conditionProblems,
  leaks,
  expressionProblems,
  unsetReads,
  typeConflicts,
  parallelAccess,
  peopleProblems,
  callProblems,
  timeProblems,
  fieldProblems,
  limitProblems,
  eachProblems,
  unknownAssignees,
  secretProblems,
  startProblems,
]

export type Examined = { problems: Problem[]; result?: { plan: Omit<Plan, 'hash'>; exprs: Exprs } }

const isError = ({ level }: Problem) => level === 'E'
const byRule = (a: Problem, b: Problem) => a.n - b.n

/** No plan of the document is larger than this; most are far below what is allowed, and need not be made to know it. */
function largestPossible({ doc, uses, lists }: Analysis, { steps }: Graph): number {
  const perStep = 400 + Math.ceil(steps.length / 6)
  let targets = 0
  for (const own of lists.values()) for (const list of own) targets += list.targets.length * 5
  const people = steps.reduce(
    (sum, step) => sum + (step.type === 'approval' ? JSON.stringify(step.approvers).length * 4 : 0),
    0,
  )
  const expressions = uses.reduce(
    (sum, { use }) => sum + 100 + 42 * use.text.length + 2 * (use.template?.length ?? 0),
    0,
  )
  return steps.length * perStep + targets + people + expressions + JSON.stringify(doc.due ?? '').length
}

/** All problems; and, if none of them is an error and it is wanted, the plan. */
export function examine(doc: FlowDoc, known: Known, wanted: 'plan' | 'problems'): Examined {
  const tooMany = stepProblems(doc)
  if (tooMany.length > 0) return { problems: tooMany }
  const named = nameProblems(doc)
  // Without ids that hold, a path in a problem would lead nowhere.
  if (named.some(({ n }) => n === 3)) return { problems: named.sort(byRule) }
  const analysis = analyse(doc, known)
  const problems = [...named, ...rules.flatMap((rule) => rule(analysis))].sort(byRule)
  const { graph, expressions } = analysis
  if (!graph || problems.some(isError)) return { problems }
  const small = largestPossible(analysis, graph) <= largestPlan
  if (small && wanted === 'problems') return { problems }
  const result = { plan: planOf(doc, graph), exprs: exprsOf(doc, expressions, graph) }
  if (!small && JSON.stringify(result).length > largestPlan)
    return {
      problems: [...problems, tooBig('/steps', 'This workflow is too large. Move part of it into a subworkflow.')],
    }
  return { problems, result }
}

/** Every problem of a document, with its step, its place, what to do, and repairs where there are any. Never throws. */
export function validate(doc: FlowDoc, known: Known = {}): Problem[] {
  return examine(doc, known, 'problems').problems
}
