import { typeOfField, variableOf } from './compile/variables.ts'
import type { FlowDoc, VarType } from './document.ts'
import type { Json } from './eval/tree.ts'
import type { AnswerField } from './form.ts'

/** A variable that a start can give a value to. */
export type Target = {
  variable: string
  label: string
  type: VarType
  required: boolean
  options?: readonly { value: string; label: string }[]
}

/** How conditions and mappings know the answer to a field. */
export const typeOfAnswer = (field: AnswerField): VarType => (field.multiple ? 'list' : typeOfField[field.type])

/** What a start is asked for, then the variables that nothing asks for at the start. */
export function targetsOf({
  start_fields = [],
  variables = {},
}: Pick<FlowDoc, 'start_fields' | 'variables'>): Target[] {
  const fields = start_fields.map((field): Target => {
    const variable = variableOf(field)
    const required = field.required === true && field.show_if === undefined && field.default === undefined
    return {
      variable,
      label: field.label || variable,
      type: typeOfField[field.type],
      required,
      ...(field.options && { options: field.options }),
    }
  })
  const asked = new Set(fields.map(({ variable }) => variable))
  const others = Object.entries(variables).filter(([name]) => !asked.has(name))
  return [
    ...fields,
    ...others.map(
      ([name, { type, label }]): Target => ({ variable: name, label: label || name, type, required: false }),
    ),
  ]
}

const FITS: Record<VarType, readonly VarType[]> = {
  string: ['string', 'list', 'json'],
  number: ['number', 'string', 'json'],
  boolean: ['boolean', 'string', 'json'],
  date: ['date', 'datetime', 'string', 'json'],
  datetime: ['datetime', 'string', 'json'],
  list: ['list', 'string', 'json'],
  file: ['file'],
  person: ['person', 'string'],
  table: ['table', 'json'],
  json: ['json'],
}

/** Whether a variable of this type can take such an answer, as it is or written otherwise. */
export const fits = (answer: VarType, wanted: VarType): boolean => FITS[answer].includes(wanted)

/** An answer as the variable holds it. */
export function valueFor(value: Json, wanted: VarType): Json {
  if (value === null) return null
  if (wanted === 'string') {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    return Array.isArray(value)
      ? value.map(String).join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  }
  return wanted === 'list' && !Array.isArray(value) ? [value] : value
}

export const wordsOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A choice is matched with a choice of the same options only. */
const offersOnly = ({ options = [] }: AnswerField, target: Target): boolean =>
  (options.length === 0) === (target.options === undefined) &&
  options.every(({ value }) => target.options?.some((one) => one.value === value))

export type Match = { element: string; variable: string; by: 'name' | 'type' }

/** Pairs that are likely meant: fields and variables of the same name first, then those left over of the same type. */
export function matchFields(fields: readonly AnswerField[], targets: readonly Target[]): Match[] {
  const open = new Map(targets.map((target) => [target.variable, target]))
  const left = new Set(fields)
  const matches: Match[] = []
  const take = (field: AnswerField, target: Target, by: Match['by']) => {
    matches.push({ element: field.name, variable: target.variable, by })
    open.delete(target.variable)
    left.delete(field)
  }
  for (const field of fields) {
    const word = wordsOf(field.label)
    const same = [...open.values()].find(
      ({ variable, label, type }) =>
        [wordsOf(variable), wordsOf(label)].includes(word) && fits(typeOfAnswer(field), type),
    )
    if (same && word !== '') take(field, same, 'name')
  }
  // By type alone only what is required: the rest would be a guess about something nobody misses.
  for (const target of [...open.values()].filter(({ required }) => required)) {
    const field = [...left].find((one) => typeOfAnswer(one) === target.type && offersOnly(one, target))
    if (field) take(field, target, 'type')
  }
  return matches
}

export type MappingProblem =
  | { code: 'no_field'; element: string }
  /** `other_options`: the variable takes one of its options only, and the field has other answers. */
  | { code: 'bad_variable' | 'variable_twice' | 'other_options'; element: string; variable: string }
  | { code: 'does_not_fit'; element: string; variable: string; answer: VarType; wanted: VarType }
  | { code: 'missing'; variable: string; label: string }

const VARIABLE = /^[a-z_][a-z0-9_]{0,63}$/

/** Everything that keeps a mapping from starting the workflow. A variable that nothing declares is kept beside the others. */
export function mappingProblems(
  fields: readonly AnswerField[],
  targets: readonly Target[],
  mapping: Readonly<Record<string, string>>,
  fixed: Readonly<Record<string, Json>>,
): MappingProblem[] {
  const given = new Set(Object.keys(fixed))
  const pairs = Object.entries(mapping).flatMap(([element, variable]): MappingProblem[] => {
    const field = fields.find(({ name }) => name === element)
    if (!field) return [{ code: 'no_field', element }]
    if (!VARIABLE.test(variable)) return [{ code: 'bad_variable', element, variable }]
    if (given.has(variable)) return [{ code: 'variable_twice', element, variable }]
    given.add(variable)
    const target = targets.find((one) => one.variable === variable)
    const answer = typeOfAnswer(field)
    if (!target) return []
    if (!fits(answer, target.type)) return [{ code: 'does_not_fit', element, variable, answer, wanted: target.type }]
    return target.options && (field.multiple || !offersOnly(field, target))
      ? [{ code: 'other_options', element, variable }]
      : []
  })
  const missing = targets.filter(({ required, variable }) => required && !given.has(variable))
  return [...pairs, ...missing.map(({ variable, label }): MappingProblem => ({ code: 'missing', variable, label }))]
}
