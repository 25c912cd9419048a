import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { StoredPicture } from '../../core/images/pictures.ts'
import { refer, unrefer } from '../../core/storage/blobs.queries.ts'

/** The object's name ends with the hash of its content. */
const hashIn = (objectKey: string) => Buffer.from(objectKey.slice(objectKey.lastIndexOf('/') + 1), 'hex')

export const findPicture = (db: Db, tenantId: string, websiteId: string, id: string) =>
  db
    .selectFrom('website_pictures')
    .select(['object_key', 'media_type'])
    .where('tenant_id', '=', tenantId)
    .where('website_id', '=', websiteId)
    .where('id', '=', id)
    .executeTakeFirst()

export async function pictureIds(db: Db, tenantId: string, websiteId: string): Promise<Set<string>> {
  const found = await db
    .selectFrom('website_pictures')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('website_id', '=', websiteId)
    .execute()
  return new Set(found.map(({ id }) => id))
}

/** A picture that this website has already is kept once. */
export async function keepPicture(
  db: Db,
  tenantId: string,
  websiteId: string,
  picture: StoredPicture,
): Promise<string> {
  const { objectKey: object_key, mediaType: media_type, width, height } = picture
  const known = await db
    .selectFrom('website_pictures')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('website_id', '=', websiteId)
    .where('object_key', '=', object_key)
    .executeTakeFirst()
  if (known) return known.id
  const made = await db
    .insertInto('website_pictures')
    .values({ tenant_id: tenantId, website_id: websiteId, object_key, media_type, width, height })
    .returning('id')
    .executeTakeFirstOrThrow()
  await refer(db, tenantId, { sha256: hashIn(object_key), bytes: picture.bytes, media_type, object_key })
  return made.id
}

/** For a copy of the website: the same pictures, pointed at once more, by their new ids. */
export async function copyPictures(
  db: Db,
  tenantId: string,
  from: string,
  to: string,
): Promise<ReadonlyMap<string, string>> {
  const found = await db
    .selectFrom('website_pictures')
    .select(['id', 'object_key', 'media_type', 'width', 'height'])
    .where('tenant_id', '=', tenantId)
    .where('website_id', '=', from)
    .execute()
  const copied = new Map<string, string>()
  for (const { id, ...picture } of found) {
    const made = await db
      .insertInto('website_pictures')
      .values({ tenant_id: tenantId, website_id: to, ...picture })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`update blobs set ref_count = ref_count + 1, unreferenced_since = null
      where tenant_id = ${tenantId} and sha256 = ${hashIn(picture.object_key)}`.execute(db)
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
    .returning('object_key')
    .execute()
  for (const { object_key } of gone) await unrefer(db, tenantId, hashIn(object_key))
}
