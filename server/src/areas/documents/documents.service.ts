import type { Made, Query } from '@throughline/contracts/endpoint'
import type { DocumentId, InstanceId, TaskId } from '@throughline/contracts/ids'
import type { addInstanceFile, listInstanceFiles } from '@throughline/contracts/instances'
import type { addAttachment, listAttachments, listMyAttachments } from '@throughline/contracts/tasks'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../core/context.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/db/cursor.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { attachment } from '../../core/storage/file-name.ts'
import type { KeptFile } from '../../core/storage/kept-uploads.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { instanceIfSeen, seenInstance } from '../instances/sight.service.ts'
import { peopleOf } from '../instances/wire.service.ts'
import { seenTask } from '../tasks/tasks.service.ts'
import { visibleTo } from '../workflows/visibility.service.ts'
import { attachmentOnWire, attachmentsOf, fileOnWire, keepAttachment } from './attachments.service.ts'
import { filesOfInstance, findFile, namesOfTasks, scanTaskFiles } from './documents.queries.ts'

type Reading = Pick<TenantTx, 'db' | 'tenantId'>

const FILES = 'instance_files'
const MINE = 'task_files'
const MOST_SCANNED = 2_000

export const instanceFiles = (
  ctx: Context,
  viewer: Viewer,
  id: InstanceId,
  { cursor, limit }: Query<typeof listInstanceFiles>,
): Promise<Made<typeof listInstanceFiles>> =>
  readTenant(ctx, viewer, async (tx) => {
    await seenInstance(tx, viewer, id, { state: 'any' })
    const [before] = decodeCursor(cursor, FILES, id, 1) ?? []
    const rows = await filesOfInstance(tx.db, tx.tenantId, id, before, limit + 1)
    const { data, next } = pageOf(rows, limit, (row) => encodeCursor(FILES, id, [row.id]))
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

/** Asked before the file is received into the store: whoever may not see the instance leaves nothing there. */
export const requireInstance = (ctx: Context, viewer: Viewer, id: InstanceId) =>
  readTenant(ctx, viewer, (tx) => seenInstance(tx, viewer, id))

export const requireTask = (ctx: Context, viewer: Viewer, id: TaskId) =>
  readTenant(ctx, viewer, (tx) => seenTask(tx, viewer, id))

export const attachToInstance = (
  ctx: Context,
  viewer: Viewer,
  id: InstanceId,
  file: KeptFile,
): Promise<Made<typeof addInstanceFile>> =>
  inTenant(ctx, viewer, async (tx) => {
    const instance = await seenInstance(tx, viewer, id)
    const row = await keepAttachment(tx, viewer, file, { instance })
    return { data: fileOnWire(row, await peopleOf(tx, [viewer.memberId]), undefined) }
  })

export const taskFiles = (ctx: Context, viewer: Viewer, id: TaskId): Promise<Made<typeof listAttachments>> =>
  readTenant(ctx, viewer, async (tx) => attachmentsOf(tx, await seenTask(tx, viewer, id)))

export const attachToTask = (
  ctx: Context,
  viewer: Viewer,
  id: TaskId,
  file: KeptFile,
  fieldId: string | undefined,
): Promise<Made<typeof addAttachment>> =>
  inTenant(ctx, viewer, async (tx) => {
    const task = await seenTask(tx, viewer, id)
    const instance = { id: task.instance_id, workflow_id: task.workflow_id, narrowed: task.narrowed }
    const row = await keepAttachment(tx, viewer, file, { instance, task: { id }, fieldId })
    return [attachmentOnWire(row, task.instance_id, await peopleOf(tx, [viewer.memberId]))]
  })

/** A short page where much may not be seen; the next one is named by a header, since the answer is a plain list. */
export const newestTaskFiles = (
  ctx: Context,
  viewer: Viewer,
  { cursor, limit }: Query<typeof listMyAttachments>,
  reply: FastifyReply,
): Promise<Made<typeof listMyAttachments>> =>
  readTenant(ctx, viewer, async (tx) => {
    const [before] = decodeCursor(cursor, MINE, '', 1) ?? []
    const visible = await visibleTo(tx, viewer)
    const { rows, end } = await scanTaskFiles(tx.db, tx.tenantId, visible, before, { limit, most: MOST_SCANNED })
    if (end) reply.header('x-next-cursor', encodeCursor(MINE, '', [end]))
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

/** Whoever has a part in a task sees its files, whether or not they see the rest of the instance. */
async function seenFile(tx: Reading, viewer: Viewer, instanceId: InstanceId, fileId: DocumentId) {
  const file = await findFile(tx.db, tx.tenantId, instanceId, fileId)
  if (!file) throw notFound('The file')
  if (await instanceIfSeen(tx, viewer, instanceId, { state: 'any' })) return file
  if (!file.task_id) throw notFound('The file')
  await seenTask(tx, viewer, file.task_id)
  return file
}

/** To be saved, never to be opened: should a browser open it all the same, that page can do nothing. */
export async function sendFile(
  ctx: Context,
  storage: Storage,
  viewer: Viewer,
  { instanceId, fileId }: { instanceId: InstanceId; fileId: DocumentId },
  reply: FastifyReply,
) {
  const file = await readTenant(ctx, viewer, (tx) => seenFile(tx, viewer, instanceId, fileId))
  const content = await storage.read(file.object_key)
  reply
    .type(file.media_type)
    .header('content-length', content.length)
    .header('content-disposition', attachment(file.name))
    .header('cache-control', 'private, max-age=300')
    .header('content-security-policy', "sandbox; default-src 'none'")
  return content.stream
}
