import type { SitePicture } from '@throughline/flow/site-view'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Drawings } from '../../core/images/pictures.ts'
import { refer, unrefer } from '../../core/storage/blobs.queries.ts'

/** The object's name ends with the hash of its content. */
const hashIn = (objectKey: string) => Buffer.from(objectKey.slice(objectKey.lastIndexOf('/') + 1), 'hex')

/** Narrower drawings of a picture, the widest first; none is known of pictures from before there were several. */
const Smaller = z.nullable(z.array(z.object({ object_key: z.string(), width: z.number(), height: z.number() })))

const rowsOf = (db: Db, tenantId: string, websiteId: string) =>
  db
    .selectFrom('website_pictures')
    .select(['id', 'object_key', 'media_type', 'width', 'height', 'smaller'])
    .where('tenant_id', '=', tenantId)
    .where('website_id', '=', websiteId)

/** The narrowest drawing that is at least this wide; the widest where there is none, or nothing is asked for. */
export async function findPicture(db: Db, tenantId: string, websiteId: string, id: string, atLeast?: number) {
  const row = await rowsOf(db, tenantId, websiteId).where('id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const smaller = (z.parse(Smaller, row.smaller) ?? []).toReversed()
  const enough = atLeast === undefined ? undefined : smaller.find(({ width }) => width >= atLeast)
  return { media_type: row.media_type, object_key: enough?.object_key ?? row.object_key }
}

const anyOf = (ids: readonly string[]) => sql<string>`any (${ids}::uuid[])`

export type SitePictures = ReadonlyMap<string, SitePicture['drawn']>

/** Those of a website's pictures that are named, with what is known of how they were drawn. */
export async function picturesNamed(
  db: Db,
  tenantId: string,
  websiteId: string,
  ids: readonly string[],
): Promise<SitePictures> {
  if (ids.length === 0) return new Map()
  const found = await rowsOf(db, tenantId, websiteId).where('id', '=', anyOf(ids)).execute()
  return new Map(
    found.map(({ id, width, height, smaller }) => {
      const others = z.parse(Smaller, smaller)
      return [id, others ? { width, height, smaller: others.map((one) => one.width) } : undefined]
    }),
  )
}

/** A picture that this website has already is kept once. */
export async function keepPicture(
  db: Db,
  tenantId: string,
  websiteId: string,
  [widest, ...others]: Drawings,
): Promise<string> {
  const { objectKey: object_key, mediaType: media_type, width, height } = widest
  const known = await rowsOf(db, tenantId, websiteId).where('object_key', '=', object_key).executeTakeFirst()
  if (known) return known.id
  const smaller = others.map((one) => ({ object_key: one.objectKey, width: one.width, height: one.height }))
  const made = await db
    .insertInto('website_pictures')
    .values({
      tenant_id: tenantId,
      website_id: websiteId,
      object_key,
      media_type,
      width,
      height,
      smaller: JSON.stringify(smaller),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const one of [widest, ...others]) {
    const { objectKey, bytes, mediaType } = one
    await refer(db, tenantId, { sha256: hashIn(objectKey), bytes, media_type: mediaType, object_key: objectKey })
  }
  return made.id
}

const keysOf = (row: { object_key: string; smaller: unknown }): string[] => [
  row.object_key,
  ...(z.parse(Smaller, row.smaller) ?? []).map((one) => one.object_key),
]

interface PictureCopies {
  from: string
  to: string
  /** Those that the copy names. */
  ids: readonly string[]
}

/** For a copy of the website: the pictures that it names, pointed at once more, by their new ids. */
export async function copyPictures(
  db: Db,
  tenantId: string,
  { from, to, ids }: PictureCopies,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await rowsOf(db, tenantId, from).where('id', '=', anyOf(ids)).execute()
  const copied = new Map<string, string>()
  for (const { id, smaller, ...picture } of found) {
    const made = await db
      .insertInto('website_pictures')
      .values({
        tenant_id: tenantId,
        website_id: to,
        ...picture,
        smaller: smaller === null ? null : JSON.stringify(smaller),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const key of keysOf({ ...picture, smaller }))
      await sql`update blobs set ref_count = ref_count + 1, unreferenced_since = null
        where tenant_id = ${tenantId} and sha256 = ${hashIn(key)}`.execute(db)
    copied.set(id, made.id)
  }
  return copied
}

/** Of a website that goes for ever; content that nothing else points at goes later. */
export async function dropPictures(db: Db, tenantId: string, websiteId: string): Promise<void> {
  const gone = await db
    .deleteFrom('website_pictures')
    .where('tenant_id', '=', tenantId)
    .where('website_id', '=', websiteId)
    .returning(['object_key', 'smaller'])
    .execute()
  for (const row of gone) for (const key of keysOf(row)) await unrefer(db, tenantId, hashIn(key))
}
