import type { Json } from '@throughline/flow/eval'
import { isJsonObject } from '@throughline/flow/eval/json'

const KINDS: Record<string, (value: Json) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: isJsonObject,
  array: Array.isArray,
  null: (value) => value === null,
}

const typesOf = (type: Json | undefined): string[] =>
  (Array.isArray(type) ? type : [type])
    .filter((one) => typeof one === 'string' && Object.hasOwn(KINDS, one))
    .map(String)

function misfitOfObject(schema: Record<string, Json>, value: Record<string, Json>, at: string): string | undefined {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  // The name on the screen, where the schema has one.
  const nameOf = (key: string) => {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined
    const title = isJsonObject(property) ? property.title : undefined
    return typeof title === 'string' && title !== '' ? title : at === '' ? key : `${at}.${key}`
  }
  const missing = required.find((key) => typeof key === 'string' && !Object.hasOwn(value, key))
  if (typeof missing === 'string') return `“${nameOf(missing)}” is missing.`
  for (const [key, one] of Object.entries(value)) {
    if (!Object.hasOwn(properties, key)) {
      if (schema.additionalProperties === false) return `“${nameOf(key)}” isn’t expected.`
      continue
    }
    const misfit = schemaMisfit(properties[key], one, nameOf(key))
    if (misfit !== undefined) return misfit
  }
  return undefined
}

/**
 * Why a value does not fit, in words; nothing where it does. The part of JSON Schema that says what is there and of which
 * type: `type`, `enum`, `properties`, `required`, `additionalProperties: false` and `items`. Other rules are the tool's own
 * to keep; a pattern that somebody wrote could take for ever.
 */
export function schemaMisfit(schema: Json | undefined, value: Json, at = ''): string | undefined {
  if (!isJsonObject(schema)) return undefined
  const what = at === '' ? 'It' : `“${at}”`
  const types = typesOf(schema.type)
  if (types.length > 0 && !types.some((type) => KINDS[type]?.(value)))
    return `${what} must be of type ${types.join(' or ')}.`
  if (Array.isArray(schema.enum)) {
    const text = JSON.stringify(value)
    if (!schema.enum.some((one) => JSON.stringify(one) === text)) return `${what} isn’t one of the allowed values.`
  }
  if (isJsonObject(value)) return misfitOfObject(schema, value, at)
  if (!Array.isArray(value)) return undefined
  for (const [index, one] of value.entries()) {
    const misfit = schemaMisfit(schema.items, one, `${at}[${index}]`)
    if (misfit !== undefined) return misfit
  }
  return undefined
}
