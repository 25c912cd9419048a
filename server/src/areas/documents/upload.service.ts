import type { addDocument, uploadDocument } from '@throughline/contracts/document-uploads'
import type { Body } from '@throughline/contracts/endpoint'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { invalid } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { cleanFileName } from '../../core/storage/file-name.ts'
import type { StoredUpload } from '../../core/storage/stored-uploads.ts'
import { type About, addFile, addFiles } from './add-file.ts'
import { type DocumentWire, documentFor, documentsOnWire } from './document-wire.ts'
import { type LocationInput, locationFor } from './location.ts'

/** Where a file belongs and what is said about it, in whichever spelling it came. */
export interface Described {
  wanted: LocationInput
  about: About
}

const named = (name: string | undefined) => name && cleanFileName(name)

export function describedBy({ name, document_type, metadata = {} }: Body<typeof addDocument>): Described {
  const { category, description, client_id, field, ...wanted } = metadata
  const said = { category, description, client: client_id, fieldId: field }
  const about = { name: named(name), documentType: document_type, ...said }
  return { wanted, about }
}

export function describedByForm(body: Body<typeof uploadDocument>): Described {
  const { task_id, taskId, workflowId, instanceId, name, category, description, client_id, field } = body
  const about = { name: named(name), category, description, client: client_id, fieldId: field }
  return { wanted: { taskId: task_id ?? taskId, workflowId, instanceId }, about }
}

/** All or none, in one transaction; an answer for each file, in the order in which they came. */
export function uploadAll(
  ctx: Context,
  viewer: Viewer,
  files: readonly StoredUpload[],
  { wanted, about }: Described,
): Promise<DocumentWire[]> {
  if (about.name && files.length > 1) {
    throw invalid('You can name only one file at a time', [{ path: 'name', message: 'not with several files' }])
  }
  return inTenant(ctx, viewer, async (tx) => {
    const ids = await addFiles(tx, viewer, files, await locationFor(tx, viewer, wanted), about)
    return await documentsOnWire(tx, ids)
  })
}

export const upload = (
  ctx: Context,
  viewer: Viewer,
  file: StoredUpload,
  { wanted, about }: Described,
): Promise<DocumentWire> =>
  inTenant(ctx, viewer, async (tx) => {
    const id = await addFile(tx, viewer, file, await locationFor(tx, viewer, wanted), about)
    return await documentFor(tx, id)
  })
