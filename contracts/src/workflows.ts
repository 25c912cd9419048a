import * as z from 'zod/mini'
import { ToolOperation } from './connections.ts'
import { endpoint } from './endpoint.ts'
import { ConnectionId, MemberId, TeamId, ToolId, WorkflowId } from './ids.ts'
import { Json } from './json.ts'
import { PageQuery } from './paging.ts'
import { Field, FlowDoc } from './workflow-document.ts'

export const workflowParams = z.object({ workflowId: WorkflowId })

/** A document as somebody sends it: any of the accepted spellings. What it means is read by `parse` of flow. */
export const WorkflowInput = z.record(z.string(), Json)
export type WorkflowInput = z.infer<typeof WorkflowInput>

/** Enough of a person to name and draw them. */
export const Author = z.object({ id: MemberId, name: z.string(), photo: z.nullable(z.string()) })
export type Author = z.infer<typeof Author>

export const WorkflowStatus = z.enum(['active', 'archived'])
export type WorkflowStatus = z.infer<typeof WorkflowStatus>
const WorkflowType = z.enum(['sequential', 'parallel'])
const StepType = z.enum(['manual', 'tool', 'approval', 'condition', 'wait', 'subworkflow'])
export type StepType = z.infer<typeof StepType>

/** Who sees a workflow and all its work: everyone, or these teams and people. */
export const WorkflowAccess = z.object({
  visibility: z.enum(['everyone', 'limited']),
  teams: z.array(z.object({ id: TeamId, name: z.string() })),
  people: z.array(Author),
})
export type WorkflowAccess = z.infer<typeof WorkflowAccess>

const instant = z.string()

const head = {
  id: WorkflowId,
  name: z.string(),
  description: z.string(),
  prefix: z.string(),
  type: WorkflowType,
  status: WorkflowStatus,
  created_at: instant,
  /** When it was last saved or published. */
  updated_at: instant,
  /** 0 until an instance is started. */
  last_instance_number: z.number(),
  instance_count: z.number(),
  /** The published version that new instances start on; null until there is one. */
  current_version: z.nullable(z.number()),
  owner: z.nullable(Author),
  access: WorkflowAccess,
}

export const WorkflowCard = z.object({
  ...head,
  category: z.string(),
  /** Of the first eleven steps, in the order of the outline. */
  step_types: z.array(StepType),
  step_count: z.number(),
  /** Changes of the shared draft that are not published; 0 without a draft. */
  draft_changes: z.number(),
  deleted_at: z.nullable(instant),
  /** Only where `triggers` was asked for: what starts it beside people. */
  triggers: z.optional(z.object({ form_submissions: z.array(Json) })),
})
export type WorkflowCard = z.infer<typeof WorkflowCard>

export const WorkflowSort = z.enum(['name', 'created', 'updated'])
export type WorkflowSort = z.infer<typeof WorkflowSort>
export const WorkflowFilter = z.enum(['all', 'active', 'archived', 'trash'])
export type WorkflowFilter = z.infer<typeof WorkflowFilter>

const flag = z._default(z.stringbool(), false)

export const listWorkflows = endpoint({
  method: 'GET',
  path: '/v1/workflows/',
  summary: 'Workflows the viewer may see, each once, in its latest version; a page of a search may be short',
  access: 'workflows.view',
  rate: 'read',
  query: z.object({
    ...PageQuery,
    status: z._default(WorkflowFilter, 'all'),
    sort: z._default(WorkflowSort, 'updated'),
    /** The beginning of a word of the name, or of the prefix; without case and accents. Ordered by what matches. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** Every answer holds each workflow once: accepted for callers that ask for it. */
    latest_only: flag,
    triggers: flag,
  }),
  response: z.object({
    data: z.array(WorkflowCard),
    /** How many there are under this filter; null where a search would have to read them all. */
    count: z.nullable(z.number()),
    pagination: z.object({ next_cursor: z.nullable(z.string()) }),
  }),
})

/** What the document names beyond itself, as far as it is there: for labels, and for the checks in the browser. */
export const WorkflowRefs = z.object({
  people: z.array(Author),
  teams: z.array(z.object({ id: TeamId, name: z.string() })),
  workflows: z.array(
    z.object({
      id: WorkflowId,
      name: z.string(),
      prefix: z.string(),
      current_version: z.nullable(z.number()),
      start_fields: z.array(Field),
      /** Workflows that it calls itself. */
      calls: z.array(z.string()),
    }),
  ),
  /** Names of all secrets that HTTP requests can send. */
  secrets: z.array(z.string()),
  /** A trigger or an API key starts it, and nobody takes the place of the starter. */
  starts_alone: z.optional(z.boolean()),
  /** Everything beside people that starts it, as far as the viewer may see it, and which variables it gives values to. */
  starts: z.optional(
    z.array(
      z.object({
        kind: z.enum(['form', 'schedule', 'webhook', 'mail', 'api']),
        name: z.string(),
        gives: z.array(z.string()),
        fixed_values: z.record(z.string(), Json),
      }),
    ),
  ),
  /** Tools that it names and that are connected, each with the connections that the viewer may use. */
  tools: z.optional(
    z.array(
      z.object({
        id: ToolId,
        name: z.string(),
        operations: z.array(z.omit(ToolOperation, { output_schema: true })),
        /** `honours_key`: its receiver recognises a repeated call whatever is called. */
        connections: z.array(z.object({ id: ConnectionId, name: z.string(), honours_key: z.boolean() })),
      }),
    ),
  ),
})
export type WorkflowRefs = z.infer<typeof WorkflowRefs>

/** What differs, as flow's `diff` says it. */
export const difference = {
  kind: z.enum(['added', 'removed', 'changed']),
  what: z.enum(['step', 'edge', 'setting']),
  class: z.enum(['text', 'form', 'people', 'time', 'tool', 'flow']),
  step: z.optional(z.string()),
  path: z.string(),
  before: z.optional(Json),
  after: z.optional(Json),
}

/** One change of the draft against the version it is based on, or of a version against the one before it. */
export const AuthoredChange = z.object({
  ...difference,
  /** Null where nobody is on record any more. */
  author: z.nullable(MemberId),
  at: z.nullable(instant),
  /** Others with a part in it: what they wrote may still be in what the last of them left. */
  also: z.optional(z.array(MemberId)),
})
export type AuthoredChange = z.infer<typeof AuthoredChange>

/** The shared draft, where it differs from the published version or there is none yet. */
export const WorkflowDraft = z.object({
  /** The version it is based on; null before the first. */
  based_on: z.nullable(z.number()),
  changes: z.array(AuthoredChange),
  authors: z.array(Author),
  errors: z.number(),
  warnings: z.number(),
  updated_at: instant,
})
export type WorkflowDraft = z.infer<typeof WorkflowDraft>

/**
 * The whole of a workflow. The document is the shared draft where there is one, so that whoever reads and saves builds on
 * everybody's changes. `version` counts the changes of the draft: it goes back as `base_version`.
 */
export const Workflow = z.object({
  ...head,
  ...FlowDoc.shape,
  id: WorkflowId,
  description: z.string(),
  version: z.number(),
  /** Who changed the draft last, published since or not. */
  changed_by: z.nullable(Author),
  draft: z.nullable(WorkflowDraft),
  refs: WorkflowRefs,
})
export type Workflow = z.infer<typeof Workflow>

export const getWorkflow = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/',
  summary: 'A workflow with its shared draft',
  access: 'workflows.view',
  rate: 'read',
  params: workflowParams,
  response: z.object({ data: Workflow }),
})

/** Why a save did not publish: it was not asked to, errors stand in the way, or others' changes are in it. */
export const SaveOutcome = z.enum(['published', 'kept', 'has_errors', 'has_others_changes'])
export type SaveOutcome = z.infer<typeof SaveOutcome>

const saved = z.object({ data: z.extend(Workflow, { saved: SaveOutcome }) })

/** Beside the document's own keys a body may carry these; they are taken out before the document is read. */
export const SaveOptions = z.object({
  /** `version` of the workflow this was based on; a stale one answers 409. */
  base_version: z.optional(z.number().check(z.int())),
  /** False keeps the draft only. */
  publish: z._default(z.boolean(), true),
  /** Others whose unpublished changes are to be published too. */
  include_authors: z._default(z.array(MemberId).check(z.maxLength(200)), []),
  /** Shown in the history. */
  note: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
})
export type SaveOptions = z.infer<typeof SaveOptions>

export const createWorkflow = endpoint({
  method: 'POST',
  path: '/v1/workflows/',
  summary: 'Make a workflow from a full document; published unless it has errors or `publish` is false',
  access: 'workflows.publish',
  rate: 'write',
  status: 201,
  free_body: true,
  body: WorkflowInput,
  response: saved,
})

export const saveWorkflow = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/',
  summary: 'Keep a full document as the draft and publish it unless it has errors; a stale base_version answers 409',
  access: 'workflows.publish',
  rate: 'write',
  params: workflowParams,
  free_body: true,
  body: WorkflowInput,
  response: saved,
})

export const removeWorkflow = endpoint({
  method: 'DELETE',
  path: '/v1/workflows/:workflowId/',
  summary:
    'Move a workflow to the trash for 30 days; with finished instances it is archived; unfinished ones refuse it',
  access: 'workflows.publish',
  rate: 'write',
  params: workflowParams,
  response: z.object({ id: WorkflowId, done: z.enum(['trashed', 'archived']) }),
})

export const restoreWorkflow = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/restore/',
  summary: 'Take a workflow back out of the trash',
  access: 'workflows.publish',
  rate: 'write',
  params: workflowParams,
  response: z.object({ data: WorkflowCard }),
})

export const purgeWorkflow = endpoint({
  method: 'DELETE',
  path: '/v1/workflows/:workflowId/forever/',
  summary: 'Delete a workflow in the trash for ever',
  access: 'trash.purge',
  rate: 'write',
  params: workflowParams,
  response: z.object({ id: WorkflowId }),
})

export const setWorkflowStatus = endpoint({
  method: 'PUT',
  path: '/v1/workflows/:workflowId/status/',
  summary: 'Archive a workflow (nothing new starts) or make it active again',
  access: 'workflows.publish',
  rate: 'write',
  params: workflowParams,
  body: z.strictObject({ status: WorkflowStatus }),
  response: z.object({ data: WorkflowCard }),
})

export const duplicateWorkflow = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/duplicate/',
  summary: 'A new workflow with the same document, as a draft of the viewer; the prefix gets the next free digit',
  access: 'workflows.publish',
  rate: 'write',
  status: 201,
  params: workflowParams,
  body: z.strictObject({ name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(120))) }),
  response: z.object({ data: Workflow }),
})

export const exportWorkflow = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/export/',
  summary: 'The document as a JSON file that can be imported elsewhere',
  access: 'workflows.view',
  rate: 'read',
  binary: true,
  params: workflowParams,
  response: z.any(),
})

export const setWorkflowAccess = endpoint({
  method: 'PUT',
  path: '/v1/workflows/:workflowId/access/',
  summary: 'Say who sees a workflow and all its work',
  access: 'workflows.visibility',
  rate: 'write',
  params: workflowParams,
  body: z.strictObject({
    visibility: z.enum(['everyone', 'limited']),
    team_ids: z._default(z.array(TeamId).check(z.maxLength(100)), []),
    member_ids: z._default(z.array(MemberId).check(z.maxLength(200)), []),
  }),
  response: z.object({ data: WorkflowAccess }),
})
