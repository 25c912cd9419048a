import { createHash } from 'node:crypto'
import { CODES } from '@throughline/contracts/errors'
import * as z from 'zod/mini'
import { AppError } from '../errors.ts'

const VERSION = 1
const Cursor = z.tuple([z.literal(VERSION), z.string(), z.string()], z.string())
const Id = z.uuid()

const filterHash = (filter: unknown) =>
  createHash('sha256').update(JSON.stringify(filter)).digest('base64url').slice(0, 10)

/** Where the next page begins: the last row's sort keys and id. No signature: policies hold for whatever it says. */
export function encodeCursor(sort: string, filter: unknown, keys: readonly string[]): string {
  return Buffer.from(JSON.stringify([VERSION, sort, filterHash(filter), ...keys])).toString('base64url')
}

/** A cursor belongs to one list in one order under one filter. */
export function decodeCursor(
  cursor: string | undefined,
  sort: string,
  filter: unknown,
  keys: number,
): string[] | undefined {
  if (cursor === undefined) return undefined
  const refused = new AppError(400, CODES.invalidCursor, 'This page no longer exists. Load the list again.')
  let json: unknown
  try {
    json = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw refused
  }
  const parsed = Cursor.safeParse(json)
  if (!parsed.success) throw refused
  const [, givenSort, givenFilter, ...rest] = parsed.data
  if (givenSort !== sort || givenFilter !== filterHash(filter) || rest.length !== keys) throw refused
  if (!Id.safeParse(rest.at(-1)).success) throw refused
  return rest
}

/** One row more than asked for was read: it only says whether there is a next page. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => string) {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, next: rows.length > limit && last ? cursorOf(last) : undefined }
}
