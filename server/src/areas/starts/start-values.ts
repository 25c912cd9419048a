import { checkAnswers } from '@throughline/flow/answers'
import { variableOf } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import { fixedValueProblems } from '@throughline/flow/start-mapping'
import * as z from 'zod/mini'
import type { Version } from '../instances/instances.public.ts'
import { RefusedStart } from './start-reasons.ts'

const Show = z.record(z.string(), z.json())

/** How a start that is refused says what is wrong with its values. */
interface ValueRefusal {
  missing: 'missing' | 'not_given'
  wrong: 'wrong_type' | 'wrong_value'
}
const OF_ANSWERS: ValueRefusal = { missing: 'missing', wrong: 'wrong_type' }

/** Variables for a start without a person, checked against the workflow's start fields; refused if a required one is missing. */
export function startValues(
  version: Version,
  values: ReadonlyMap<string, Json>,
  refusal = OF_ANSWERS,
): Record<string, Json> {
  // As when a person starts an instance, files are not asked for at the start but by steps.
  const asked = (version.doc.start_fields ?? []).filter(({ type }) => type !== 'file')
  const given = asked.flatMap((field): [string, Json][] => {
    const value = values.get(variableOf(field))
    return value === undefined ? [] : [[field.name, value]]
  })
  const world = { show: z.parse(Show, version.exprs.show ?? {}), vars: {}, now: Date.now() }
  const checked = checkAnswers(asked, Object.fromEntries(given), world)
  const problems = Object.entries(checked.problems).map(([place, problem]) => {
    const field = asked.find(({ name }) => name === place.split('.', 1)[0])
    return { problem, label: field?.label || place, path: field ? variableOf(field) : place }
  })
  const missing = problems.filter(({ problem }) => problem === 'required')
  const named = (of: typeof problems) => [...new Set(of.map(({ label }) => label))]
  const errors = problems.map(({ path, problem }) => ({ path, message: problem.replaceAll('_', ' ') }))
  if (missing.length > 0) throw new RefusedStart(refusal.missing, named(missing), errors)
  if (problems.length > 0) throw new RefusedStart(refusal.wrong, named(problems), errors)
  const asking = new Set(asked.map(variableOf))
  const others = [...values].filter(([variable]) => !asking.has(variable))
  return { ...Object.fromEntries(others), ...checked.values }
}

/**
 * A fixed value that the start would refuse is refused when it is saved: else nothing could start the workflow. A file can't
 * be fixed at all: its id would hand a document to people who may not see it.
 */
export const fixedProblems = (doc: FlowDoc, fixed: Readonly<Record<string, Json>>) =>
  fixedValueProblems(doc, fixed).map(({ code, variable }) => ({
    path: `fixed_values.${variable}`,
    message: code === 'unknown_variable' ? 'Unknown field' : 'not a value that the workflow accepts',
  }))
