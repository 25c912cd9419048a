import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Scope } from '../../core/db/tenant-tx.ts'
import { countStorage } from '../../core/storage/quota.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { dropDocuments } from './drop.service.ts'
import { deleteUpload, expiredUploads } from './uploads.queries.ts'

const CHUNK_SIZE = 50

/** Everybody saw it, so everybody may read its name in the audit when it is gone. */
const openToAll = (tenantId: string) => sql<boolean>`(workflow_id is null or not narrowed and not exists (
  select from workflows w where w.tenant_id = ${tenantId} and w.id = documents.workflow_id and w.visibility = 'limited')) and (form_id is null or instance_id is not null or not exists (
  select from forms f where f.tenant_id = ${tenantId} and f.id = documents.form_id and f.visibility = 'limited'))`

/** Whoever takes one back out of the trash at this moment is waited for. */
const oldTrash = (db: Db, tenantId: string) =>
  db
    .selectFrom('documents')
    .select(['id', 'name'])
    .select(openToAll(tenantId).as('open'))
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', '<', sql<Date>`now() - interval '30 days'`)
    .limit(CHUNK_SIZE)
    .forUpdate()
    .execute()

const emptyTrash = (ctx: Context, scope: Scope): Promise<number> =>
  inTenant(ctx, scope, async (tx) => {
    const old = await oldTrash(tx.db, tx.tenantId)
    const ids = old.map(({ id }) => id)
    countStorage(tx, -(await dropDocuments(tx.db, tx.tenantId, ids)))
    for (const { id, ...data } of old) tx.audit({ act: 'document.purged', kind: 'document', id, data })
    return ids.length
  })

/** Under the lock of their rows: whoever stores the same content meanwhile waits, and then stores it anew. */
const removeUnreferenced = (ctx: Context, storage: Storage, scope: Scope): Promise<number> =>
  inTenant(ctx, scope, async ({ db, tenantId }) => {
    const blobs = await db
      .selectFrom('blobs')
      .select(['sha256', 'object_key'])
      .where('tenant_id', '=', tenantId)
      .where('ref_count', '=', 0)
      .where('unreferenced_since', '<', sql<Date>`now() - interval '7 days'`)
      .limit(CHUNK_SIZE)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { sha256, object_key } of blobs) {
      await storage.remove(object_key)
      await db.deleteFrom('blobs').where('tenant_id', '=', tenantId).where('sha256', '=', sha256).execute()
    }
    return blobs.length
  })

/** What a completed one became stays. */
const removeExpiredUploads = (ctx: Context, storage: Storage, scope: Scope): Promise<number> =>
  inTenant(ctx, scope, async ({ db, tenantId }) => {
    const uploads = await expiredUploads(db, tenantId, CHUNK_SIZE)
    for (const { id, state, object_key, multipart_id, form_id, document_id } of uploads) {
      // What a respondent sent for a response that never came is nobody's.
      const isUnused = state === 'uploading' || (form_id !== null && document_id === null)
      if (isUnused) await storage.parts.drop({ objectKey: object_key, multipartId: multipart_id })
      await deleteUpload(db, tenantId, id)
    }
    return uploads.length
  })

/** A bite of each; says how much it was, so that the job knows whether to come again. */
export const purgeDocuments = async (ctx: Context, storage: Storage, scope: Scope): Promise<number> =>
  (await emptyTrash(ctx, scope)) +
  (await removeUnreferenced(ctx, storage, scope)) +
  (await removeExpiredUploads(ctx, storage, scope))
