import type { EndpointShape } from '@throughline/contracts/endpoint'
import * as z from 'zod/mini'
import type { Column } from './table-state.ts'

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

type Content = Record<string, unknown>
const isContent = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The body with the column slipped in beside what is declared, and into everything nested that has keys of its own. */
export function slipped(body: Content, column: string, value: unknown): Content[] {
  const nested = Object.entries(body).flatMap(([key, inner]) => {
    if (isContent(inner) && !(column in inner)) return [{ ...body, [key]: { ...inner, [column]: value } }]
    if (!Array.isArray(inner)) return []
    const [first] = inner
    return isContent(first) && !(column in first)
      ? [{ ...body, [key]: [{ ...first, [column]: value }, ...inner.slice(1)] }]
      : []
  })
  return [{ ...body, [column]: value }, ...nested]
}
