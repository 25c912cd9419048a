import { sql } from 'kysely'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { countStorage, requireRoom } from '../../core/storage/quota.ts'
import type { StoredUpload } from '../../core/storage/stored-uploads.ts'
import { publishInstanceFrame } from '../instances/instances.public.ts'
import { keyOfClient } from './document.queries.ts'
import { familyOf } from './family.ts'
import { factsOfInstance } from './location.queries.ts'
import { lockInstanceFacts } from './location.ts'
import { pokeScanning, startProcessing } from './processing/start-processing.ts'
import { publishDocumentFrame } from './publish-frames.ts'
import { firstVersion, insertVersion, shareFirstVersion } from './version.queries.ts'

export interface ResponseFile {
  /** Of the document that it becomes; made by `newDocumentIds`. */
  id: string
  element: string | null
  file: StoredUpload
}

/** In the order of time, as the database makes them. */
export async function newDocumentIds({ db }: TenantTx, count: number): Promise<string[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: string }>`select uuidv7() as id from generate_series(1, ${count})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Files that a stranger sent: documents in quarantine that nobody uploaded, of the form whose response they came with. */
export async function keepResponseFiles(
  tx: TenantTx,
  response: { formId: string; submissionId: string } | undefined,
  files: readonly ResponseFile[],
): Promise<void> {
  if (files.length === 0) return
  const { db, tenantId } = tx
  const documents = files.map(({ id, element, file }) => ({
    tenant_id: tenantId,
    id,
    form_id: response?.formId ?? null,
    submission_id: response?.submissionId ?? null,
    name: file.name,
    field_id: element,
    family: familyOf(file.media_type),
    state: 'quarantined',
    sha256: file.sha256,
    size: file.bytes,
    media_type: file.media_type,
  }))
  await db.insertInto('documents').values(documents).execute()
  for (const { id, file } of files) {
    const { name, sha256, bytes: size, media_type, object_key: quarantine_key } = file
    const version = { document_id: id, number: 1, state: 'quarantined', created_by: null } as const
    await insertVersion(db, tenantId, { ...version, name, quarantine_key, sha256, size, media_type })
  }
  const bytes = files.reduce((sum, { file }) => sum + file.bytes, 0)
  countStorage(tx, bytes)
  pokeScanning(tx)
  await requireRoom(tx, bytes)
}

/** Files that came with a mail, or from a program, become those of the instance that it has started. Answers their ids. */
export async function addOutsideFiles(
  tx: TenantTx,
  instance: { id: string; workflow_id: string },
  files: readonly StoredUpload[],
): Promise<string[]> {
  // Before room is asked for, as everywhere: who waits for the instance must not hold the room meanwhile.
  await lockInstanceFacts(tx, instance.id)
  const ids = await newDocumentIds(tx, files.length)
  const named = files.flatMap((file, at) => {
    const id = ids[at]
    return id === undefined ? [] : [{ id, element: null, file }]
  })
  await keepResponseFiles(tx, undefined, named)
  await giveToInstance(tx, instance, named)
  return ids
}

interface Held {
  id: string
  instance_id: string | null
}

/** Locked until the commit, in one order; those that were deleted meanwhile are left out. */
export async function lockResponseFiles({ db, tenantId }: TenantTx, ids: readonly string[]): Promise<Held[]> {
  if (ids.length === 0) return []
  return await db
    .selectFrom('documents')
    .select(['id', 'instance_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * A document of its own with the bytes and the name that were sent; of an instance alone, since the response has the first
 * one. What the people of another instance made of that one is not theirs to see here.
 */
async function copyDocument(tx: TenantTx, from: string, id: string): Promise<void> {
  const { db, tenantId } = tx
  const { name, state, sha256, size, media_type } = await firstVersion(db, tenantId, from)
  await sql`insert into documents (tenant_id, id, name, field_id, family, state, sha256, size, media_type)
    select tenant_id, ${id}, ${name}, field_id, ${familyOf(media_type)}, ${state}, ${sha256}::bytea, ${size}, ${media_type}
    from documents where tenant_id = ${tenantId} and id = ${from}`.execute(db)
  await shareFirstVersion(db, tenantId, from, id)
  countStorage(tx, size)
  if (state === 'clean') startProcessing(tx, { documentId: id, number: 1, tries: 1 })
  if (state === 'quarantined') pokeScanning(tx)
}

/** Files become those of an instance that nobody else sees yet, or that is locked. */
export async function giveToInstance(
  tx: TenantTx,
  instance: { id: string; workflow_id: string },
  files: readonly { id: string; copyOf?: string | undefined }[],
): Promise<void> {
  if (files.length === 0) return
  const { db, tenantId } = tx
  const { id: instance_id, workflow_id } = instance
  const { entity_key, client_id, narrowed } = await factsOfInstance(db, tenantId, instance_id)
  const place = { instance_id, workflow_id, narrowed, entity_key, client_id }
  for (const { id, copyOf } of files) {
    if (copyOf !== undefined) await copyDocument(tx, copyOf, id)
    await db
      .updateTable('documents')
      .set({ ...place, client_key: keyOfClient(tenantId, client_id), updated_at: sql`now()` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute()
    await publishDocumentFrame(tx, 'document.added', { id, task_id: null, instance_id, workflow_id, narrowed })
  }
  await publishInstanceFrame(tx, 'instance.file_added', { ...instance, narrowed })
}
