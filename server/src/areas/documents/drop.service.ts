import { sql } from 'kysely'
import { among } from '../../core/db/among.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { dropSearchEntries } from '../../core/search/drop-entries.ts'

/** Comments on documents go with them, and so do their mentions. */
async function dropCommentsOn(db: Db, tenantId: string, entityIds: readonly string[]): Promise<void> {
  await sql`delete from comment_mentions m using comments c
    where c.tenant_id = ${tenantId} and c.entity_id = any (${entityIds}::uuid[])
      and m.tenant_id = ${tenantId} and m.comment_id = c.id`.execute(db)
  await db
    .deleteFrom('comments')
    .where('tenant_id', '=', tenantId)
    .where('entity_id', '=', sql<string>`any (${entityIds}::uuid[])`)
    .execute()
}

/** For ever, with their versions, texts, comments and decisions; content that nothing else points at goes later. Says how many bytes. */
export async function dropDocuments(db: Db, tenantId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  // A step that notes what it read holds its version: it is waited for, and one that comes later finds none.
  await sql`select from document_versions where tenant_id = ${tenantId} and document_id = ${among(ids)}
    order by document_id, number for update`.execute(db)
  await sql`select auth.purge_document_decisions(${ids}::uuid[])`.execute(db)
  await dropCommentsOn(db, tenantId, ids)
  await dropSearchEntries(db, tenantId, 'document', ids)
  await db
    .deleteFrom('document_texts')
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', among(ids))
    .execute()
  const { rows } = await sql<{ bytes: number }>`
    with gone as (
      delete from document_versions where tenant_id = ${tenantId} and document_id = ${among(ids)}
      returning blob_sha256, thumbnail_sha256, size),
    counted as (
      select sha256, count(*)::int as n
      from (select blob_sha256 as sha256 from gone union all select thumbnail_sha256 from gone) x
      where sha256 is not null group by sha256),
    unreferred as (
      update blobs b set ref_count = b.ref_count - c.n, unreferenced_since = case when b.ref_count = c.n then now() end
      from counted c where b.tenant_id = ${tenantId} and b.sha256 = c.sha256)
    select coalesce(sum(size), 0)::bigint as bytes from gone`.execute(db)
  await db.deleteFrom('documents').where('tenant_id', '=', tenantId).where('id', '=', among(ids)).execute()
  return rows[0]?.bytes ?? 0
}

export async function dropFilesOfInstance(db: Db, tenantId: string, instanceId: string): Promise<number> {
  const files = await db
    .selectFrom('documents')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .execute()
  return await dropDocuments(
    db,
    tenantId,
    files.map(({ id }) => id),
  )
}
