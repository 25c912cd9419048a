import type { Made, Query } from '@throughline/contracts/endpoint'
import type { DocumentId, InstanceId, TaskId } from '@throughline/contracts/ids'
import type { addInstanceFile, listInstanceFiles } from '@throughline/contracts/instances'
import type { addAttachment, listAttachments, listMyAttachments } from '@throughline/contracts/tasks'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { notFound } from '../../core/errors.ts'
import type { ApiKeyViewer } from '../../core/http/api-key.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { requireRoom } from '../../core/storage/quota.ts'
import type { StoredUpload } from '../../core/storage/stored-uploads.ts'
import type { UploadedFile } from '../../core/storage/uploaded-file.ts'
import { findStartedByKey, peopleOf, requireVisibleInstance } from '../instances/instances.public.ts'
import { requireVisibleTask } from '../tasks/tasks.public.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { attachmentOnWire, attachmentsOf, fileOnWire, keepAttachments } from './attachments.service.ts'
import { requireVisibleDocument } from './document-visibility.ts'
import { fileRows, filesOfInstance, namesOfTasks, scanTaskFiles } from './documents.queries.ts'
import { locationFor } from './location.ts'
import { addOutsideFiles } from './response-files.ts'
import { requireRoomAhead } from './room-on-task.ts'
import { leadToFile } from './serve.service.ts'

const FILES = 'instance_files'
const MINE = 'task_files'
const MAX_SCANNED = 2_000

export const instanceFiles = (
  ctx: Context,
  viewer: Viewer,
  id: InstanceId,
  { cursor, limit }: Query<typeof listInstanceFiles>,
): Promise<Made<typeof listInstanceFiles>> =>
  readTenant(ctx, viewer, async (tx) => {
    await requireVisibleInstance(tx, viewer, id, { state: 'any' })
    const cursors = cursorsOf(ctx, tx.tenantId, FILES, id)
    const [before] = cursors.decode(cursor) ?? []
    const rows = await filesOfInstance(tx.db, tx.tenantId, id, before, limit + 1)
    const { data, next } = pageOf(rows, limit, (row) => cursors.encode([row.id]))
    const names = await namesOfTasks(
      tx.db,
      tx.tenantId,
      data.flatMap(({ task_id }) => task_id ?? []),
    )
    const people = await peopleOf(
      tx,
      data.map(({ uploaded_by }) => uploaded_by),
    )
    return {
      data: data.map((row) => fileOnWire(row, people, names.get(row.task_id ?? ''))),
      pagination: { next_cursor: next ?? null },
    }
  })

/** Asked before the file is kept: of one that may not come to the instance, or has no room, nothing stays in the store. */
export const requireInstance = (ctx: Context, viewer: Viewer, id: InstanceId, { size }: UploadedFile) =>
  readTenant(ctx, viewer, async (tx) => {
    await requireVisibleInstance(tx, viewer, id)
    await requireRoom(tx, size)
  })

export const requireTask = (ctx: Context, viewer: Viewer, id: TaskId, files: readonly UploadedFile[]) =>
  readTenant(ctx, viewer, async (tx) => {
    await requireVisibleTask(tx, viewer, id)
    await requireRoomAhead(
      tx,
      id,
      files.map(({ fileName }) => fileName),
    )
    await requireRoom(
      tx,
      files.reduce((sum, { size }) => sum + size, 0),
    )
  })

export const attachToInstance = (
  ctx: Context,
  viewer: Viewer,
  id: InstanceId,
  file: StoredUpload,
): Promise<Made<typeof addInstanceFile>> =>
  inTenant(ctx, viewer, async (tx) => {
    const [row] = await keepAttachments(tx, viewer, [file], await locationFor(tx, viewer, { instanceId: id }))
    if (!row) throw new Error('a file becomes a document')
    return { data: fileOnWire(row, await peopleOf(tx, [viewer.memberId]), undefined) }
  })

/** By a program: to what its key has started, as nobody's file, which waits in quarantine for the scanner. */
export const attachByKey = (
  ctx: Context,
  { tenantId, keyId, workflowIds, name }: ApiKeyViewer,
  id: InstanceId,
  file: StoredUpload,
): Promise<Made<typeof addInstanceFile>> =>
  inTenant(ctx, { tenantId }, async (tx) => {
    const instance = await findStartedByKey(tx.db, tenantId, keyId, [...workflowIds], id)
    if (!instance) throw notFound('This instance')
    const [row] = await fileRows(tx.db, tenantId, await addOutsideFiles(tx, instance, [file]))
    if (!row) throw new Error('a file becomes a document')
    const data = { name: file.name, size: file.bytes, instance: id, source: 'api', source_name: name }
    tx.audit({ act: 'document.added', kind: 'document', id: row.id, data })
    return { data: fileOnWire(row, new Map(), undefined) }
  })

export const taskFiles = (ctx: Context, viewer: Viewer, id: TaskId): Promise<Made<typeof listAttachments>> =>
  readTenant(ctx, viewer, async (tx) => attachmentsOf(tx, await requireVisibleTask(tx, viewer, id)))

export const attachToTask = (
  ctx: Context,
  viewer: Viewer,
  id: TaskId,
  files: readonly StoredUpload[],
  fieldId: string | undefined,
): Promise<Made<typeof addAttachment>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { instance_id } = await requireVisibleTask(tx, viewer, id)
    const rows = await keepAttachments(tx, viewer, files, await locationFor(tx, viewer, { taskId: id }), fieldId)
    const people = await peopleOf(tx, [viewer.memberId])
    return rows.map((row) => attachmentOnWire(row, instance_id, people))
  })

/** A short page where much may not be seen; the next one is named by a header, since the answer is a plain list. */
export const newestTaskFiles = (
  ctx: Context,
  viewer: Viewer,
  { cursor, limit }: Query<typeof listMyAttachments>,
  reply: FastifyReply,
): Promise<Made<typeof listMyAttachments>> =>
  readTenant(ctx, viewer, async (tx) => {
    const cursors = cursorsOf(ctx, tx.tenantId, MINE, '')
    const [before] = cursors.decode(cursor) ?? []
    const visible = await visibleTo(tx, viewer)
    const { rows, end } = await scanTaskFiles(tx.db, tx.tenantId, visible, before, { limit, most: MAX_SCANNED })
    if (end) reply.header('x-next-cursor', cursors.encode([end]))
    const people = await peopleOf(
      tx,
      rows.map(({ uploaded_by }) => uploaded_by),
    )
    return rows.map((row) => ({
      ...attachmentOnWire(row, row.instance_id, people),
      task_id: row.task_id,
      task_name: row.task_name,
    }))
  })

/** Seen as every document is; only under the instance it belongs to. */
export async function leadToInstanceFile(
  ctx: Context,
  viewer: Viewer,
  { instanceId, fileId }: { instanceId: InstanceId; fileId: DocumentId },
  reply: FastifyReply,
) {
  const { instance_id } = await readTenant(ctx, viewer, (tx) => requireVisibleDocument(tx, viewer, fileId))
  if (instance_id !== instanceId) throw notFound('The file')
  return await leadToFile(ctx, viewer, fileId, { open: 'attachment' }, reply)
}
