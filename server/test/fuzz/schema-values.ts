import * as z from 'zod/mini'
import { edgeDate, edgeId, edgeNumber, edgeText, edgeValue } from './edge-values.ts'
import type { Random } from './random.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** What calls are filled from: chances, and ids and cursors that exist. */
export interface Pool {
  random: Random
  /** An id of either tenant, whatever it belongs to. */
  id: () => string
  cursor: () => string
}

const known = new WeakMap<z.core.$ZodType, JsonSchema>()

export function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const found = known.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  known.set(schema, found)
  return found
}

const DEEPEST = 6
const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

function textFor({ format, minLength = 0, maxLength }: JsonSchema, { random, id }: Pool): string {
  if (format === 'uuid') return random.chance(0.7) ? id() : edgeId(random)
  if (format === 'date-time' || format === 'date') {
    return random.chance(0.5) ? '2026-11-17T09:00:00Z' : edgeDate(random)
  }
  if (format === 'email')
    return random.pick(['a@example.test', 'a@b@c', `${'a'.repeat(300)}@example.test`, '@', 'ä@ö.test'])
  const lengths = [minLength - 1, minLength, maxLength ?? 20, (maxLength ?? 20) + 1].filter((length) => length >= 0)
  if (random.chance(0.5)) return 'x'.repeat(Math.min(random.pick(lengths), 100_000))
  return edgeText(random)
}

function numberFor({ minimum, maximum }: JsonSchema, { random }: Pool): number {
  const bounds = [minimum, maximum].filter((bound) => typeof bound === 'number')
  const near = bounds.flatMap((bound) => [bound - 1, bound, bound + 1])
  return near.length > 0 && random.chance(0.6) ? random.pick(near) : edgeNumber(random)
}

function listFor(schema: JsonSchema, root: JsonSchema, pool: Pool, depth: number): unknown[] {
  const { items, minItems = 0, maxItems = 3 } = schema
  const lengths = [0, 1, 2, minItems, Math.min(maxItems, 300), Math.min(maxItems + 1, 301)]
  const length = pool.random.pick(lengths)
  const item = Array.isArray(items) ? items[0] : items
  const one = () => (isSchema(item) ? valueFor(item, root, pool, depth + 1) : edgeValue(pool.random))
  // A long list of one entry says as much as a long list of many, and is made sooner.
  const first = one()
  return Array.from({ length }, (_, n) => (n < 5 ? (n === 0 ? first : one()) : first))
}

function objectFor(schema: JsonSchema, root: JsonSchema, pool: Pool, depth: number): Record<string, unknown> {
  const { random } = pool
  const required = new Set(schema.required ?? [])
  const entries = Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, unknown][] => {
    const left = required.has(name) ? 0.05 : 0.5
    return random.chance(left) || !isSchema(property) ? [] : [[name, valueFor(property, root, pool, depth + 1)]]
  })
  if (isSchema(schema.additionalProperties) && Object.keys(schema.properties ?? {}).length === 0) {
    entries.push([
      random.chance(0.5) ? 'key' : edgeText(random),
      valueFor(schema.additionalProperties, root, pool, depth + 1),
    ])
  }
  if (random.chance(0.05)) entries.push([random.pick(['unknown', '__proto__', '']), edgeValue(random)])
  return Object.fromEntries(entries)
}

function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { $ref } = schema
  if ($ref === undefined) return schema
  if ($ref === '#') return root
  const found = root.$defs?.[$ref.replace('#/$defs/', '')]
  return isSchema(found) ? found : {}
}

/** A value at the edges of what the schema allows; at times one of another type altogether. */
export function valueFor(given: JsonSchema, root: JsonSchema, pool: Pool, depth = 0): unknown {
  const { random } = pool
  const schema = resolved(given, root)
  if (random.chance(0.06)) return edgeValue(random)
  if (depth > DEEPEST) return null
  if (schema.const !== undefined) return schema.const
  if (schema.enum && schema.enum.length > 0) return random.pick(schema.enum)
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].filter(isSchema)
  if (options.length > 0) return valueFor(random.pick(options), root, pool, depth + 1)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'object') return objectFor(schema, root, pool, depth)
  if (type === 'array') return listFor(schema, root, pool, depth)
  if (type === 'string') return textFor(schema, pool)
  if (type === 'number' || type === 'integer') return numberFor(schema, pool)
  if (type === 'boolean') return random.chance(0.5)
  return type === 'null' ? null : edgeValue(random)
}
