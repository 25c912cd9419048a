import { CODES } from '@throughline/contracts/errors'
import type { TemplateSort } from '@throughline/contracts/templates'
import * as z from 'zod/mini'
import { decodeCursor, encodeCursor } from '../../core/db/cursor.ts'
import { AppError } from '../../core/errors.ts'

/** Where a template stands in the list: fewer first, then by name. */
export interface Place {
  rank: number
  nameKey: string
  id: string
}

interface Ranked {
  uses: number
  stepCount: number
}

export const rankOf = (sort: TemplateSort, { uses, stepCount }: Ranked): number =>
  ({ popular: -uses, name: 0, complexity: stepCount })[sort]

/** As the database compares: text by its bytes. */
const compareText = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

export const comparePlaces = (one: Place, other: Place): number =>
  one.rank - other.rank || compareText(one.nameKey, other.nameKey) || compareText(one.id, other.id)

/** What a column of whole numbers can hold. */
const MOST = 2_147_483_647
const Keys = z.tuple([z.coerce.number().check(z.int(), z.minimum(-MOST), z.maximum(MOST)), z.string(), z.uuid()])

export const encodePlace = (sort: TemplateSort, filter: unknown, { rank, nameKey, id }: Place): string =>
  encodeCursor(`templates.${sort}`, filter, [String(rank), nameKey, id])

export function decodePlace(cursor: string | undefined, sort: TemplateSort, filter: unknown): Place | undefined {
  const keys = decodeCursor(cursor, `templates.${sort}`, filter, 3)
  if (!keys) return undefined
  const parsed = Keys.safeParse(keys)
  if (!parsed.success) throw new AppError(400, CODES.invalidCursor, 'This page no longer exists. Load the list again.')
  const [rank, nameKey, id] = parsed.data
  return { rank, nameKey, id }
}
