import type { Db } from '../../core/db/bound-kysely.ts'

/** Only what was found clean has content to be served. */
export const findServed = (db: Db, tenantId: string, documentId: string, number: number) =>
  db
    .selectFrom('document_versions as v')
    .innerJoin('blobs as b', (join) =>
      join.onRef('b.tenant_id', '=', 'v.tenant_id').onRef('b.sha256', '=', 'v.blob_sha256'),
    )
    .select(['b.object_key', 'b.sha256', 'v.media_type', 'v.size', 'v.created_at'])
    .where('v.tenant_id', '=', tenantId)
    .where('v.document_id', '=', documentId)
    .where('v.number', '=', number)
    .where('v.state', '=', 'clean')
    .executeTakeFirst()

export const findThumbnail = (db: Db, tenantId: string, documentId: string, number: number) =>
  db
    .selectFrom('document_versions as v')
    .innerJoin('blobs as b', (join) =>
      join.onRef('b.tenant_id', '=', 'v.tenant_id').onRef('b.sha256', '=', 'v.thumbnail_sha256'),
    )
    .select(['b.object_key', 'b.media_type'])
    .where('v.tenant_id', '=', tenantId)
    .where('v.document_id', '=', documentId)
    .where('v.number', '=', number)
    .executeTakeFirst()

export const findActiveMember = (db: Db, tenantId: string, memberId: string) =>
  db
    .selectFrom('members as m')
    .innerJoin('roles as r', (join) => join.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.id', '=', 'm.role_id'))
    .select('r.name as role')
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', '=', memberId)
    .where('m.status', '=', 'active')
    .executeTakeFirst()
