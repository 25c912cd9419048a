import { checkAnswers } from './answers.ts'
import { variableOf } from './compile/variables.ts'
import type { FlowDoc, VarType } from './document.ts'
import type { Json } from './eval/tree.ts'
import { type Target, targetsOf } from './form-mapping.ts'

/** Which value of what came becomes which variable: paths by variable. */
export type StartMapping = Readonly<Record<string, string>>

const LONGEST_PATH = 300
const STEP = /\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[(\d{1,6})\]|\['([^'\\]{1,200})'\]|\["([^"\\]{1,200})"\]/uy

/** The steps of a path such as `$.total.amount`, `$.lines[0].price` or `$['ship to'].city`; undefined if it isn't one. */
export function stepsOf(path: string): (string | number)[] | undefined {
  if (path.length > LONGEST_PATH || !path.startsWith('$')) return undefined
  const steps: (string | number)[] = []
  STEP.lastIndex = 1
  while (STEP.lastIndex < path.length) {
    const found = STEP.exec(path)
    if (!found) return undefined
    const [, name, index, single, double] = found
    steps.push(index === undefined ? (name ?? single ?? double ?? '') : Number(index))
  }
  return steps
}

const isRecord = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands at a path; undefined where nothing does. */
export function valueAt(content: Json, path: string): Json | undefined {
  let value: Json | undefined = content
  for (const step of stepsOf(path) ?? []) {
    if (value === undefined) return undefined
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined
    else value = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined
  }
  return value
}

/** What the content gives to each variable, as it came. Nothing and null give nothing. */
export const givenBy = (mapping: StartMapping, content: Json): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([variable, path]) => {
      const value = stepsOf(path) ? valueAt(content, path) : undefined
      return value === undefined || value === null ? [] : [[variable, value] as const]
    }),
  )

const NUMBER = /^[+-]?\d{1,15}(\.\d{1,10})?$/
const DATE = /^\d{4}-\d{2}-\d{2}/
const YES = new Set(['true', 'yes', '1', 'on'])
const NO = new Set(['false', 'no', '0', 'off'])

const isText = (value: Json): value is string => typeof value === 'string'

/** Undefined: it is no such value. */
const CONVERT: Record<VarType, (value: Json) => Json | undefined> = {
  string: (value) =>
    isText(value) ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined,
  number: (value) =>
    typeof value === 'number' ? value : isText(value) && NUMBER.test(value.trim()) ? Number(value.trim()) : undefined,
  boolean: (value) => {
    if (typeof value === 'boolean') return value
    const text = isText(value) || typeof value === 'number' ? String(value).trim().toLowerCase() : ''
    return YES.has(text) ? true : NO.has(text) ? false : undefined
  },
  date: (value) => (isText(value) && DATE.test(value) && isMoment(value) ? value.slice(0, 10) : undefined),
  datetime: (value) => (isText(value) && DATE.test(value) && isMoment(value) ? value : undefined),
  list: (value) => (Array.isArray(value) ? value : isRecord(value) ? undefined : [value]),
  table: (value) => (Array.isArray(value) && value.every(isRecord) ? value : undefined),
  person: (value) => (isText(value) ? value : undefined),
  json: (value) => value,
  file: () => undefined,
}

const isMoment = (text: string) => !Number.isNaN(Date.parse(text))

export interface WrongValue {
  variable: string
  wanted: VarType
  got: Json
}

/** Given values as their variables hold them, and those that can't be. What no variable asks for is left out. */
export function convertGiven(targets: readonly Target[], given: Readonly<Record<string, Json>>) {
  const values = new Map<string, Json>()
  const wrong: WrongValue[] = []
  for (const { variable, type, options } of targets) {
    const got = Object.hasOwn(given, variable) ? given[variable] : undefined
    if (got === undefined || got === null) continue
    const value = CONVERT[type](got)
    const isOption = !options || [value].flat().every((one) => options.some((option) => option.value === one))
    if (value === undefined || !isOption) wrong.push({ variable, wanted: type, got })
    else values.set(variable, value)
  }
  return { values, wrong }
}

export type StartMappingProblem = {
  code: 'bad_path' | 'unknown_variable' | 'file' | 'twice' | 'missing'
  variable: string
}

/** Everything that would keep such starts from ever working. */
export function startMappingProblems(
  targets: readonly Target[],
  mapping: StartMapping,
  fixed: Readonly<Record<string, Json>>,
): StartMappingProblem[] {
  const byName = new Map(targets.map((target) => [target.variable, target]))
  const problemOf = ([variable, path]: [string, string]): StartMappingProblem['code'] | undefined => {
    const target = byName.get(variable)
    if (!target) return 'unknown_variable'
    if (target.type === 'file') return 'file'
    if (Object.hasOwn(fixed, variable)) return 'twice'
    return stepsOf(path) ? undefined : 'bad_path'
  }
  const given = (variable: string) => Object.hasOwn(mapping, variable) || Object.hasOwn(fixed, variable)
  const missing = targets.filter(({ required, type, variable }) => required && type !== 'file' && !given(variable))
  return [
    ...Object.entries(mapping).flatMap((one) => {
      const code = problemOf(one)
      return code ? [{ code, variable: one[0] }] : []
    }),
    ...missing.map(({ variable }) => ({ code: 'missing' as const, variable })),
  ]
}

/** What starts a workflow beside people, as far as it says what it gives to the workflow. */
export interface KnownStart {
  kind: 'form' | 'schedule' | 'webhook' | 'mail' | 'api'
  name: string
  /** Variables that get a value out of what comes. */
  gives: readonly string[]
  fixed_values: Readonly<Record<string, Json>>
}

/** Fixed values that the document doesn't take: no variable of it, a file, or no answer to its field. */
export function fixedValueProblems(
  doc: Pick<FlowDoc, 'start_fields' | 'variables'>,
  fixed: KnownStart['fixed_values'],
) {
  const { start_fields = [] } = doc
  const targets = targetsOf(doc)
  const given = start_fields.filter((field) => Object.hasOwn(fixed, variableOf(field)))
  const answers = Object.fromEntries(given.map((field) => [field.name, fixed[variableOf(field)] ?? null]))
  const { problems } = checkAnswers(given, answers, { show: {}, vars: {}, now: Date.now() })
  const wrong = new Set(Object.keys(problems).map((place) => place.split('.', 1)[0]))
  const unfit = new Set(given.filter(({ name }) => wrong.has(name)).map(variableOf))
  return Object.keys(fixed).flatMap((variable): { code: 'unknown_variable' | 'wrong_value'; variable: string }[] => {
    const target = targets.find((one) => one.variable === variable)
    if (!target) return [{ code: 'unknown_variable', variable }]
    return target.type === 'file' || unfit.has(variable) ? [{ code: 'wrong_value', variable }] : []
  })
}

/** Why a start doesn't fit: `unknown_variable` loses a value, the others keep it from starting anything. */
export interface UnfitStart {
  code: 'missing' | 'file' | 'wrong_value' | 'unknown_variable'
  /** The variables, as people know them. */
  labels: string[]
}

/**
 * Where what a start gives no longer fits what the document asks for. Of a form, variables that nothing declares are kept
 * beside the others, and files are given; where they fit is checked with its fields.
 */
export function unfitStarts(
  doc: Pick<FlowDoc, 'start_fields' | 'variables'>,
  { kind, gives, fixed_values }: Omit<KnownStart, 'name'>,
): UnfitStart[] {
  const targets = targetsOf(doc)
  const byName = new Map(targets.map((target) => [target.variable, target]))
  const given = new Set([...gives, ...Object.keys(fixed_values)])
  const fixed = fixedValueProblems(doc, fixed_values)
  const takesFiles = kind === 'form'
  const missing = targets.filter(
    ({ required, type, variable }) => required && (takesFiles || type !== 'file') && !given.has(variable),
  )
  const files = takesFiles ? [] : gives.filter((variable) => byName.get(variable)?.type === 'file')
  const unknown = kind === 'form' ? [] : gives.filter((variable) => !byName.has(variable))
  const coded = (code: UnfitStart['code']) => fixed.flatMap((one) => (one.code === code ? one.variable : []))
  const found: [UnfitStart['code'], string[]][] = [
    ['missing', missing.map(({ variable }) => variable)],
    ['file', files],
    ['wrong_value', coded('wrong_value')],
    ['unknown_variable', [...unknown, ...coded('unknown_variable')]],
  ]
  return found.flatMap(([code, variables]) =>
    variables.length > 0 ? [{ code, labels: variables.map((one) => byName.get(one)?.label ?? one) }] : [],
  )
}

const LONGEST_TITLE = 200

/** A title with values of the content in place of paths in braces, such as `Invoice {$.number}`. */
export function titleFrom(template: string, content: Json): string {
  const filled = template.replace(/\{(\$[^{}]*)\}/g, (_, path: string) => {
    const value = stepsOf(path) ? valueAt(content, path) : undefined
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  })
  return filled.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE).toWellFormed()
}
