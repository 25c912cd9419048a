import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BannerMetadata, FormContent, FormElement, FormSettings, MAX_ELEMENTS } from './form-content.ts'
import { FormId, MemberId, TeamId, WorkflowId } from './ids.ts'
import { Json } from './json.ts'
import { PageQuery } from './paging.ts'
import { instant } from './running.ts'
import { Author, WorkflowAccess } from './workflows.ts'

export const formParams = z.object({ formId: FormId })

export const FormStatus = z.enum(['draft', 'active'])
export type FormStatus = z.infer<typeof FormStatus>

/** Why an active form takes no responses: somebody closed it, its day has come, or it has as many as it was to have. */
export const FormClosed = z.object({
  because: z.enum(['by_hand', 'date', 'limit']),
  since: z.nullable(instant),
  limit: z.nullable(z.number()),
})
export type FormClosed = z.infer<typeof FormClosed>

const head = {
  id: FormId,
  title: z.string(),
  created_at: instant,
  updated_at: instant,
  status: FormStatus,
  closed: z.nullable(FormClosed),
  submission_count: z.number(),
  last_response_at: z.nullable(instant),
  /** Workflows that its responses start and the viewer may see. */
  workflow_ids: z.array(WorkflowId),
  starts: z.array(z.object({ id: WorkflowId, name: z.string(), prefix: z.string() })),
  /** The version that is public; null until there is one. */
  current_version: z.nullable(z.number()),
  access: WorkflowAccess,
  deleted_at: z.nullable(instant),
}

export const FormRow = z.object({
  ...head,
  /** Changes of the shared draft that are not published; 0 without a draft. */
  draft_changes: z.number(),
})
export type FormRow = z.infer<typeof FormRow>

export const FormFilter = z.enum(['all', 'active', 'closed', 'draft', 'trash'])
export type FormFilter = z.infer<typeof FormFilter>
export const FormSort = z.enum(['response', 'title', 'created'])
export type FormSort = z.infer<typeof FormSort>

export const listForms = endpoint({
  method: 'GET',
  path: '/v1/forms/',
  summary: 'Forms the viewer may see, by their last response unless sorted otherwise',
  access: 'publishing.view',
  rate: 'read',
  query: z.object({
    ...PageQuery,
    status: z._default(FormFilter, 'all'),
    sort: z._default(FormSort, 'response'),
    workflow: z.optional(WorkflowId),
    /** The beginning of a word of the title, without case and accents. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  response: z.object({
    status: FormFilter,
    data: z.array(FormRow),
    /** How many there are under each filter, without the search. */
    counts: z.object({ all: z.number(), active: z.number(), closed: z.number(), draft: z.number() }),
    pagination: z.object({ next_cursor: z.nullable(z.string()) }),
  }),
})

/** One change of the draft against the public version, or of a version against the one before it. */
export const FormChange = z.object({
  kind: z.enum(['added', 'removed', 'changed', 'moved']),
  what: z.enum(['element', 'setting', 'banner', 'text']),
  element: z.optional(z.string()),
  /** What people call it: the label of the element, or the setting. */
  name: z.string(),
  before: z.optional(Json),
  after: z.optional(Json),
  author: z.nullable(MemberId),
  at: z.nullable(instant),
})
export type FormChange = z.infer<typeof FormChange>

/** What stands in the way of publishing, or is worth a look: `code` has its words in the web. */
export const FormProblem = z.object({
  code: z.string(),
  level: z.enum(['error', 'warning']),
  element: z.optional(z.string()),
  data: z.optional(z.record(z.string(), Json)),
})
export type FormProblem = z.infer<typeof FormProblem>

export const FormDraft = z.object({
  based_on: z.nullable(z.number()),
  changes: z.array(FormChange),
  authors: z.array(Author),
  problems: z.array(FormProblem),
  updated_at: instant,
})
export type FormDraft = z.infer<typeof FormDraft>

const HeaderBanner = z.object({ imageUrl: z.string(), altText: z.string(), height: z.number() })

/** The whole of a form with its shared draft. `version` counts the changes of the draft: it goes back as `base_version`. */
export const Form = z.object({
  ...head,
  description: z.string(),
  elements: z.array(FormElement),
  settings: FormSettings,
  header_banner_document_id: z.nullable(z.uuid()),
  headerBanner: z.nullable(HeaderBanner),
  version: z.number(),
  changed_by: z.nullable(Author),
  draft: z.nullable(FormDraft),
  closes_at: z.nullable(instant),
  closes_after: z.nullable(z.number()),
  retention_days: z.nullable(z.number()),
  limits: z.object({ files: z.number(), megabytes: z.number(), megabytes_a_day: z.number() }),
  /** Where people fill it in, once it is published. */
  public_url: z.string(),
})
export type Form = z.infer<typeof Form>

const whole = z.object({ data: Form })

export const getForm = endpoint({
  method: 'GET',
  path: '/v1/forms/:formId/',
  summary: 'A form with its shared draft',
  access: 'publishing.view',
  rate: 'read',
  params: formParams,
  response: whole,
})

export const getFormHeader = endpoint({
  method: 'GET',
  path: '/v1/forms/:formId/header/',
  summary: 'The picture of the draft’s header banner',
  access: 'publishing.view',
  rate: 'read',
  binary: true,
  params: formParams,
  response: z.any(),
})

/** JSON as the text of a multipart field. */
export const jsonText = <T extends z.core.$ZodType>(schema: T) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text, context): unknown => {
        try {
          return JSON.parse(text)
        } catch {
          context.issues.push({ code: 'custom', message: 'not JSON', input: text })
          return undefined
        }
      }),
    ),
    schema,
  )

const BANNER_BYTES = 5 * 1_048_576
const formBody = {
  title: z.string().check(z.trim(), z.maxLength(200)),
  description: z._default(z.string().check(z.trim(), z.maxLength(5_000)), ''),
  elements: jsonText(z.array(FormElement).check(z.maxLength(MAX_ELEMENTS))),
  settings: z.optional(jsonText(FormSettings)),
  header_banner_metadata: z.optional(jsonText(BannerMetadata)),
  /** Fetched once and kept; an empty text takes the banner away. */
  header_banner_url: z.optional(z.string().check(z.maxLength(2_000))),
}
const banner = {
  field: 'header_banner',
  maxBytes: BANNER_BYTES,
  tooLarge: 'Image size should be less than 5MB',
  optional: true,
  fieldBytes: 300_000,
} as const

export const createForm = endpoint({
  method: 'POST',
  path: '/v1/forms/',
  summary: 'Make a form, as a draft',
  access: 'publishing.manage',
  rate: 'write',
  status: 201,
  file: banner,
  body: z.strictObject(formBody),
  response: whole,
})

/** A stale one answers 409: `errors` names each place changed since then, with who changed it. */
export const saveForm = endpoint({
  method: 'PUT',
  path: '/v1/forms/:formId/',
  summary: 'Keep the shared draft; a stale base_version answers 409 with what changed since',
  access: 'publishing.manage',
  rate: 'write',
  params: formParams,
  file: banner,
  body: z.strictObject({
    ...formBody,
    base_version: z.optional(z.coerce.number().check(z.int())),
  }),
  response: whole,
})

const base_version = z.number().check(z.int())

export const publishForm = endpoint({
  method: 'POST',
  path: '/v1/forms/:formId/publish/',
  summary: 'Make the draft the public version; others’ changes must be named in include_authors',
  access: 'publishing.manage',
  rate: 'write',
  params: formParams,
  body: z.strictObject({
    base_version: z.optional(base_version),
    include_authors: z._default(z.array(MemberId).check(z.maxLength(200)), []),
    note: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  }),
  response: whole,
})

export const discardFormDraft = endpoint({
  method: 'POST',
  path: '/v1/forms/:formId/draft/discard/',
  summary: 'Put the draft back to the public version',
  access: 'publishing.manage',
  rate: 'write',
  params: formParams,
  body: z.strictObject({ base_version }),
  response: whole,
})

export const unpublishForm = endpoint({
  method: 'POST',
  path: '/v1/forms/:formId/unpublish/',
  summary: 'Take a form off its public address; responses stay',
  access: 'publishing.manage',
  rate: 'write',
  params: formParams,
  response: whole,
})

export const setFormIntake = endpoint({
  method: 'PUT',
  path: '/v1/forms/:formId/intake/',
  summary:
    'Close a form to new responses or reopen it; when it closes by itself, how long responses stay, what they may hold',
  access: 'publishing.manage',
  rate: 'write',
  params: formParams,
  body: z.strictObject({
    closed: z.optional(z.boolean()),
    closes_at: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
    closes_after: z.optional(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(10_000_000)))),
    retention_days: z.optional(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(3_650)))),
    max_files: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(100))),
    max_megabytes: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(1_000))),
    max_megabytes_a_day: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
  }),
  response: whole,
})

export const duplicateForm = endpoint({
  method: 'POST',
  path: '/v1/forms/:formId/duplicate/',
  summary: 'A new form with the same content, as a draft of the viewer',
  access: 'publishing.manage',
  rate: 'write',
  status: 201,
  params: formParams,
  response: whole,
})

export const removeForm = endpoint({
  method: 'DELETE',
  path: '/v1/forms/:formId/',
  summary: 'Move a form to the trash for 30 days; its public address ends',
  access: 'publishing.manage',
  rate: 'write',
  params: formParams,
  response: z.object({ id: FormId }),
})

export const restoreForm = endpoint({
  method: 'POST',
  path: '/v1/forms/:formId/restore/',
  summary: 'Take a form back out of the trash, as it was',
  access: 'publishing.manage',
  rate: 'write',
  params: formParams,
  response: z.object({ data: FormRow }),
})

export const purgeForm = endpoint({
  method: 'DELETE',
  path: '/v1/forms/:formId/forever/',
  summary: 'Delete a form in the trash for ever, with its responses',
  access: 'trash.purge',
  rate: 'write',
  params: formParams,
  response: z.object({ id: FormId }),
})

export const setFormAccess = endpoint({
  method: 'PUT',
  path: '/v1/forms/:formId/access/',
  summary: 'Say who sees a form with its responses, files and counts',
  access: 'workflows.visibility',
  rate: 'write',
  params: formParams,
  body: z.strictObject({
    visibility: z.enum(['everyone', 'limited']),
    team_ids: z._default(z.array(TeamId).check(z.maxLength(100)), []),
    member_ids: z._default(z.array(MemberId).check(z.maxLength(200)), []),
  }),
  response: z.object({ data: WorkflowAccess }),
})

export const FormVersion = z.object({
  number: z.number(),
  note: z.string(),
  published_at: instant,
  published_by: z.nullable(Author),
  authors: z.array(Author),
  change_count: z.number(),
  submission_count: z.number(),
})
export type FormVersion = z.infer<typeof FormVersion>

const versionParams = z.object({ formId: FormId, number: z.coerce.number().check(z.int(), z.minimum(1)) })

export const listFormVersions = endpoint({
  method: 'GET',
  path: '/v1/forms/:formId/versions/',
  summary: 'Published versions, newest first',
  access: 'publishing.view',
  rate: 'read',
  params: formParams,
  query: z.object(PageQuery),
  response: z.object({ data: z.array(FormVersion), pagination: z.object({ next_cursor: z.nullable(z.string()) }) }),
})

export const getFormVersion = endpoint({
  method: 'GET',
  path: '/v1/forms/:formId/versions/:number/',
  summary: 'A version with its content and its changes against the one before it',
  access: 'publishing.view',
  rate: 'read',
  params: versionParams,
  response: z.object({ data: z.extend(FormVersion, { content: FormContent, changes: z.array(FormChange) }) }),
})

export const restoreFormVersion = endpoint({
  method: 'POST',
  path: '/v1/forms/:formId/versions/:number/restore/',
  summary: 'Make the draft equal to an older version; nothing is published by it',
  access: 'publishing.manage',
  rate: 'write',
  params: versionParams,
  body: z.strictObject({ base_version }),
  response: whole,
})
