import { KEPT_SECRET } from '@throughline/contracts/connection-acts'
import type { JsonObject } from '../catalogue/json-object.ts'

/** A field of the form that a tool's schema asks for. */
export type ConfigurationField = {
  name: string
  label: string
  kind: 'text' | 'secret' | 'number' | 'boolean' | 'choice' | 'json'
  required: boolean
  hint: string | undefined
  options: readonly string[]
  /** Given in the form from the start. */
  initial: JsonObject[string] | undefined
  isSecret: boolean
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function kindOf({ type, format, enum: options }: JsonObject): ConfigurationField['kind'] {
  if (Array.isArray(options)) return 'choice'
  if (type === 'boolean') return 'boolean'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'object' || type === 'array') return 'json'
  return format === 'password' ? 'secret' : 'text'
}

/** In the order of the schema. A tool without one has none of them. */
export function fieldsOf(schema: JsonObject): ConfigurationField[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return Object.entries(properties).flatMap(([name, given]): ConfigurationField[] => {
    if (!isObject(given)) return []
    const options = Array.isArray(given['enum']) ? given['enum'].map(String) : []
    return [
      {
        name,
        label: textOf(given['title']) || name,
        kind: kindOf(given),
        required: required.includes(name),
        hint: textOf(given['description']) || undefined,
        options,
        initial: given['default'],
        isSecret: given['format'] === 'password',
      },
    ]
  })
}

/** As JSON Mode shows it: what the schema calls secret as dots. */
export function withDots(schema: JsonObject, value: JsonObject): JsonObject {
  const secrets = new Set(fieldsOf(schema).flatMap(({ name, isSecret }) => (isSecret ? [name] : [])))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, secrets.has(name) ? KEPT_SECRET : one]))
}

/** What was typed in JSON Mode; dots keep what stands behind them. */
export const withoutDots = (typed: JsonObject, behind: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(typed).map(([name, one]) => [
      name,
      one === KEPT_SECRET && Object.hasOwn(behind, name) ? (behind[name] ?? one) : one,
    ]),
  )

/** What a stored connection keeps unless it is typed anew: all that its schema asks for. */
export const keptConfiguration = (schema: JsonObject): JsonObject =>
  Object.fromEntries(fieldsOf(schema).map(({ name }) => [name, KEPT_SECRET]))
