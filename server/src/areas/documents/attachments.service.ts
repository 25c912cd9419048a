import type { InstanceFile } from '@throughline/contracts/instances'
import type { Attachment } from '@throughline/contracts/tasks'
import type * as z from 'zod/mini'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { refer } from '../../core/storage/blobs.queries.ts'
import type { KeptFile } from '../../core/storage/kept-uploads.ts'
import { type Shown, tellInstancePages, tellTaskPages } from '../instances/sight.service.ts'
import { type People, peopleOf, personOf } from '../instances/wire.service.ts'
import { type FileRow, filesOfTask, insertFile } from './documents.queries.ts'

export { countInstanceFiles } from './documents.queries.ts'

type Reading = Pick<TenantTx, 'db' | 'tenantId'>
export type AttachmentWire = z.input<typeof Attachment>
export type FileWire = z.input<typeof InstanceFile>

const fileUrl = (instanceId: string, id: string) => `/v1/instances/${instanceId}/files/${id}/download/`

export const attachmentOnWire = (row: FileRow, instanceId: string, people: People): AttachmentWire => ({
  id: row.id,
  filename: row.name,
  name: row.name,
  size: row.size,
  content_type: row.media_type,
  file_url: fileUrl(instanceId, row.id),
  created_at: row.created_at.toISOString(),
  uploaded_by: personOf(people, row.uploaded_by),
})

export const fileOnWire = (row: FileRow, people: People, taskName: string | undefined): FileWire => ({
  id: row.id,
  filename: row.name,
  content_type: row.media_type,
  file_size: row.size,
  created_at: row.created_at.toISOString(),
  field_id: row.field_id,
  task_id: row.task_id,
  task_name: taskName ?? null,
  uploaded_by: personOf(people, row.uploaded_by),
})

/** Files of a task that the viewer was found to see, oldest first. */
export async function attachmentsOf(tx: Reading, task: { id: string; instance_id: string }): Promise<AttachmentWire[]> {
  const rows = await filesOfTask(tx.db, tx.tenantId, task.id)
  const people = await peopleOf(
    tx,
    rows.map(({ uploaded_by }) => uploaded_by),
  )
  return rows.map((row) => attachmentOnWire(row, task.instance_id, people))
}

interface Place {
  instance: Shown
  task?: { id: string } | undefined
  fieldId?: string | undefined
}

/** Of a file that was scanned and kept: its row and the count of its content, or neither. */
export async function keepAttachment(
  tx: TenantTx,
  viewer: Viewer,
  file: KeptFile,
  { instance, task, fieldId }: Place,
): Promise<FileRow> {
  const { db, tenantId } = tx
  const { name, ...content } = file
  await refer(db, tenantId, content)
  const row = await insertFile(db, tenantId, {
    name,
    instance_id: instance.id,
    workflow_id: instance.workflow_id,
    task_id: task?.id ?? null,
    field_id: fieldId ?? null,
    sha256: content.sha256,
    size: content.bytes,
    media_type: content.media_type,
    uploaded_by: viewer.memberId,
  })
  await tellInstancePages(tx, 'instance.file_added', instance)
  if (task) await tellTaskPages(tx, 'task.file_added', task.id, instance)
  const subject = task ? { kind: 'task', id: task.id } : { kind: 'instance', id: instance.id }
  tx.audit({ act: `${subject.kind}.file_added`, ...subject, data: { name, file: row.id, size: content.bytes } })
  return row
}
