import * as z from 'zod/mini'
import { Document, DocumentCategory, MAX_FILES_PER_REQUEST } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { DocumentId, InstanceId, TaskId, UploadId, WorkflowId } from './ids.ts'
import { instant } from './running.ts'

/** From here on a page takes a resumable upload: it survives a reload and a lost network. */
export const RESUMABLE_FROM = 8 * 1_048_576
const MOST_PLAIN = 200 * 1_048_576
/** The scanner reads no more. */
export const MOST_BYTES = 1_024 * 1_048_576

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(255))
const clientName = z.string().check(z.trim(), z.maxLength(200))
const description = z.string().check(z.trim(), z.maxLength(5_000))
const documentType = z.string().check(z.trim(), z.maxLength(100))
/** The field of the task's form that the file answers. */
const field = z.string().check(z.maxLength(100))

/** An empty text says the same as nothing. */
const NOTHING = z.pipe(
  z.nullable(z.literal('')),
  z.transform(() => undefined),
)
const given = <T extends z.core.$ZodType>(schema: T) => z.optional(z.union([NOTHING, schema]))

/** What the specification sends as JSON beside the file. */
export const UploadMetadata = z.strictObject({
  workflowId: given(WorkflowId),
  instanceId: given(InstanceId),
  taskId: given(TaskId),
  category: given(DocumentCategory),
  description: given(description),
  client_id: given(clientName),
  field: given(field),
})
export type UploadMetadata = z.infer<typeof UploadMetadata>

const metadataText = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(20_000)),
    z.transform((text, context): unknown => {
      try {
        return JSON.parse(text || '{}')
      } catch {
        context.issues.push({ code: 'custom', message: 'not JSON', input: text })
        return {}
      }
    }),
  ),
  UploadMetadata,
)

export const addDocument = endpoint({
  method: 'POST',
  path: '/v1/documents/',
  summary: 'Upload up to 50 files, all or none; the same name on the same task makes a new version',
  access: 'documents.manage',
  rate: 'upload',
  status: 201,
  file: { field: 'files', maxBytes: MOST_PLAIN, maxFiles: MAX_FILES_PER_REQUEST },
  body: z.strictObject({
    name: given(name),
    document_type: given(documentType),
    metadata: z.optional(metadataText),
  }),
  response: z.array(Document),
})

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/v1/documents/upload/',
  summary: 'Upload a file, mostly to a task; the same name on the same task makes a new version',
  access: 'documents.manage',
  rate: 'upload',
  status: 201,
  file: { field: 'file', maxBytes: MOST_PLAIN },
  body: z.strictObject({
    task_id: given(TaskId),
    taskId: given(TaskId),
    workflowId: given(WorkflowId),
    instanceId: given(InstanceId),
    name: given(name),
    category: given(DocumentCategory),
    description: given(description),
    client_id: given(clientName),
    field: given(field),
  }),
  response: Document,
})

export const addVersion = endpoint({
  method: 'POST',
  path: '/v1/documents/:documentId/versions/',
  summary: 'Upload a new version of a document',
  access: 'documents.manage',
  rate: 'upload',
  status: 201,
  params: z.object({ documentId: DocumentId }),
  file: { field: 'file', maxBytes: MOST_PLAIN },
  response: Document,
})

const partNumber = z.number().check(z.int(), z.minimum(1), z.maximum(10_000))

/** A part as the store has it: what it answered when the part had arrived. */
const ArrivedPart = z.strictObject({ number: partNumber, etag: z.string().check(z.minLength(1), z.maxLength(200)) })
export type ArrivedPart = z.infer<typeof ArrivedPart>

export const Upload = z.object({
  id: UploadId,
  name: z.string(),
  size: z.number(),
  state: z.enum(['uploading', 'completed']),
  part_bytes: z.number(),
  /** Those that lie in the store at their full size, numbered from 1. */
  parts: z.array(ArrivedPart),
  received: z.number(),
  expires_at: instant,
  /** Of a completed one: the document it became. */
  document_id: z.nullable(DocumentId),
})
export type Upload = z.infer<typeof Upload>

export const beginUpload = endpoint({
  method: 'POST',
  path: '/v1/uploads/',
  summary: 'Begin a resumable upload: its parts go straight to the object store',
  access: 'documents.manage',
  rate: 'upload',
  status: 201,
  body: z.strictObject({
    name,
    size: z.number().check(z.int(), z.minimum(1), z.maximum(MOST_BYTES)),
    /** A new version of this document; otherwise `metadata` says where it belongs. */
    document_id: z.optional(DocumentId),
    document_type: given(documentType),
    metadata: z.optional(UploadMetadata),
  }),
  response: z.object({ data: Upload }),
})

const params = z.object({ uploadId: UploadId })

export const listUploads = endpoint({
  method: 'GET',
  path: '/v1/uploads/',
  summary: 'The viewer’s own uploads that are not finished, newest first; their parts are asked for one by one',
  access: 'documents.manage',
  rate: 'read',
  response: z.object({ data: z.array(z.omit(Upload, { parts: true, received: true })) }),
})

export const getUpload = endpoint({
  method: 'GET',
  path: '/v1/uploads/:uploadId/',
  summary: 'What has arrived of an upload of one’s own',
  access: 'documents.manage',
  rate: 'read',
  params,
  response: z.object({ data: Upload }),
})

export const signParts = endpoint({
  method: 'POST',
  path: '/v1/uploads/:uploadId/parts/',
  summary: 'Addresses to which parts are sent by PUT, good for 15 minutes',
  access: 'documents.manage',
  rate: 'write',
  params,
  body: z.strictObject({
    numbers: z.array(partNumber).check(z.minLength(1), z.maxLength(50)),
  }),
  response: z.object({ data: z.array(z.object({ number: z.number(), size: z.number(), url: z.string() })) }),
})

export const completeUpload = endpoint({
  method: 'POST',
  path: '/v1/uploads/:uploadId/complete/',
  summary: 'All parts were sent: make the document of exactly these; again, the same one',
  access: 'documents.manage',
  rate: 'write',
  params,
  body: z.strictObject({ parts: z.array(ArrivedPart).check(z.minLength(1), z.maxLength(1_000)) }),
  response: Document,
})

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/v1/uploads/:uploadId/',
  summary: 'Give up an upload and what has arrived of it',
  access: 'documents.manage',
  rate: 'write',
  params,
  response: z.object({ id: UploadId }),
})
