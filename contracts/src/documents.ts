import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ClientId, DocumentId, InstanceId, TaskId, WorkflowId } from './ids.ts'
import { PageQuery } from './paging.ts'
import { instant, Person } from './running.ts'

/** Files of one request are added all together or not at all. */
export const MAX_FILES_PER_REQUEST = 50

export const DOCUMENT_STATUSES = ['draft', 'in_progress', 'review', 'approved', 'completed', 'rejected'] as const
export const DocumentStatus = z.enum(DOCUMENT_STATUSES)
export type DocumentStatus = z.infer<typeof DocumentStatus>

export const DOCUMENT_CATEGORIES = ['contract', 'invoice', 'report', 'form', 'image', 'other'] as const
export const DocumentCategory = z.enum(DOCUMENT_CATEGORIES)
export type DocumentCategory = z.infer<typeof DocumentCategory>

/** What the type filter names; `document` are texts, PDF, Word and presentations. */
export const DocumentFamily = z.enum(['document', 'image', 'spreadsheet', 'other'])
export type DocumentFamily = z.infer<typeof DocumentFamily>

/** Only a clean one is served to anybody. */
export const DocumentState = z.enum(['quarantined', 'clean', 'infected', 'failed'])
export type DocumentState = z.infer<typeof DocumentState>

/** none: files of this kind have none. */
export const ProcessingStep = z.enum(['waiting', 'done', 'none', 'failed'])
export type ProcessingStep = z.infer<typeof ProcessingStep>

export const Processing = z.object({
  /** Of the newest version, which is not the current one while it is checked. */
  version_number: z.number(),
  state: DocumentState,
  thumbnail: ProcessingStep,
  pages: ProcessingStep,
  text: ProcessingStep,
  /** Text of scans and pictures. */
  ocr: ProcessingStep,
  preview: ProcessingStep,
  /** Text beyond 1 MB is not searched. */
  text_cut: z.boolean(),
  page_count: z.nullable(z.number()),
  /** What was found in it, or why it cannot be checked, in plain words. */
  problem: z.nullable(z.string()),
  can_retry: z.boolean(),
})
export type Processing = z.infer<typeof Processing>

export const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

export const DocumentVerdict = z.enum(['approve', 'reject'])

/** The newest decision, and whether it is about the bytes that are current. */
export const Approval = z.object({
  state: z.enum(['approved', 'rejected', 'changed']),
  verdict: DocumentVerdict,
  by: z.nullable(Person),
  at: instant,
  comment: z.string(),
  version_number: z.number(),
  sha256: z.string(),
})
export type Approval = z.infer<typeof Approval>

export const DocumentEntity = z.object({
  entityType: z.enum(['workflow', 'instance', 'task']),
  entityId: z.uuid(),
  entityLabel: z.string(),
})
export type DocumentEntity = z.infer<typeof DocumentEntity>

export const Document = z.object({
  id: DocumentId,
  name: z.string(),
  filename: z.string(),
  original_filename: z.string(),
  /** Three spellings of one fact, found in the bytes. */
  type: z.string(),
  content_type: z.string(),
  mime_type: z.string(),
  family: DocumentFamily,
  size: z.number(),
  status: DocumentStatus,
  /** Of the task it belongs to. */
  due_date: z.nullable(z.string()),
  assignee: z.nullable(z.string()),
  assignee_name: z.nullable(z.string()),
  assignee_avatar: z.nullable(z.string()),
  workflow_id: z.nullable(WorkflowId),
  workflow_name: z.nullable(z.string()),
  instance_id: z.nullable(InstanceId),
  instance_name: z.nullable(z.string()),
  task_id: z.nullable(TaskId),
  task_name: z.nullable(z.string()),
  task_order: z.nullable(z.number()),
  step: z.nullable(z.string()),
  attachment_level: z.enum(['workspace', 'workflow', 'instance', 'task']),
  client: z.nullable(z.object({ id: ClientId, name: z.string() })),
  /** What it belongs to, in words; '' where it belongs to the workspace alone. */
  entity: z.string(),
  category: DocumentCategory,
  document_type: z.string(),
  description: z.string(),
  metadata: z.object({
    /** The client's name, or 'Unknown'. */
    client_id: z.string(),
    entities: z.array(DocumentEntity),
    task_id: z.nullable(TaskId),
    workflow_instance_id: z.nullable(InstanceId),
    instance_name: z.nullable(z.string()),
    category: z.string(),
    description: z.string(),
  }),
  created_at: instant,
  uploaded_at: instant,
  updated_at: instant,
  uploaded_by: z.nullable(Person),
  version_count: z.number(),
  current_version: z.number(),
  /** Of the current version; null until it was read whole. */
  sha256: z.nullable(z.string()),
  thumbnail_url: z.nullable(z.string()),
  file_url: z.string(),
  downloadable: z.boolean(),
  processing: Processing,
  approval: z.nullable(Approval),
  /** Sent back with a change, so that nobody writes over somebody else's. */
  version: z.number(),
  deleted_at: z.nullable(instant),
})
export type Document = z.infer<typeof Document>

export const DocumentVersion = z.object({
  version_number: z.number(),
  name: z.string(),
  size: z.number(),
  content_type: z.string(),
  sha256: z.nullable(z.string()),
  state: DocumentState,
  problem: z.nullable(z.string()),
  created_at: instant,
  created_by: z.nullable(Person),
  is_current: z.boolean(),
  /** The version it was restored from. */
  restored_from: z.nullable(z.number()),
})
export type DocumentVersion = z.infer<typeof DocumentVersion>

/** Never changed: which bytes somebody approved or rejected. */
export const DocumentDecision = z.object({
  verdict: DocumentVerdict,
  by: z.nullable(Person),
  at: instant,
  comment: z.string(),
  version_number: z.number(),
  /** The approval it was part of. */
  task_id: z.nullable(TaskId),
})
export type DocumentDecision = z.infer<typeof DocumentDecision>

export const RelatedFile = z.object({
  id: DocumentId,
  name: z.string(),
  type: z.string(),
  task_name: z.nullable(z.string()),
})
export type RelatedFile = z.infer<typeof RelatedFile>

export const DocumentDetail = z.extend(Document, {
  /** Others of the same instance, newest first. */
  related_files: z.array(RelatedFile),
  /** Newest first, at most 100. */
  versions: z.array(DocumentVersion),
  /** Newest first, at most 100. */
  decisions: z.array(DocumentDecision),
  /** Nobody decides on a version of their own where the step forbids that. */
  can: z.object({ manage: z.boolean(), decide: z.boolean(), purge: z.boolean() }),
})
export type DocumentDetail = z.infer<typeof DocumentDetail>

/** Empty or 'all': no filter. */
const NO_FILTER = z.pipe(
  z.enum(['', 'all']),
  z.transform(() => undefined),
)
const optional = <T extends z.core.$ZodType>(schema: T) => z.optional(z.union([NO_FILTER, schema]))

export const DocumentView = z.enum(['recent', 'mine', 'active', 'completed'])
export type DocumentView = z.infer<typeof DocumentView>
export const DocumentDates = z.enum(['today', '7days', '30days'])
export type DocumentDates = z.infer<typeof DocumentDates>
export const DocumentSort = z.enum(['updated', 'created', 'name', 'client', 'entity'])
export type DocumentSort = z.infer<typeof DocumentSort>

/** In the place of a step: files of a workflow that belong to none of its steps. */
export const NO_STEP = '-'

const documentFilters = {
  /** recent: changed in the last 30 days; mine: uploaded by the viewer; active, completed: by their instances. */
  view: optional(DocumentView),
  status: optional(DocumentStatus),
  type: optional(DocumentFamily),
  /** A username: files of the tasks that are theirs. */
  assignee: optional(z.string().check(z.maxLength(200))),
  /** By when they were changed; days begin in the organisation's zone. */
  date_range: optional(DocumentDates),
  category: optional(DocumentCategory),
  client_id: optional(ClientId),
  workflow: optional(WorkflowId),
  step: optional(z.string().check(z.maxLength(200))),
  instance: optional(InstanceId),
  task: optional(TaskId),
  /** Part of the name, without case and accents. */
  search: optional(z.string().check(z.trim(), z.maxLength(100))),
}

export const listDocuments = endpoint({
  method: 'GET',
  path: '/v1/documents/',
  summary:
    'Documents the viewer may see; a page may be short where much is filtered out, further ones by X-Next-Cursor',
  access: 'documents.view',
  rate: 'read',
  query: z.object({
    ...PageQuery,
    ...documentFilters,
    sort: z._default(DocumentSort, 'updated'),
    order: z.optional(z.enum(['asc', 'desc'])),
    trash: z._default(z.stringbool(), false),
  }),
  response: z.array(Document),
})

const workflowIds = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',')),
  ),
  z.array(WorkflowId).check(z.maxLength(50)),
)

export const groupDocuments = endpoint({
  method: 'GET',
  path: '/v1/documents/groups/',
  summary: 'How many documents stand in each status, in each step of a workflow, in each view or in these workflows',
  access: 'documents.view',
  rate: 'read',
  query: z.object({
    ...documentFilters,
    by: z._default(z.enum(['status', 'step', 'view', 'workflow']), 'status'),
    /** Ids separated by commas: of which workflows, where it is by them. */
    workflows: z.optional(workflowIds),
  }),
  response: z.object({
    data: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        count: z.number(),
        /** There are more than were counted. */
        more: z.boolean(),
      }),
    ),
  }),
})

const params = z.object({ documentId: DocumentId })

export const getDocument = endpoint({
  method: 'GET',
  path: '/v1/documents/:documentId/',
  summary: 'A document with its versions and related files',
  access: 'documents.view',
  rate: 'read',
  params,
  response: DocumentDetail,
})

export const getStorage = endpoint({
  method: 'GET',
  path: '/v1/documents/storage/',
  summary: 'How much of the workspace’s storage is used, in bytes',
  access: 'documents.view',
  rate: 'read',
  /** A quota of null: without a limit. */
  response: z.object({ used: z.number(), quota: z.nullable(z.number()) }),
})

const linkQuery = z.object({
  version_number: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  /** Inline only for what can be shown without running anything: pictures, PDF, plain text. */
  open: z._default(z.enum(['inline', 'attachment']), 'attachment'),
})

export const downloadDocument = endpoint({
  method: 'GET',
  path: '/v1/documents/:documentId/download/',
  summary: 'Leads to the bytes of a document on the origin for user content',
  access: 'documents.view',
  rate: 'read',
  binary: true,
  params,
  query: linkQuery,
  response: z.any(),
})

export const linkDocument = endpoint({
  method: 'GET',
  path: '/v1/documents/:documentId/link/',
  summary: 'A signed address of a document’s bytes, good for five minutes at most',
  access: 'documents.view',
  rate: 'read',
  params,
  query: linkQuery,
  response: z.object({ url: z.string(), expires_at: instant }),
})

export const documentThumbnail = endpoint({
  method: 'GET',
  path: '/v1/documents/:documentId/thumbnail/',
  summary: 'A small picture of a document, drawn here',
  access: 'documents.view',
  rate: 'read',
  binary: true,
  params,
  response: z.any(),
})

export const openLink = endpoint({
  method: 'GET',
  path: '/v1/files/',
  summary: 'The bytes that a signed link names; only on the origin for user content',
  access: 'public',
  rate: 'read',
  binary: true,
  host: 'usercontent',
  query: z.object({ link: z.string().check(z.maxLength(1_000)) }),
  response: z.any(),
})

export const openZip = endpoint({
  method: 'GET',
  path: '/v1/files/zip/',
  summary: 'The archive that a signed link names, streamed; only on the origin for user content',
  access: 'public',
  rate: 'read',
  binary: true,
  host: 'usercontent',
  query: z.object({ link: z.string().check(z.maxLength(5_000)) }),
  response: z.any(),
})
