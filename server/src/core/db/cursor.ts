import { createHmac } from 'node:crypto'
import { CODES } from '@throughline/contracts/errors'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { type DataKey, open, SealBrokenError, sealDeterministic } from '../keys/cipher.ts'
import { Secret } from '../secret.ts'

/** Changed together with what a list puts into its cursors: those of before are refused then. */
const VERSION = 2
/** Cursors have few lengths, so that theirs does not tell how long a name is. */
const BLOCK_BYTES = 32
const Keys = z.array(z.string())

type Sealing = { config: Pick<Config, 'COOKIE_SECRET'> }

const keyOf = ({ config }: Sealing, tenantId: string): DataKey => ({
  header: Buffer.from([VERSION]),
  secret: new Secret(createHmac('sha256', config.COOKIE_SECRET.reveal()).update(`cursor\n${tenantId}`).digest()),
})

function padded(text: string): string {
  const bytes = Buffer.byteLength(text)
  return text.padEnd(text.length + Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES - bytes)
}

/**
 * A cursor says where the next page begins: the sort keys of the last row that was read, and its id. That row may be
 * hidden from the reader, so it is sealed. It opens for one list of one tenant, in one order under one filter. The same
 * place always has the same cursor, so that a page which is read again is known to go on as before.
 */
export function cursorsOf(ctx: Sealing, tenantId: string, sort: string, filter: unknown) {
  const aad = JSON.stringify([sort, filter])

  const encode = (keys: readonly string[]): string =>
    sealDeterministic(keyOf(ctx, tenantId), padded(JSON.stringify(keys)), aad).toString('base64url')

  function decode(cursor: string | undefined): string[] | undefined {
    if (cursor === undefined) return undefined
    try {
      const opened = open(keyOf(ctx, tenantId), Buffer.from(cursor, 'base64url'), aad)
      return z.parse(Keys, JSON.parse(opened.toString('utf8')))
    } catch (error) {
      if (!(error instanceof SealBrokenError)) throw error
      throw new AppError(400, CODES.invalidCursor, 'This page no longer exists. Load the list again.')
    }
  }

  /** Of a list that is ordered by one key and the id. */
  function decodePosition(cursor: string | undefined): { key: string; id: string } | undefined {
    const [key, id] = decode(cursor) ?? []
    return key === undefined || id === undefined ? undefined : { key, id }
  }

  return { encode, decode, decodePosition }
}

/** One row more than asked for was read: it only says whether there is a next page. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => string) {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, next: rows.length > limit && last ? cursorOf(last) : undefined }
}

interface Numbered {
  sort: string
  /** Whose numbers they are. */
  id: string
  query: { cursor?: string | undefined; limit: number }
}

/** A page of what is numbered, newest first; `rows` are those below the number, or all. */
export async function numberedPage<Row extends { number: number }>(
  ctx: Sealing,
  tenantId: string,
  { sort, id, query: { cursor, limit } }: Numbered,
  rows: (below: number | undefined, limit: number) => Promise<readonly Row[]>,
) {
  const cursors = cursorsOf(ctx, tenantId, sort, { id })
  const [below] = cursors.decode(cursor) ?? []
  const found = await rows(below === undefined ? undefined : Number(below), limit + 1)
  return pageOf(found, limit, ({ number }) => cursors.encode([String(number)]))
}
