import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { MemberId, WorkflowId } from './ids.ts'
import { PageQuery } from './paging.ts'
import { FlowDoc } from './workflow-document.ts'
import { Author, AuthoredChange, Workflow, WorkflowInput, workflowParams } from './workflows.ts'

const versionParams = z.object({ workflowId: WorkflowId, number: z.coerce.number().check(z.int(), z.minimum(1)) })
const base_version = z.number().check(z.int())
const whole = z.object({ data: Workflow })

/** A stale one answers 409: `errors` names each place changed since then, with who changed it. */
export const saveDraft = endpoint({
  method: 'PUT',
  path: '/v1/workflows/:workflowId/draft/',
  summary: 'Autosave of the shared draft; a stale base_version answers 409 with what changed since',
  access: 'workflows.publish',
  rate: 'write',
  params: workflowParams,
  body: z.strictObject({ base_version, document: WorkflowInput }),
  response: whole,
})

export const discardDraft = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/draft/discard/',
  summary: 'Put the draft back to the published version',
  access: 'workflows.publish',
  rate: 'write',
  params: workflowParams,
  body: z.strictObject({ base_version }),
  response: whole,
})

export const publishWorkflow = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/publish/',
  summary: 'Make the draft the next version; others’ changes must be named in include_authors',
  access: 'workflows.publish',
  rate: 'write',
  params: workflowParams,
  body: z.strictObject({
    base_version,
    include_authors: z._default(z.array(MemberId).check(z.maxLength(200)), []),
    note: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  }),
  response: whole,
})

export const WorkflowVersion = z.object({
  number: z.number(),
  hash: z.string(),
  note: z.string(),
  published_at: z.string(),
  published_by: z.nullable(Author),
  /** Whose changes it holds. */
  authors: z.array(Author),
  change_count: z.number(),
})
export type WorkflowVersion = z.infer<typeof WorkflowVersion>

export const listWorkflowVersions = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/versions/',
  summary: 'Published versions, newest first',
  access: 'workflows.view',
  rate: 'read',
  params: workflowParams,
  query: z.object(PageQuery),
  response: z.object({
    data: z.array(WorkflowVersion),
    pagination: z.object({ next_cursor: z.nullable(z.string()) }),
  }),
})

export const getWorkflowVersion = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/versions/:number/',
  summary: 'A version with its document and its changes against the one before it',
  access: 'workflows.view',
  rate: 'read',
  params: versionParams,
  response: z.object({
    data: z.extend(WorkflowVersion, { document: FlowDoc, changes: z.array(AuthoredChange) }),
  }),
})

export const restoreWorkflowVersion = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/versions/:number/restore/',
  summary: 'Make the draft equal to an older version; nothing is published by it',
  access: 'workflows.publish',
  rate: 'write',
  params: versionParams,
  body: z.strictObject({ base_version }),
  response: whole,
})
