import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { StoredPicture } from '../../core/images/pictures.ts'
import { refer, unrefer } from '../../core/storage/blobs.queries.ts'

/** The object's name ends with the hash of its content. */
const hashIn = (objectKey: string) => Buffer.from(objectKey.slice(objectKey.lastIndexOf('/') + 1), 'hex')

export const findBanner = (db: Db, tenantId: string, formId: string, id: string) =>
  db
    .selectFrom('form_banners')
    .select(['object_key', 'media_type'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('form_id', '=', formId)
    .executeTakeFirst()

/** A picture that this form has already is kept once. */
export async function keepBanner(db: Db, tenantId: string, formId: string, picture: StoredPicture): Promise<string> {
  const { objectKey: object_key, mediaType: media_type, width, height } = picture
  const known = await db
    .selectFrom('form_banners')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
    .where('object_key', '=', object_key)
    .executeTakeFirst()
  if (known) return known.id
  const made = await db
    .insertInto('form_banners')
    .values({ tenant_id: tenantId, form_id: formId, object_key, media_type, width, height })
    .returning('id')
    .executeTakeFirstOrThrow()
  await refer(db, tenantId, { sha256: hashIn(object_key), bytes: picture.bytes, media_type, object_key })
  return made.id
}

/** For a copy of the form: the same content, pointed at once more. */
export async function copyBanner(db: Db, tenantId: string, id: string, formId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; object_key: string }>`
    insert into form_banners (tenant_id, form_id, object_key, media_type, width, height)
    select tenant_id, ${formId}, object_key, media_type, width, height from form_banners
    where tenant_id = ${tenantId} and id = ${id}
    returning id, object_key`.execute(db)
  const [made] = rows
  if (!made) return undefined
  await sql`update blobs set ref_count = ref_count + 1, unreferenced_since = null
    where tenant_id = ${tenantId} and sha256 = ${hashIn(made.object_key)}`.execute(db)
  return made.id
}

/** Of a form that goes for ever; content that nothing else points at goes later. */
export async function dropBanners(db: Db, tenantId: string, formId: string): Promise<void> {
  const gone = await db
    .deleteFrom('form_banners')
    .where('tenant_id', '=', tenantId)
    .where('form_id', '=', formId)
    .returning('object_key')
    .execute()
  for (const { object_key } of gone) await unrefer(db, tenantId, hashIn(object_key))
}

/** One that neither the draft names any longer nor any version ever named. */
export async function dropUnnamedBanner(db: Db, tenantId: string, formId: string, id: string): Promise<void> {
  const { rows } = await sql<{ object_key: string }>`
    delete from form_banners b where b.tenant_id = ${tenantId} and b.form_id = ${formId} and b.id = ${id}
      and not exists (select from form_versions v where v.tenant_id = ${tenantId} and v.form_id = ${formId}
        and v.content->'banner'->>'id' = ${id})
    returning b.object_key`.execute(db)
  for (const { object_key } of rows) await unrefer(db, tenantId, hashIn(object_key))
}
