import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Export } from './exports.ts'
import { formParams } from './forms.ts'
import { DocumentId, FormId, InstanceId, SubmissionId, WorkflowId } from './ids.ts'
import { Json } from './json.ts'
import { PageQuery } from './paging.ts'
import { BulkResult, InstanceStatus, instant } from './running.ts'

/** Running and finished follow what it started; one that starts nothing is received. */
export const SubmissionState = z.enum(['received', 'running', 'finished', 'not_started', 'held'])
export type SubmissionState = z.infer<typeof SubmissionState>

/** What a trigger made of it. A workflow that the viewer may not see has no name and no instance here. */
export const SubmissionStart = z.object({
  workflow: z.nullable(z.object({ id: WorkflowId, name: z.string(), prefix: z.string() })),
  state: z.enum(['started', 'not_started', 'held']),
  instance: z.nullable(z.object({ id: InstanceId, key: z.string(), name: z.string(), status: InstanceStatus })),
  /** Why it was not started, in words. */
  reason: z.nullable(z.string()),
  at: instant,
})
export type SubmissionStart = z.infer<typeof SubmissionStart>

const row = {
  id: SubmissionId,
  receipt: z.string(),
  received_at: instant,
  state: SubmissionState,
  /** The version that was filled in. */
  version: z.number(),
  /** By element id; of files their documents. */
  answers: z.record(z.string(), Json),
  file_count: z.number(),
  starts: z.array(SubmissionStart),
}

export const SubmissionRow = z.object(row)
export type SubmissionRow = z.infer<typeof SubmissionRow>

/** An element of any version that can be answered: a column. */
export const SubmissionColumn = z.object({
  id: z.string(),
  label: z.string(),
  type: z.string(),
  /** Not in the public version any more. */
  removed: z.boolean(),
})
export type SubmissionColumn = z.infer<typeof SubmissionColumn>

export const SubmissionFilter = z.enum(['all', 'running', 'finished', 'not_started', 'held'])
export type SubmissionFilter = z.infer<typeof SubmissionFilter>

const filter = {
  status: z._default(SubmissionFilter, 'all'),
  /** A receipt, or the beginning of a word of an answer. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  from: z.optional(z.iso.datetime({ offset: true })),
  until: z.optional(z.iso.datetime({ offset: true })),
}

export const listSubmissions = endpoint({
  method: 'GET',
  path: '/v1/forms/:formId/submissions/',
  summary: 'Responses to a form, newest first',
  access: 'publishing.view',
  rate: 'read',
  params: formParams,
  query: z.object({ ...PageQuery, ...filter }),
  response: z.object({
    data: z.array(SubmissionRow),
    columns: z.array(SubmissionColumn),
    counts: z.object({
      all: z.number(),
      running: z.number(),
      finished: z.number(),
      not_started: z.number(),
      held: z.number(),
    }),
    pagination: z.object({ next_cursor: z.nullable(z.string()) }),
  }),
})

export const exportSubmissions = endpoint({
  method: 'GET',
  path: '/v1/forms/:formId/submissions/export/',
  summary: 'Responses to a form as CSV, a column for each field of all versions',
  access: 'publishing.view',
  rate: 'read',
  binary: true,
  params: formParams,
  query: z.object(filter),
  response: z.any(),
})

/** Stored with an export: which form, and what its list shows. */
export const SubmissionExportFilter = z.strictObject({ form: FormId, ...filter })
export type SubmissionExportFilter = z.infer<typeof SubmissionExportFilter>

export const requestSubmissionExport = endpoint({
  method: 'POST',
  path: '/v1/forms/:formId/submissions/export/',
  summary: 'Have the same rows prepared as a CSV file, however many there are; the person is told when it is ready',
  access: 'publishing.view',
  rate: 'upload',
  status: 202,
  reads: true,
  params: formParams,
  body: z.strictObject(filter),
  response: Export,
})

const submissionParams = z.object({ formId: FormId, submissionId: SubmissionId })

export const SubmissionFile = z.object({
  id: DocumentId,
  element: z.string(),
  name: z.string(),
  size: z.number(),
  state: z.enum(['quarantined', 'clean', 'infected', 'failed']),
})

export const Submission = z.object({
  ...row,
  /** The fields in the words of the version that was filled in, by page; those that were not shown are left out. */
  pages: z.array(
    z.object({
      title: z.string(),
      fields: z.array(z.object({ id: z.string(), label: z.string(), type: z.string(), value: Json })),
    }),
  ),
  files: z.array(SubmissionFile),
  /** From the first edit until it was sent; null where the page could not tell. */
  took_seconds: z.nullable(z.number()),
  device: z.nullable(z.enum(['phone', 'computer'])),
  /** Of a held one: what looks automated, by name of the sign. */
  held_because: z.array(z.enum(['honeypot', 'too_fast', 'no_token', 'no_work', 'rate'])),
})
export type Submission = z.infer<typeof Submission>

export const getSubmission = endpoint({
  method: 'GET',
  path: '/v1/forms/:formId/submissions/:submissionId/',
  summary: 'One response with its answers, files and what it started',
  access: 'publishing.view',
  rate: 'read',
  params: submissionParams,
  response: z.object({ data: Submission }),
})

export const releaseSubmission = endpoint({
  method: 'POST',
  path: '/v1/forms/:formId/submissions/:submissionId/release/',
  summary: 'A held response is real: start what it is to start',
  access: 'publishing.manage',
  rate: 'write',
  params: submissionParams,
  response: z.object({ data: Submission }),
})

export const retrySubmission = endpoint({
  method: 'POST',
  path: '/v1/forms/:formId/submissions/:submissionId/retry/',
  summary: 'Try again to start what was not started',
  access: 'publishing.manage',
  rate: 'write',
  params: submissionParams,
  response: z.object({ data: Submission }),
})

/** For triggers that were added later. */
export const startSubmissions = endpoint({
  method: 'POST',
  path: '/v1/forms/:formId/submissions/start/',
  summary: 'Start a trigger’s workflow for up to 100 responses that came before it; each at most once',
  access: 'publishing.manage',
  rate: 'write',
  params: formParams,
  body: z.strictObject({
    workflow_id: WorkflowId,
    ids: z.array(SubmissionId).check(z.minLength(1), z.maxLength(100)),
  }),
  response: z.object({ data: z.array(BulkResult) }),
})

export const eraseSubmission = endpoint({
  method: 'DELETE',
  path: '/v1/forms/:formId/submissions/:submissionId/',
  summary: 'Erase a response with its answers and the files that nothing else holds',
  access: 'publishing.manage',
  rate: 'write',
  params: submissionParams,
  response: z.object({ id: SubmissionId }),
})
