import type { Json } from '@throughline/flow/eval'
import { parse, YAMLParseError } from 'yaml'
import { Unusable } from './unusable.ts'

const MAX_DEPTH = 64
const MAX_VALUES = 500_000
/** How often the anchors of a YAML document may be repeated, counted through each other. */
const MAX_ALIASES = 500

export type JsonObject = Record<string, Json>

export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An own property only: documents may name what every object inherits. */
export const member = (value: Json | undefined, name: string): Json | undefined =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** YAML reads versions and the like as numbers. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

/** The database keeps neither. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype

const NOT_STORABLE = 'This document has characters that can’t be stored.'

/** YAML can repeat parts of a document in others, or in themselves; the values are counted as often as they occur. */
function requireJson(root: unknown): asserts root is Json {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  let values = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    values += 1
    if (values > MAX_VALUES) throw new Unusable('This document has too many values to be read.')
    if (typeof value === 'bigint' || (typeof value === 'object' && value !== null && !isPlain(value)))
      throw new Unusable('This document has values that JSON doesn’t have.')
    if (typeof value === 'string' && !isStorable(value)) throw new Unusable(NOT_STORABLE)
    if (typeof value !== 'object' || value === null) continue
    if (depth === MAX_DEPTH) throw new Unusable(`This document is nested more than ${MAX_DEPTH} levels deep.`)
    if (Object.hasOwn(value, '__proto__')) throw new Unusable('This document uses the name “__proto__”.')
    if (!Object.keys(value).every(isStorable)) throw new Unusable(NOT_STORABLE)
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 })
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const line = error instanceof Error ? /\(line (\d+)/.exec(error.message)?.[1] : undefined
    throw new Unusable(line === undefined ? 'This isn’t valid JSON.' : `This isn’t valid JSON (line ${line}).`)
  }
}

function parsedYaml(text: string): unknown {
  try {
    // Whether a name occurs twice would be compared with every other name.
    return parse(text, { maxAliasCount: MAX_ALIASES, uniqueKeys: false, logLevel: 'error' })
  } catch (error) {
    if (error instanceof YAMLParseError) {
      const line = error.linePos?.[0].line
      throw new Unusable(line === undefined ? 'This isn’t valid YAML.' : `This isn’t valid YAML (line ${line}).`)
    }
    if (error instanceof RangeError) throw new Unusable('This document is nested too deep.')
    if (error instanceof ReferenceError)
      throw new Unusable('This document repeats parts of itself too often, or refers to one that it doesn’t have.')
    throw error
  }
}

/** A document as it was sent: JSON where it begins like an object, otherwise YAML. */
export function parseDocument(text: string): Json {
  const bare = text.replace(/^\uFEFF/, '')
  const value = /^\s*\{/.test(bare) ? parsedJson(bare) : parsedYaml(bare)
  requireJson(value)
  return value
}
