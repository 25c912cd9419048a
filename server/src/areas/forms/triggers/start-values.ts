import { checkAnswers } from '@throughline/flow/answers'
import { variableOf } from '@throughline/flow/compile'
import type { Json } from '@throughline/flow/eval'
import type { AnswerField } from '@throughline/flow/form'
import { fits, targetsOf, typeOfAnswer, valueFor } from '@throughline/flow/form-mapping'
import * as z from 'zod/mini'
import type { Version } from '../../instances/instances.public.ts'
import type { StartReason } from './reasons.ts'

const MESSAGES = {
  archived: () => 'The workflow is archived.',
  not_published: () => 'The workflow has no published version.',
  gone: () => 'The workflow is in the trash.',
  limit: () => 'Your plan has no runs left this month. It starts by itself when there’s room.',
  failed: () => 'The workflow has an error and couldn’t start.',
  missing: (names: string) => `Required by the workflow, but not answered: ${names}.`,
  wrong_type: (names: string) => `The response has the wrong type of answer for: ${names}.`,
} as const

/** Variables are named as people know them. */
export const reasonFor = (code: keyof typeof MESSAGES, variables: readonly string[] = []): StartReason => ({
  code,
  message: MESSAGES[code](variables.join(', ')),
})

/** A start that is refused: its reason is kept, and the response with it. */
export class RefusedStart extends Error {
  readonly reason: StartReason

  constructor(...of: Parameters<typeof reasonFor>) {
    super(`not started: ${of[0]}`)
    this.name = 'RefusedStart'
    this.reason = reasonFor(...of)
  }
}

export interface Mapped {
  mapping: Readonly<Record<string, string>>
  fixed: Readonly<Record<string, Json>>
}

const Show = z.record(z.string(), z.json())

/** The value of each variable, converted to its type; unanswered fields set no variable. */
function mappedValues({ doc }: Version, fields: readonly AnswerField[], answers: Record<string, Json>, by: Mapped) {
  const targets = new Map(targetsOf(doc).map((target) => [target.variable, target]))
  const wrong: string[] = []
  const values = new Map(Object.entries(by.fixed))
  for (const [element, variable] of Object.entries(by.mapping)) {
    const field = fields.find(({ name }) => name === element)
    const value = Object.hasOwn(answers, element) ? answers[element] : null
    if (!field || value === null || value === undefined) continue
    const target = targets.get(variable)
    const type = typeOfAnswer(field)
    if (target && !fits(type, target.type)) wrong.push(target.label)
    else values.set(variable, valueFor(value, target?.type ?? type))
  }
  if (wrong.length > 0) throw new RefusedStart('wrong_type', wrong)
  return values
}

/** Variables for a start, checked against the workflow's start fields; refused if a required one is missing. */
export function startValues(
  version: Version,
  fields: readonly AnswerField[],
  answers: Record<string, Json>,
  by: Mapped,
): Record<string, Json> {
  const values = mappedValues(version, fields, answers, by)
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
    return { problem, label: field?.label || place }
  })
  const missing = problems.filter(({ problem }) => problem === 'required')
  const named = (of: typeof problems) => [...new Set(of.map(({ label }) => label))]
  if (missing.length > 0) throw new RefusedStart('missing', named(missing))
  if (problems.length > 0) throw new RefusedStart('wrong_type', named(problems))
  const asking = new Set(asked.map(variableOf))
  const others = [...values].filter(([variable]) => !asking.has(variable))
  return { ...Object.fromEntries(others), ...checked.values }
}
