import type { Json } from '@throughline/flow/eval'
import type { AnswerField } from '@throughline/flow/form'
import { fits, targetsOf, typeOfAnswer, valueFor } from '@throughline/flow/form-mapping'
import type { Version } from '../../instances/instances.public.ts'
import { RefusedStart } from '../../starts/starts.public.ts'

export interface Mapped {
  mapping: Readonly<Record<string, string>>
  fixed: Readonly<Record<string, Json>>
}

/** The value of each variable, converted to its type; unanswered fields set no variable. */
export function mappedValues(
  { doc }: Version,
  fields: readonly AnswerField[],
  answers: Record<string, Json>,
  by: Mapped,
): Map<string, Json> {
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
