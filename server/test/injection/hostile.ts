import type { EndpointShape } from '@throughline/contracts/endpoint'
import { FlowDoc, ManualStep } from '@throughline/contracts/workflow-document'
import { SaveOptions, WorkflowInput } from '@throughline/contracts/workflows'
import * as z from 'zod/mini'
import type { Column } from './column-names.ts'

/** Stands in every text that is slipped in: found anywhere in the database, it got through. */
export const MARK = 'slipped-in-8c1f'

/** A value that would do harm in a column of this type, if it were taken over. */
export function hostileValue({ type }: Column, foreignId: string): unknown {
  if (type === 'uuid') return foreignId
  if (type === 'boolean') return true
  if (/^(smallint|integer|bigint)$/.test(type)) return 1
  if (type.startsWith('timestamp')) return '2001-01-01T00:00:00Z'
  if (type === 'jsonb') return { name: MARK }
  return type.endsWith('[]') ? [MARK] : MARK
}

/** The keys that the endpoint's body has by its declaration. */
export const declaredKeys = ({ body }: Pick<EndpointShape, 'body'>): string[] =>
  body instanceof z.core.$ZodObject ? Object.keys(body._zod.def.shape) : []

/** Where the body holds a document of which its own reader takes what it knows: the whole, or what stands under a key. */
export function documentIn({ body, free_body }: Pick<EndpointShape, 'body' | 'free_body'>): string | undefined {
  if (free_body) return 'body'
  if (!(body instanceof z.core.$ZodObject)) return undefined
  return Object.entries(body._zod.def.shape).find(([, schema]) => schema === WorkflowInput)?.[0]
}

/** Keys that a document and its steps have by the language itself, or that steer what is done with it. */
const LANGUAGE = new Set([
  ...Object.keys(FlowDoc.shape),
  ...Object.keys(SaveOptions.shape),
  ...Object.keys(ManualStep.shape),
  // A template's own.
  'category',
  'tags',
])

/** The document with all of them slipped in at once, beside its keys and into each of its steps. */
export function slippedDocument(document: Content, columns: readonly { name: string; value: unknown }[]): Content {
  const more = Object.fromEntries(
    columns.filter(({ name }) => !LANGUAGE.has(name)).map(({ name, value }) => [name, value]),
  )
  const steps = isContent(document['steps']) ? document['steps'] : {}
  const laden = Object.entries(steps).map(([id, step]) => [id, isContent(step) ? { ...step, ...more } : step])
  return { ...document, ...more, steps: Object.fromEntries(laden) }
}

type Content = Record<string, unknown>
export const isContent = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The body with the column slipped in beside what is declared, and into everything nested that has keys of its own. */
export function slipped(body: Content, column: string, value: unknown, document?: string): Content[] {
  const nested = Object.entries(body).flatMap(([key, inner]) => {
    if (key === document) return []
    if (isContent(inner) && !(column in inner)) return [{ ...body, [key]: { ...inner, [column]: value } }]
    if (!Array.isArray(inner)) return []
    const [first] = inner
    return isContent(first) && !(column in first)
      ? [{ ...body, [key]: [{ ...first, [column]: value }, ...inner.slice(1)] }]
      : []
  })
  return [{ ...body, [column]: value }, ...nested]
}

/** Where each of the bodies above has what was slipped in, as an answer that refuses it names the place. */
export function slippedPaths(body: Content, column: string, document?: string): string[] {
  const nested = Object.entries(body).flatMap(([key, inner]) => {
    if (key === document) return []
    if (isContent(inner)) return column in inner ? [] : [`${key}.${column}`]
    const [first] = Array.isArray(inner) ? inner : []
    return isContent(first) && !(column in first) ? [`${key}.0.${column}`] : []
  })
  return [column, ...nested]
}

/** The body with all of them slipped in at once, wherever one could be. */
export function laden(body: Content, columns: readonly { name: string; value: unknown }[], document?: string): Content {
  const more = Object.fromEntries(columns.map(({ name, value }) => [name, value]))
  const nested = Object.entries(body).map(([key, inner]) => {
    if (key === document) return [key, inner]
    if (isContent(inner)) return [key, { ...more, ...inner }]
    const [first, ...rest] = Array.isArray(inner) ? inner : []
    return [key, isContent(first) ? [{ ...more, ...first }, ...rest] : inner]
  })
  return { ...more, ...Object.fromEntries(nested) }
}
