import type { editDocument } from '@throughline/contracts/document-acts'
import type { Body } from '@throughline/contracts/endpoint'
import type { DocumentId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { staleVersion } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { cleanFileName } from '../../core/storage/file-name.ts'
import { clientNamed } from '../instances/clients.service.ts'
import { changeDocument, type DocumentChange, keyOfClient, type StoredDocument } from './document.queries.ts'
import { seenDocument } from './document-sight.ts'
import { documentFor } from './document-wire.ts'
import { dropDocuments } from './drop.service.ts'
import { askAgain } from './new-current.ts'
import { holdPlace, placeFor } from './place.ts'
import { countStorage } from './quota.service.ts'
import { roomOnTask } from './room-on-task.ts'
import { tellDocumentPages } from './tell-pages.ts'

type Edit = Omit<Body<typeof editDocument>, 'version'>

async function tell(tx: TenantTx, act: string, document: StoredDocument, data: Record<string, string> = {}) {
  await tellDocumentPages(tx, act, document)
  tx.audit({ act, kind: 'document', id: document.id, data: { name: document.name, ...data } })
}

const askAgainAbout = (tx: TenantTx, taskId: string | null, { name, current_version }: StoredDocument) =>
  askAgain(tx, taskId, { document: name, version: current_version })

async function changeOf(tx: TenantTx, viewer: Viewer, edit: Edit): Promise<DocumentChange> {
  const change: DocumentChange = {}
  if (edit.name !== undefined) change.name = cleanFileName(edit.name)
  if (edit.category !== undefined) change.category = edit.category
  if (edit.description !== undefined) change.description = edit.description
  if (edit.client_id !== undefined) {
    change.client_id = edit.client_id ? await clientNamed(tx.db, tx.tenantId, edit.client_id) : null
    change.client_key = keyOfClient(tx.tenantId, change.client_id)
  }
  if (!edit.place) return change
  const { task_id, instance_id, workflow_id } = edit.place
  const wanted = { taskId: task_id, instanceId: instance_id, workflowId: workflow_id }
  const { client_id: _, status: __, ...place } = await holdPlace(tx, await placeFor(tx, viewer, wanted))
  if (place.task_id) await roomOnTask(tx, place.task_id)
  return { ...change, ...place }
}

export const edit = (ctx: Context, viewer: Viewer, id: DocumentId, { version, ...body }: Body<typeof editDocument>) =>
  inTenant(ctx, viewer, async (tx) => {
    const document = await seenDocument(tx, viewer, id, { lock: true })
    if (version !== undefined && version !== document.version) throw staleVersion()
    const change = await changeOf(tx, viewer, body)
    if (Object.keys(change).length > 0) {
      await changeDocument(tx.db, tx.tenantId, id, change)
      // Those who saw it where it was, and those who see it where it is.
      await tell(tx, 'document.changed', document)
      if (body.place) {
        await tellDocumentPages(tx, 'document.changed', { ...document, ...change })
        for (const taskId of new Set([document.task_id, change.task_id ?? null]))
          await askAgainAbout(tx, taskId, document)
      }
    }
    return await documentFor(tx, id)
  })

export const remove = (ctx: Context, viewer: Viewer, id: DocumentId) =>
  inTenant(ctx, viewer, async (tx) => {
    const document = await seenDocument(tx, viewer, id, { state: 'any', lock: true })
    if (document.deleted_at === null) {
      await changeDocument(tx.db, tx.tenantId, id, { deleted_at: sql<Date>`now()`, deleted_by: viewer.memberId })
      await tell(tx, 'document.removed', document)
      await askAgainAbout(tx, document.task_id, document)
    }
    return { id }
  })

export const restore = (ctx: Context, viewer: Viewer, id: DocumentId) =>
  inTenant(ctx, viewer, async (tx) => {
    const document = await seenDocument(tx, viewer, id, { state: 'trashed', lock: true })
    await changeDocument(tx.db, tx.tenantId, id, { deleted_at: null, deleted_by: null })
    await tell(tx, 'document.restored', document)
    await askAgainAbout(tx, document.task_id, document)
    return await documentFor(tx, id)
  })

export const purge = (ctx: Context, viewer: Viewer, id: DocumentId) =>
  inTenant(ctx, viewer, async (tx) => {
    const document = await seenDocument(tx, viewer, id, { state: 'trashed', lock: true })
    await tell(tx, 'document.purged', document)
    countStorage(tx, -(await dropDocuments(tx.db, tx.tenantId, [id])))
    return { id }
  })
