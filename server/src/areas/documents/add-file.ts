import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { refer } from '../../core/storage/blobs.queries.ts'
import type { StoredUpload } from '../../core/storage/stored-uploads.ts'
import { clientNamed } from '../instances/clients.service.ts'
import { keyOfClient } from './document.queries.ts'
import { familyOf } from './family.ts'
import { askAgain, setCurrent } from './new-current.ts'
import { holdPlace, type Place } from './place.ts'
import { pokeScanning, startProcessing } from './processing/start-processing.ts'
import { countStorage, requireRoom } from './quota.service.ts'
import { sameOnTask } from './room-on-task.ts'
import { tellDocumentPages } from './tell-pages.ts'
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

async function insertDocument(tx: TenantTx, memberId: string, file: StoredUpload, place: Place, about: About) {
  const { db, tenantId } = tx
  const client_id = about.client ? await clientNamed(db, tenantId, about.client) : place.client_id
  const { id } = await db
    .insertInto('documents')
    .values({
      tenant_id: tenantId,
      ...place,
      name: about.name ?? file.name,
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
  return id
}

/** A further version of a document that is held until the commit. */
export async function appendVersion(
  tx: TenantTx,
  memberId: string,
  document: { id: string; version_count: number },
  file: StoredUpload,
  restoredFrom?: number,
): Promise<number> {
  const { db, tenantId } = tx
  await requireRoom(tx, file.bytes)
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

/** The one way in: the same name on the same task makes a new version, everything else a new document. */
export async function addFile(
  tx: TenantTx,
  viewer: { memberId: string },
  file: StoredUpload,
  wanted: Place,
  about: About = {},
): Promise<string> {
  const place = await holdPlace(tx, wanted)
  const name = about.name ?? file.name
  const same = place.task_id ? await sameOnTask(tx, place.task_id, name) : undefined
  const id = same?.id ?? (await insertDocument(tx, viewer.memberId, file, place, about))
  const document = { id, version_count: same?.version_count ?? 0 }
  const number = await appendVersion(tx, viewer.memberId, document, { ...file, name })
  if (!same && file.clean) await askAgain(tx, place.task_id, { document: name, version: number })
  await tellDocumentPages(tx, same ? 'document.changed' : 'document.added', { id, ...place })
  const data = { name, size: file.bytes, version: number, instance: place.instance_id, task: place.task_id }
  tx.audit({ act: same ? 'document.version_added' : 'document.added', kind: 'document', id, data })
  return id
}
