import type { Task } from '@throughline/contracts/tasks'
import type { Field, FieldType } from '@throughline/contracts/workflow-document'
import { type AnswerProblem, checkAnswers } from '@throughline/flow/answers'
import type { Json } from '@throughline/flow/eval'
import { texts } from './failed.texts.ts'

type Output = Task['outputs'][number]

const FIELD_TYPES: Record<string, FieldType> = {
  string: 'text',
  number: 'number',
  boolean: 'checkbox',
  date: 'date',
  person: 'person',
}

const isJson = ({ type }: Output) => FIELD_TYPES[type] === undefined

const named = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ')

/** What a step would have given, asked for as a form. */
export const fieldsOf = (outputs: readonly Output[]): Field[] =>
  outputs.map((output) => ({
    name: output.name,
    label: named(output.name),
    type: FIELD_TYPES[output.type] ?? 'textarea',
    required: true,
    help: isJson(output) ? texts.jsonHint : texts.outputHint,
  }))

function readJson(text: Json): { value: Json } | undefined {
  if (typeof text !== 'string') return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** The values by variable, or what is wrong with them. */
export function readOutputs(outputs: readonly Output[], given: Record<string, Json>, now: number) {
  const read = checkAnswers(fieldsOf(outputs), given, { show: {}, vars: {}, now })
  const problems: Record<string, AnswerProblem> = { ...read.problems }
  const values = outputs.map((output): [string, Json] => {
    const value = read.values[output.name] ?? null
    if (!isJson(output) || value === null) return [output.name, value]
    const parsed = readJson(value)
    if (!parsed) problems[output.name] = 'bad_shape'
    return [output.name, parsed?.value ?? null]
  })
  return { values: Object.fromEntries(values), problems }
}
