import { CODES } from '@throughline/contracts/errors'
import * as z from 'zod/mini'
import { decodeCursor, encodeCursor } from '../../core/db/cursor.ts'
import { AppError } from '../../core/errors.ts'
import type { AuditFilter, Place } from './audit.queries.ts'

const SORT = 'audit.at'
/** As many rows of one microsecond as a cursor may claim to have seen. */
const MOST_TIED = 10_000

const Keys = z.tuple([
  z.iso.datetime(),
  z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MOST_TIED)),
  z.string(),
])

export const encodePlace = ({ at, tied }: Place, filter: AuditFilter, tenantId: string): string =>
  encodeCursor(SORT, filter, [at, String(tied), tenantId])

export function decodePlace(cursor: string | undefined, filter: AuditFilter, tenantId: string): Place | undefined {
  const keys = decodeCursor(cursor, SORT, filter, 3)
  if (!keys) return undefined
  const parsed = Keys.safeParse(keys)
  if (!parsed.success || parsed.data[2] !== tenantId) {
    throw new AppError(400, CODES.invalidCursor, 'This page no longer exists. Load the list again.')
  }
  const [at, tied] = parsed.data
  return { at, tied }
}
