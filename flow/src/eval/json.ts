import { type Budget, perEntry, perKey } from './budget.ts'
import { toText } from './functions.ts'
import type { Json } from './tree.ts'
import { Maybe, Span, Time, type Value } from './values.ts'

/**
 * A value as it is stored: days and moments as text, whole numbers as numbers. A value may hold the same list or text
 * many times at no cost; written out each of them counts.
 */
export function toJson(value: Value, budget: Budget): Json {
  budget.charge(perEntry + (typeof value === 'string' ? value.length : 0))
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (value instanceof Time || value instanceof Span) return toText(value)
  if (value instanceof Maybe) return value.value === undefined ? null : toJson(value.value, budget)
  if (Array.isArray(value)) return value.map((one) => toJson(one, budget))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      budget.charge(perKey + key.length)
      return [key, toJson(one, budget)]
    }),
  )
}

export const isJsonObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
