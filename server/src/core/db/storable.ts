import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from './schema.gen.ts'

/** Deeper than anybody means; far deeper, and reading it alone would fail. */
const DEEPEST = 100

const storableText = (text: string) => text.toWellFormed().replaceAll('\0', '\u{fffd}')

/** As the database can keep it: without NULs and halves of characters, and with nothing below a hundred levels. */
export function storable(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return null
  if (Array.isArray(value)) return value.map((one) => storable(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      one === undefined ? [] : [[storableText(name), storable(one, depth + 1)]],
    ),
  )
}

export const isStorable = (value: JsonValue): boolean => isDeepStrictEqual(storable(value), value)

const SUSPECT = /\\u(?:0000|d[89a-f])/

/** The same for what is written as JSON already; nearly all of it is left as it is, and not even read. */
export function storableJson(text: string): string {
  if (!SUSPECT.test(text)) return text
  const value: JsonValue = JSON.parse(text)
  return JSON.stringify(storable(value))
}
