import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { refer } from '../../core/storage/blobs.queries.ts'
import { countStorage, requireRoom } from '../../core/storage/quota.ts'
import type { StoredUpload } from '../../core/storage/stored-uploads.ts'
import { clientNamed } from '../instances/instances.public.ts'
import { beginTask } from '../tasks/tasks.public.ts'
import { keyOfClient } from './document.queries.ts'
import { familyOf } from './family.ts'
import { type DocumentLocation, lockLocation } from './location.ts'
import { askAgain, setCurrent } from './new-current.ts'
import { pokeScanning, startProcessing } from './processing/start-processing.ts'
import { audienceOfDocument, emitDocumentFrame } from './publish-frames.ts'
import { lockTaskNames, sameOnTask } from './room-on-task.ts'
import { insertVersion } from './version.queries.ts'

/** What is said about a file beside where it belongs. */
export interface About {
  name?: string | undefined
  documentType?: string | undefined
  category?: string | undefined
  description?: string | undefined
  /** A client's name. */
  client?: string | undefined
  fieldId?: string | undefined
}

async function insertDocument(
  tx: TenantTx,
  memberId: string,
  file: StoredUpload,
  place: DocumentLocation,
  about: About,
) {
  const { db, tenantId } = tx
  const client_id = about.client ? await clientNamed(db, tenantId, about.client) : place.client_id
  const { id } = await db
    .insertInto('documents')
    .values({
      tenant_id: tenantId,
      ...place,
      name: file.name,
      field_id: about.fieldId ?? null,
      document_type: about.documentType ?? 'general',
      category: about.category ?? 'other',
      description: about.description ?? '',
      client_id,
      client_key: keyOfClient(tenantId, client_id),
      family: familyOf(file.media_type),
      state: file.clean ? 'clean' : 'quarantined',
      sha256: file.sha256,
      size: file.bytes,
      media_type: file.media_type,
      uploaded_by: memberId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (place.task_id) await beginTask(db, tenantId, place.task_id)
  return id
}

interface VersionedDocument {
  id: string
  version_count: number
}

/** A further version of a document that is locked until the commit. */
export async function appendVersion(
  tx: TenantTx,
  memberId: string,
  document: VersionedDocument,
  file: StoredUpload,
  restoredFrom?: number,
): Promise<number> {
  await requireRoom(tx, file.bytes)
  return await keepVersion(tx, memberId, document, file, restoredFrom)
}

/** The caller asks whether there is room. */
async function keepVersion(
  tx: TenantTx,
  memberId: string,
  document: VersionedDocument,
  file: StoredUpload,
  restoredFrom?: number,
): Promise<number> {
  const { db, tenantId } = tx
  const { name, clean, object_key, ...content } = file
  const { sha256 } = content
  if (clean) {
    if (!sha256) throw new Error('what is kept has its hash')
    await refer(db, tenantId, { ...content, sha256, object_key })
  }
  const number = document.version_count + 1
  await insertVersion(db, tenantId, {
    document_id: document.id,
    number,
    name,
    state: clean ? 'clean' : 'quarantined',
    quarantine_key: clean ? null : object_key,
    sha256,
    size: content.bytes,
    media_type: content.media_type,
    created_by: memberId,
    ...(restoredFrom !== undefined && { restored_from: restoredFrom }),
  })
  // The row of a new document says already what its first version is.
  if (number > 1) await setCurrent(tx, document.id)
  countStorage(tx, content.bytes)
  if (clean) startProcessing(tx, { documentId: document.id, number, tries: 1 })
  else pokeScanning(tx)
  return number
}

/** The location is locked, and so is the name, on a task. */
async function addOne(tx: TenantTx, memberId: string, file: StoredUpload, place: DocumentLocation, about: About) {
  const { name } = file
  const same = place.task_id ? await sameOnTask(tx, place.task_id, name) : undefined
  const id = same?.id ?? (await insertDocument(tx, memberId, file, place, about))
  const number = await keepVersion(tx, memberId, { id, version_count: same?.version_count ?? 0 }, file)
  if (!same && file.clean) await askAgain(tx, place.task_id, { document: name, version: number })
  const data = { name, size: file.bytes, version: number, instance: place.instance_id, task: place.task_id }
  tx.audit({ act: same ? 'document.version_added' : 'document.added', kind: 'document', id, data })
  return { id, isNew: !same }
}

/**
 * The one way in: the same name on the same task makes a new version, everything else a new document. What the files of a
 * request have in common is asked once: the place, room for all of them, and who is told. Answers an id for each file.
 */
export async function addFiles(
  tx: TenantTx,
  viewer: { memberId: string },
  files: readonly StoredUpload[],
  wanted: DocumentLocation,
  about: About = {},
): Promise<string[]> {
  const place = await lockLocation(tx, wanted)
  const named = files.map((file) => ({ ...file, name: about.name ?? file.name }))
  if (place.task_id) {
    await lockTaskNames(
      tx,
      place.task_id,
      named.map(({ name }) => name),
    )
  }
  const to = await audienceOfDocument(tx, place)
  const ids: string[] = []
  for (const file of named) {
    const { id, isNew } = await addOne(tx, viewer.memberId, file, place, about)
    emitDocumentFrame(tx, isNew ? 'document.added' : 'document.changed', { ...place, id }, to)
    ids.push(id)
  }
  // Last, as everybody asks for room who locks documents already.
  await requireRoom(
    tx,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  return ids
}

export async function addFile(
  tx: TenantTx,
  viewer: { memberId: string },
  file: StoredUpload,
  wanted: DocumentLocation,
  about: About = {},
): Promise<string> {
  const [id] = await addFiles(tx, viewer, [file], wanted, about)
  if (id === undefined) throw new Error('a file becomes a document')
  return id
}
