import * as z from 'zod/mini'
import { Document, DocumentCategory, DocumentDetail, DocumentVerdict, Sha256 } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { DocumentId, InstanceId, TaskId, WorkflowId } from './ids.ts'
import { BulkResult, instant, MOST_IN_BULK } from './running.ts'

const params = z.object({ documentId: DocumentId })
const versionParams = z.object({
  documentId: DocumentId,
  number: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)),
})

/** Where it belongs from now on: the nearest of them counts; all null: to the workspace alone. */
const place = z.strictObject({
  task_id: z.nullable(TaskId),
  instance_id: z.nullable(InstanceId),
  workflow_id: z.nullable(WorkflowId),
})

export const editDocument = endpoint({
  method: 'PATCH',
  path: '/v1/documents/:documentId/',
  summary: 'Change what is said about a document, or move it',
  access: 'documents.manage',
  rate: 'write',
  params,
  body: z.strictObject({
    version: z.optional(z.number()),
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(255))),
    category: z.optional(DocumentCategory),
    description: z.optional(z.string().check(z.trim(), z.maxLength(5_000))),
    /** A client's name, made on first use; '' takes it away. */
    client_id: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    place: z.optional(place),
  }),
  response: Document,
})

export const removeDocument = endpoint({
  method: 'DELETE',
  path: '/v1/documents/:documentId/',
  summary: 'Move a document to the trash for 30 days',
  access: 'documents.manage',
  rate: 'write',
  params,
  response: z.object({ id: DocumentId }),
})

export const restoreDocument = endpoint({
  method: 'POST',
  path: '/v1/documents/:documentId/restore/',
  summary: 'Take a document out of the trash',
  access: 'documents.manage',
  rate: 'write',
  params,
  response: Document,
})

export const purgeDocument = endpoint({
  method: 'DELETE',
  path: '/v1/documents/:documentId/forever/',
  summary: 'Delete a document in the trash forever',
  access: 'trash.purge',
  rate: 'write',
  params,
  response: z.object({ id: DocumentId }),
})

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/v1/documents/:documentId/versions/:number/restore/',
  summary: 'Make an old version the current one, as a new version',
  access: 'documents.manage',
  rate: 'write',
  params: versionParams,
  response: DocumentDetail,
})

export const retryProcessing = endpoint({
  method: 'POST',
  path: '/v1/documents/:documentId/retry/',
  summary: 'Try once more what failed while the newest version was processed',
  access: 'documents.manage',
  rate: 'write',
  params,
  response: Document,
})

export const decideDocument = endpoint({
  method: 'POST',
  path: '/v1/documents/:documentId/decision/',
  summary: 'Approve or reject exactly these bytes',
  access: 'documents.manage',
  rate: 'write',
  params,
  body: z.strictObject({
    decision: DocumentVerdict,
    comment: z._default(z.string().check(z.trim(), z.maxLength(5_000)), ''),
    /** What was looked at; if it is not what is current, nothing is decided. */
    version_number: z.number(),
    sha256: Sha256,
  }),
  response: DocumentDetail,
})

export const bulkDocuments = endpoint({
  method: 'POST',
  path: '/v1/documents/bulk/',
  summary: 'One act on many documents, with a result for each',
  access: 'documents.manage',
  rate: 'write',
  body: z.strictObject({
    act: z.enum(['remove', 'restore', 'move']),
    ids: z.array(DocumentId).check(z.minLength(1), z.maxLength(MOST_IN_BULK)),
    /** Of a move. */
    place: z.optional(place),
  }),
  response: z.object({ data: z.array(BulkResult) }),
})

export const zipDocuments = endpoint({
  method: 'POST',
  path: '/v1/documents/zip/',
  summary: 'A signed address from which one archive of these documents streams, good for five minutes at most',
  access: 'documents.view',
  rate: 'write',
  reads: true,
  body: z.strictObject({ ids: z.array(DocumentId).check(z.minLength(1), z.maxLength(MOST_IN_BULK)) }),
  response: z.object({ url: z.string(), expires_at: instant }),
})
