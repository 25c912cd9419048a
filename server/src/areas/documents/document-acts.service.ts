import { isDeepStrictEqual } from 'node:util'
import type { editDocument } from '@throughline/contracts/document-acts'
import type { Body } from '@throughline/contracts/endpoint'
import type { DocumentId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { JsonObject } from '../../core/db/schema.gen.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict, staleVersion } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { cleanFileName } from '../../core/storage/file-name.ts'
import { countStorage } from '../../core/storage/quota.ts'
import { clientNamed, lockInstancesOf } from '../instances/instances.public.ts'
import { decisionsAbout, isDecided } from './decisions.queries.ts'
import { changeDocument, type DocumentChange, keyOfClient, type StoredDocument } from './document.queries.ts'
import { requireVisibleDocument } from './document-visibility.ts'
import { documentFor } from './document-wire.ts'
import { dropDocuments } from './drop.service.ts'
import { type DocumentLocation, locationFor, lockLocation } from './location.ts'
import { askAgain } from './new-current.ts'
import { isForbiddenOwn } from './own-version.ts'
import { audienceOfDocument, publishDocumentFrame } from './publish-frames.ts'
import { freeName, requireName, roomOnTask } from './room-on-task.ts'

type Edit = Omit<Body<typeof editDocument>, 'version'>
const SAID = ['name', 'category', 'description', 'client_id'] as const

async function recordAct(tx: TenantTx, act: string, document: StoredDocument, data: JsonObject = {}) {
  await publishDocumentFrame(tx, act, document)
  tx.audit({ act, kind: 'document', id: document.id, data: { name: document.name, ...data } })
}

const askAgainAbout = (tx: TenantTx, taskId: string | null, { name, current_version }: StoredDocument) =>
  askAgain(tx, taskId, { document: name, version: current_version })

async function saidBy(tx: TenantTx, edit: Edit): Promise<DocumentChange> {
  const change: DocumentChange = {}
  if (edit.name !== undefined) change.name = cleanFileName(edit.name)
  if (edit.category !== undefined) change.category = edit.category
  if (edit.description !== undefined) change.description = edit.description
  if (edit.client_id !== undefined) {
    change.client_id = edit.client_id ? await clientNamed(tx.db, tx.tenantId, edit.client_id) : null
    change.client_key = keyOfClient(tx.tenantId, change.client_id)
  }
  return change
}

type Where = Pick<DocumentLocation, 'workflow_id' | 'instance_id' | 'task_id'>
const idsOf = ({ workflow_id, instance_id, task_id }: Where) => ({
  workflow: workflow_id,
  instance: instance_id,
  task: task_id,
})

/** What its uploader approved elsewhere would stand as approved at a step that forbids just that. */
async function refuseOwnApproval(tx: TenantTx, { id, current_version }: StoredDocument, taskId: string) {
  const [last] = await decisionsAbout(tx.db, tx.tenantId, id, 1)
  if (last?.verdict !== 'approve' || last.number !== current_version) return
  if (await isForbiddenOwn(tx, id, last.member_id, taskId))
    throw conflict(
      'own_version',
      'The person who uploaded this version also approved it. Someone else has to approve it first.',
    )
}

/**
 * Undefined: it stays where it is. One that was decided on keeps its status: where the decision was about other bytes it
 * is asked again, and would not be any more if a move could end that.
 */
async function newLocationOf(tx: TenantTx, viewer: Viewer, document: StoredDocument, edit: Edit) {
  if (!edit.place) return undefined
  const { task_id, instance_id, workflow_id } = edit.place
  const wanted = { taskId: task_id, instanceId: instance_id, workflowId: workflow_id }
  const { client_id: _, status, ...place } = await lockLocation(tx, await locationFor(tx, viewer, wanted))
  if (isDeepStrictEqual(idsOf(place), idsOf(document))) return undefined
  if (place.task_id) {
    await roomOnTask(tx, place.task_id)
    await refuseOwnApproval(tx, document, place.task_id)
  }
  return (await isDecided(tx.db, tx.tenantId, document.id)) ? place : { ...place, status }
}

export const edit = (ctx: Context, viewer: Viewer, id: DocumentId, { version, ...body }: Body<typeof editDocument>) =>
  inTenant(ctx, viewer, async (tx) => {
    if (body.place) {
      // Both ends of a move, before anything of them.
      const { task_id } = await requireVisibleDocument(tx, viewer, id)
      await lockInstancesOf(
        tx,
        [task_id, body.place.task_id ?? null].filter((task) => task !== null),
      )
    }
    const document = await requireVisibleDocument(tx, viewer, id, { lock: true })
    if (version !== undefined && version !== document.version) throw staleVersion()
    const said = await saidBy(tx, body)
    const changed = SAID.filter((field) => field in said && said[field] !== document[field])
    const place = await newLocationOf(tx, viewer, document, body)
    if (place || changed.length > 0) {
      const now = { ...document, ...said, ...place }
      if (now.task_id && (place || changed.includes('name'))) await requireName(tx, now.task_id, now)
      await changeDocument(tx.db, tx.tenantId, id, { ...said, ...place })
      // Those who saw it where it was, and those who see it where it is.
      await publishDocumentFrame(tx, 'document.changed', document)
      if (place) {
        await publishDocumentFrame(tx, 'document.changed', now)
        for (const taskId of new Set([document.task_id, place.task_id])) await askAgainAbout(tx, taskId, document)
      }
      const data = { name: now.name, ...(changed.length > 0 && { changed }) }
      const way = place && { from: idsOf(document), to: idsOf(place) }
      const act = place ? 'document.moved' : 'document.changed'
      tx.audit({ act, kind: 'document', id, data: { ...data, ...way } })
    }
    return await documentFor(tx, id)
  })

export const remove = (ctx: Context, viewer: Viewer, id: DocumentId) =>
  inTenant(ctx, viewer, async (tx) => {
    const document = await requireVisibleDocument(tx, viewer, id, { state: 'any', lock: true })
    if (document.deleted_at === null) {
      await changeDocument(tx.db, tx.tenantId, id, { deleted_at: sql<Date>`now()`, deleted_by: viewer.memberId })
      await recordAct(tx, 'document.removed', document)
      await askAgainAbout(tx, document.task_id, document)
    }
    return { id }
  })

export const restore = (ctx: Context, viewer: Viewer, id: DocumentId) =>
  inTenant(ctx, viewer, async (tx) => {
    const document = await requireVisibleDocument(tx, viewer, id, { state: 'trashed', lock: true })
    const { task_id } = document
    if (task_id) await roomOnTask(tx, task_id)
    const name = task_id ? await freeName(tx, task_id, document) : document.name
    await changeDocument(tx.db, tx.tenantId, id, { name, deleted_at: null, deleted_by: null })
    const data = name === document.name ? {} : { was: document.name }
    const restored = { ...document, name }
    await recordAct(tx, 'document.restored', restored, data)
    await askAgainAbout(tx, task_id, restored)
    return await documentFor(tx, id)
  })

export const purge = (ctx: Context, viewer: Viewer, id: DocumentId) =>
  inTenant(ctx, viewer, async (tx) => {
    const document = await requireVisibleDocument(tx, viewer, id, { state: 'trashed', lock: true })
    await recordAct(tx, 'document.purged', document, { open: (await audienceOfDocument(tx, document)) === undefined })
    countStorage(tx, -(await dropDocuments(tx.db, tx.tenantId, [id])))
    return { id }
  })
