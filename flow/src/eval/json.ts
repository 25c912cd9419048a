import { toText } from './functions.ts'
import type { Json } from './tree.ts'
import { Maybe, Span, Time, type Value } from './values.ts'

/** A value as it is stored: days and moments as text, whole numbers as numbers. */
export function toJson(value: Value): Json {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (value instanceof Time || value instanceof Span) return toText(value)
  if (value instanceof Maybe) return value.value === undefined ? null : toJson(value.value)
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toJson(one)]))
}

export const isJsonObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
