import { DocumentState } from '@throughline/contracts/documents'
import type { InstanceFile } from '@throughline/contracts/instances'
import type { Attachment } from '@throughline/contracts/tasks'
import * as z from 'zod/mini'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import type { StoredUpload } from '../../core/storage/stored-uploads.ts'
import {
  type InstanceVisibility,
  type People,
  peopleOf,
  personOf,
  publishInstanceFrame,
  publishTaskFrame,
} from '../instances/instances.public.ts'
import { addFiles } from './add-file.ts'
import { type FileRow, fileRows, filesBesideTask, filesOfTask } from './documents.queries.ts'
import type { DocumentLocation } from './location.ts'

export type AttachmentWire = z.input<typeof Attachment>
export type FileWire = z.input<typeof InstanceFile>

export const fileUrl = (instanceId: string, id: string) => `/v1/instances/${instanceId}/files/${id}/download/`

export const attachmentOnWire = (row: FileRow, instanceId: string, people: People): AttachmentWire => ({
  id: row.id,
  filename: row.name,
  name: row.name,
  size: row.size,
  content_type: row.media_type,
  state: z.parse(DocumentState, row.state),
  version_number: row.current_version,
  sha256: row.sha256?.toString('hex') ?? null,
  file_url: fileUrl(instanceId, row.id),
  created_at: row.created_at.toISOString(),
  uploaded_by: personOf(people, row.uploaded_by),
})

export const fileOnWire = (row: FileRow, people: People, taskName: string | undefined): FileWire => ({
  id: row.id,
  filename: row.name,
  content_type: row.media_type,
  state: z.parse(DocumentState, row.state),
  file_size: row.size,
  created_at: row.created_at.toISOString(),
  field_id: row.field_id,
  task_id: row.task_id,
  task_name: taskName ?? null,
  uploaded_by: personOf(people, row.uploaded_by),
})

type TaskRef = { id: string; instance_id: string }

async function attachmentsOnWire(tx: ReadTx, task: TaskRef, rows: readonly FileRow[]): Promise<AttachmentWire[]> {
  const people = await peopleOf(
    tx,
    rows.map(({ uploaded_by }) => uploaded_by),
  )
  return rows.map((row) => attachmentOnWire(row, task.instance_id, people))
}

/** Files of a task that the viewer was found to see, oldest first. */
export const attachmentsOf = async (tx: ReadTx, task: TaskRef): Promise<AttachmentWire[]> =>
  attachmentsOnWire(tx, task, await filesOfTask(tx.db, tx.tenantId, task.id))

/** Those of these ids that are files of its instance, but not its own. */
export const answerFilesOf = async (tx: ReadTx, task: TaskRef, ids: readonly string[]): Promise<AttachmentWire[]> =>
  ids.length > 0 ? attachmentsOnWire(tx, task, await filesBesideTask(tx.db, tx.tenantId, task, ids)) : []

/** Files of an instance or of one of its tasks; those who have the pages of either open are told. */
export async function keepAttachments(
  tx: TenantTx,
  viewer: Pick<Viewer, 'memberId'>,
  files: readonly StoredUpload[],
  place: DocumentLocation,
  fieldId?: string,
): Promise<FileRow[]> {
  const { instance_id, workflow_id, narrowed, task_id } = place
  if (!instance_id || !workflow_id) throw new Error('an attachment belongs to an instance')
  const ids = await addFiles(tx, viewer, files, place, { fieldId })
  const instance: InstanceVisibility = { id: instance_id, workflow_id, narrowed }
  await publishInstanceFrame(tx, 'instance.file_added', instance)
  if (task_id) await publishTaskFrame(tx, 'task.file_added', task_id, instance)
  return await fileRows(tx.db, tx.tenantId, ids)
}
