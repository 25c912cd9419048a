import type { Json } from '@throughline/flow/eval'
import { truncate } from '../../../core/truncate.ts'
import { isRecord, type JsonObject, member, textOf } from './parse-document.ts'
import type { Resolve } from './resolve-reference.ts'
import { Unusable } from './unusable.ts'

/** Of a schema as JSON; the same as of one that somebody writes. */
export const MAX_SCHEMA = 16_384
const MAX_ENUM = 1_000
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
/** From whole to bare, until it is short enough. */
const ATTEMPTS = [
  { depth: 8, texts: true },
  { depth: 8, texts: false },
  { depth: 4, texts: false },
  { depth: 2, texts: false },
  { depth: 1, texts: false },
]
/** What a value that is looked at costs at least, so that looking ends. */
const COST = 8

/** It grew longer than a schema may be. */
class TooLong extends Error {}

/** Who writes the value: what is read-only is left out of what is sent, what is write-only of what is answered. */
export type Direction = 'sent' | 'answered'

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
const typesOf = (schema: Json | undefined): string[] => {
  const type = member(schema, 'type')
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string' && TYPES.has(one)).map(String)
}
const isNull = (schema: Json | undefined) => typesOf(schema).join() === 'null'

interface Reduction {
  resolve: Resolve
  direction: Direction
  depth: number
  texts: boolean
  spend: (cost: number) => void
  /** Those that are being reduced: one that holds itself is cut there. */
  open: Set<Json>
}

/** `allOf` as one schema: the names of all, and what the first says of anything else. */
function merged(schema: JsonObject, reduction: Reduction): JsonObject {
  const parts = listOf(member(schema, 'allOf'))
  if (parts.length === 0) return schema
  const { allOf: _parts, additionalProperties: _closed, ...own } = schema
  let all: JsonObject = own
  for (const given of parts) {
    reduction.spend(COST)
    const resolved = reduction.resolve(given)
    if (!isRecord(resolved) || reduction.open.has(resolved)) continue
    reduction.open.add(resolved)
    const { additionalProperties: _open, ...part } = merged(resolved, reduction)
    reduction.open.delete(resolved)
    const properties = { ...recordOf(part, 'properties'), ...recordOf(all, 'properties') }
    const required = [...listOf(member(all, 'required')), ...listOf(member(part, 'required'))]
    all = { ...part, ...all, properties, required }
  }
  return all
}

const recordOf = (schema: JsonObject, name: string): JsonObject => {
  const value = member(schema, name)
  return isRecord(value) ? value : {}
}

/** Of alternatives: the only one there is, or the types that it may have. What each holds is not said then. */
function chosen(schema: JsonObject, { resolve, spend }: Reduction): JsonObject {
  const variants = listOf(member(schema, 'oneOf') ?? member(schema, 'anyOf')).map((one) => {
    spend(COST)
    return resolve(one)
  })
  if (variants.length === 0 || member(schema, 'type') !== undefined || member(schema, 'properties')) return schema
  const others = variants.filter((one) => !isNull(one))
  const { oneOf: _one, anyOf: _any, ...own } = schema
  const [only] = others
  if (others.length === 1 && isRecord(only)) return { ...only, ...own, ...(variants.length > 1 && { nullable: true }) }
  const types = variants.map(typesOf)
  return types.every((one) => one.length > 0) ? { ...own, type: [...new Set(types.flat())] } : own
}

function allowed(schema: JsonObject, isNullable: boolean, spend: (cost: number) => void): Json[] | undefined {
  const constant = member(schema, 'const')
  const values = constant === undefined ? member(schema, 'enum') : [constant]
  if (!Array.isArray(values)) return undefined
  if (values.length > MAX_ENUM) throw new Unusable(`A list of allowed values has more than ${MAX_ENUM} entries.`)
  for (const value of values) spend(JSON.stringify(value).length + 1)
  return isNullable && !values.includes(null) ? [...values, null] : values
}

function reducedProperties(schema: JsonObject, depth: number, reduction: Reduction): JsonObject {
  const skipped = reduction.direction === 'sent' ? 'readOnly' : 'writeOnly'
  const kept = Object.entries(recordOf(schema, 'properties')).flatMap(([name, given]): [string, JsonObject][] => {
    reduction.spend(name.length + COST)
    if (member(reduction.resolve(given), skipped) === true) return []
    return [[name, reduced(given, depth + 1, reduction)]]
  })
  const names = new Set(kept.map(([name]) => name))
  const dropped = (name: string) => Object.hasOwn(recordOf(schema, 'properties'), name) && !names.has(name)
  const required = [...new Set(listOf(member(schema, 'required')))].filter(
    (name) => typeof name === 'string' && !dropped(name),
  )
  reduction.spend(JSON.stringify(required).length)
  return {
    ...(kept.length > 0 && { properties: Object.fromEntries(kept) }),
    ...(required.length > 0 && { required }),
    // What an answer has besides is nobody's mistake.
    ...(member(schema, 'additionalProperties') === false &&
      reduction.direction === 'sent' && { additionalProperties: false }),
  }
}

function textsOf(schema: JsonObject, { texts, spend }: Reduction): JsonObject {
  const kept = Object.entries({
    title: texts ? truncate(textOf(member(schema, 'title')), 80) : '',
    description: texts ? truncate(textOf(member(schema, 'description')), 300) : '',
    format: truncate(textOf(member(schema, 'format')), 40),
  }).filter(([, text]) => text !== '')
  for (const [name, text] of kept) spend(name.length + JSON.stringify(text).length)
  return Object.fromEntries(kept)
}

function reduced(given: Json | undefined, depth: number, reduction: Reduction): JsonObject {
  const { resolve, spend, open } = reduction
  spend(COST)
  const whole = resolve(given)
  if (!isRecord(whole) || depth > reduction.depth || open.has(whole)) return {}
  open.add(whole)
  const schema = merged(chosen(merged(whole, reduction), reduction), reduction)
  const isNullable = member(schema, 'nullable') === true
  const types = typesOf(schema)
  const all = isNullable && types.length > 0 && !types.includes('null') ? [...types, 'null'] : types
  const values = allowed(schema, isNullable, spend)
  const items = member(schema, 'items')
  const longest = member(schema, 'maxLength')
  const result: JsonObject = {
    ...(all.length > 0 && { type: all.length === 1 ? (all[0] ?? '') : all }),
    ...textsOf(schema, reduction),
    ...(values && { enum: values }),
    ...(typeof longest === 'number' && { maxLength: longest }),
    ...reducedProperties(schema, depth, reduction),
    ...(items !== undefined && { items: reduced(items, depth + 1, reduction) }),
  }
  open.delete(whole)
  return result
}

/**
 * A schema with everything that it refers to in its place, and of its rules those that are checked: types, allowed values,
 * names, and which of them are required. Patterns and the like are left out. Where that grows too long, its texts are left
 * out, then what lies deepest.
 */
export function reduceSchema(schema: Json | undefined, resolve: Resolve, direction: Direction): JsonObject {
  for (const attempt of ATTEMPTS) {
    let left = MAX_SCHEMA
    const spend = (cost: number) => {
      left -= cost
      if (left < 0) throw new TooLong()
    }
    try {
      const result = reduced(schema, 0, { resolve, direction, ...attempt, spend, open: new Set() })
      if (JSON.stringify(result).length <= MAX_SCHEMA) return result
    } catch (error) {
      if (!(error instanceof TooLong)) throw error
    }
  }
  throw new Unusable(`What is ${direction} has too many fields.`)
}
