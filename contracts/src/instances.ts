import * as z from 'zod/mini'
import { DocumentState } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { Export } from './exports.ts'
import { ClientId, DocumentId, InstanceId, WorkflowId } from './ids.ts'
import { Json } from './json.ts'
import { PageQuery } from './paging.ts'
import {
  countedFilters,
  DueDate,
  InstanceSource,
  InstanceStatus,
  instant,
  Late,
  namesOf,
  Person,
  Priority,
  ShownAnswer,
  Waiting,
  WorkflowName,
} from './running.ts'
import { TaskRow } from './tasks.ts'
import { Field } from './workflow-document.ts'

export const instanceParams = z.object({ instanceId: InstanceId })

/** Free keys beside the known ones; `_trigger` is not shown. */
export const InstanceMetadata = z.catchall(
  z.object({ priority: z.optional(Priority), customer: z.optional(z.string()) }),
  Json,
)

const row = {
  id: InstanceId,
  /** INV-12 */
  key: z.string(),
  number: z.number(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  status: InstanceStatus,
  /** How it ended: completed, rejected, or the end's own name. */
  outcome: z.nullable(z.string()),
  workflow: WorkflowName,
  /** The workflow's name, as the list across workflows reads it. */
  template: z.string(),
  workflow_version: z.number(),
  /** Names of the steps that are open. */
  current_step: z.string(),
  created_at: instant,
  started_at: z.nullable(instant),
  completed_at: z.nullable(instant),
  /** When it last went on or was changed. */
  updated_at: instant,
  /** The day at 23:59:59Z, or the instant where a time is set. */
  due_date: z.nullable(instant),
  due_has_time: z.boolean(),
  /** The moment it becomes overdue. */
  overdue_at: z.nullable(instant),
  priority: Priority,
  metadata: InstanceMetadata,
  tasks_total: z.number(),
  tasks_done: z.number(),
  /** Steps of the drawn path, without branches that were passed over, and those of them that are done in this round. */
  steps_total: z.number(),
  steps_done: z.number(),
  /** Null where no person started it; someone who left since keeps their name. */
  started_by: z.nullable(Person),
  source: InstanceSource,
  /** What the source is called, such as the title of a form. */
  source_name: z.nullable(z.string()),
  narrowed: z.boolean(),
  deleted_at: z.nullable(instant),
}

export const InstanceRow = z.object({
  ...row,
  /** One entry for each of the first thirty steps of the drawn path, in order. */
  mini: z.array(z.object({ name: z.string(), state: z.string() })),
  waiting: z.nullable(Waiting),
  /** Further reasons beside the first. */
  waiting_more: z.number(),
})
export type InstanceRow = z.infer<typeof InstanceRow>

/** A step of the pinned version, and how far it is. */
export const RailStep = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['manual', 'tool', 'approval', 'condition', 'wait', 'subworkflow']),
  state: z.enum(['ahead', 'waiting', 'open', 'failed', 'done', 'skipped']),
  overdue: z.boolean(),
  /** How often it was opened. */
  runs: z.number(),
  opened_at: z.nullable(instant),
  closed_at: z.nullable(instant),
  outcome: z.nullable(z.string()),
  /** Whoever did it last, or is asked now. */
  people: z.array(Person),
  note: z.nullable(z.enum(['items', 'approvals', 'attempts', 'joins'])),
  done: z.optional(z.number()),
  of: z.optional(z.number()),
})
export type RailStep = z.infer<typeof RailStep>

export const RailLink = z.object({
  from: z.string(),
  to: z.string(),
  /** Leads back to an earlier step. */
  back: z.boolean(),
  taken: z.boolean(),
  /** Of a return that was taken: when last, and by whom. */
  at: z.nullable(instant),
  by: z.nullable(Person),
})
export type RailLink = z.infer<typeof RailLink>

export const Instance = z.object({
  ...row,
  version: z.number(),
  /** The newest 200; more by the list of tasks, `instance`. */
  tasks: z.array(TaskRow),
  steps: z.array(RailStep),
  links: z.array(RailLink),
  waiting: z.array(Waiting),
  /** Variables that have a value, in the order of their fields; secrets are not among them. */
  answers: z.array(ShownAnswer),
  parent: z.nullable(z.object({ id: InstanceId, key: z.string(), name: z.string() })),
  children: z.array(z.object({ id: InstanceId, key: z.string(), name: z.string(), status: InstanceStatus })),
  cancel_reason: z.nullable(z.string()),
  comment_count: z.number(),
  file_count: z.number(),
  /** Median time from start to end of the workflow's last instances, in ms. */
  usually: z.nullable(z.number()),
  can: z.object({
    edit: z.boolean(),
    cancel: z.boolean(),
    remove: z.boolean(),
    narrow: z.boolean(),
    override: z.boolean(),
  }),
})
export type Instance = z.infer<typeof Instance>

/** What a start answers; the rest is read where it is shown. */
export const StartedInstance = z.pick(Instance, { id: true, key: true, name: true, title: true, status: true })
export type StartedInstance = z.infer<typeof StartedInstance>

export const InstanceSort = z.enum(['newest', 'oldest', 'name', 'name_desc', 'status'])
export type InstanceSort = z.infer<typeof InstanceSort>

const instanceFilters = {
  status: z.optional(namesOf(InstanceStatus)),
  sort: z._default(InstanceSort, 'newest'),
  /** The beginning of a word of the name or title, or of its key; without case and accents. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  /** `any`: those that have a client. */
  client_id: z.optional(z.union([ClientId, z.literal('any')])),
  /** Only those that the viewer started. */
  started_by: z.optional(z.literal('me')),
  trash: z._default(z.stringbool(), false),
  ...countedFilters,
  /** By the first due date, which nobody can move. */
  late_first: z.optional(Late),
  /** With `step`: those in which the step was reached more than once. */
  again: z.optional(z.stringbool()),
  /** With `step`: those in which, of the steps that lead to it, this one closed last. */
  last: z.optional(z.string().check(z.maxLength(100))),
}
const instanceQuery = { ...PageQuery, ...instanceFilters }
const instancePage = z.object({
  data: z.array(InstanceRow),
  pagination: z.object({ next_cursor: z.nullable(z.string()) }),
})

export const listInstances = endpoint({
  method: 'GET',
  path: '/v1/workflows/instances/',
  summary: 'Instances of all workflows the viewer may see',
  access: 'work.view',
  rate: 'read',
  query: z.object({ ...instanceQuery, workflow: z.optional(WorkflowId) }),
  response: instancePage,
})

export const exportInstances = endpoint({
  method: 'GET',
  path: '/v1/workflows/instances/export/',
  summary: 'The same rows, up to 10,000 of them, as CSV that is safe to open in a spreadsheet',
  access: 'work.view',
  rate: 'upload',
  query: z.object({ ...instanceFilters, workflow: z.optional(WorkflowId) }),
  binary: true,
  response: z.unknown(),
})

export const requestInstanceExport = endpoint({
  method: 'POST',
  path: '/v1/workflows/instances/export/',
  summary: 'Have the same rows prepared as a CSV file, however many there are; the person is told when it is ready',
  access: 'work.view',
  rate: 'upload',
  status: 202,
  reads: true,
  body: z.strictObject({ ...instanceFilters, workflow: z.optional(WorkflowId) }),
  response: Export,
})

export const listWorkflowInstances = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/instances/',
  summary: 'Instances of one workflow, with how many there are in each state',
  access: 'work.view',
  rate: 'read',
  params: z.object({ workflowId: WorkflowId }),
  query: z.object(instanceQuery),
  response: z.extend(instancePage, {
    /** Capped at 1,000. */
    counts: z.object({
      all: z.number(),
      pending: z.number(),
      in_progress: z.number(),
      completed: z.number(),
      failed: z.number(),
    }),
  }),
})

export const getInstance = endpoint({
  method: 'GET',
  path: '/v1/instances/:instanceId/',
  summary: 'An instance with its tasks, its steps and what it waits for',
  access: 'work.view',
  rate: 'read',
  params: instanceParams,
  response: z.object({ data: Instance }),
})

export const startForm = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/start/',
  summary: 'What starting an instance asks for',
  access: 'work.view',
  rate: 'read',
  params: z.object({ workflowId: WorkflowId }),
  response: z.object({
    data: z.object({
      workflow: WorkflowName,
      /** Null: nothing is published yet, so nothing can start. */
      version: z.nullable(z.number()),
      archived: z.boolean(),
      next_number: z.number(),
      fields: z.array(Field),
      /** As in a task: which fields are shown. */
      show: z.record(z.string(), Json),
      can_start: z.boolean(),
    }),
  }),
})

const startBody = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  /** Follows the name where it is empty. */
  title: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  description: z._default(z.string().check(z.trim(), z.maxLength(5000)), ''),
  metadata: z._default(InstanceMetadata, {}),
  due_date: z.optional(DueDate),
  /** Answers to the start fields, by the field's name. */
  answers: z._default(z.record(z.string(), Json), {}),
  narrowed: z._default(z.boolean(), false),
}
export const StartBody = z.strictObject(startBody)

export const startInstance = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/instances/',
  summary: 'Start an instance of the published version',
  access: 'instances.manage',
  rate: 'write',
  by_key: true,
  status: 201,
  params: z.object({ workflowId: WorkflowId }),
  body: StartBody,
  response: z.object({ data: StartedInstance }),
})

export const MAX_BULK_STARTS = 500

/** What became of one row. `unknown`: sending it again under its key starts nothing twice. */
export const BulkStartResult = z.object({
  key: z.string(),
  result: z.enum(['done', 'refused', 'unknown']),
  instance: z.nullable(StartedInstance),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
})
export type BulkStartResult = z.infer<typeof BulkStartResult>

export const startInstances = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/instances/bulk/',
  summary: 'Start many instances of the published version, with a result for each',
  access: 'instances.manage',
  rate: 'write',
  body_bytes: 4 * 1_048_576,
  params: z.object({ workflowId: WorkflowId }),
  body: z.strictObject({
    rows: z
      .array(
        z.strictObject({
          /** A row that is sent again under its key starts nothing more. */
          key: z.string().check(z.minLength(1), z.maxLength(100)),
          ...startBody,
        }),
      )
      .check(z.minLength(1), z.maxLength(MAX_BULK_STARTS)),
  }),
  response: z.object({ data: z.array(BulkStartResult) }),
})

export const listClients = endpoint({
  method: 'GET',
  path: '/v1/clients/',
  summary: 'Customers by name, for typing ahead',
  access: 'work.view',
  rate: 'read',
  query: z.object({ ...PageQuery, search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
  response: z.object({
    data: z.array(z.object({ id: ClientId, name: z.string() })),
    pagination: z.object({ next_cursor: z.nullable(z.string()) }),
  }),
})

export const InstanceFile = z.object({
  id: DocumentId,
  filename: z.string(),
  content_type: z.string(),
  /** Only a clean one can be opened. */
  state: DocumentState,
  file_size: z.number(),
  created_at: instant,
  field_id: z.nullable(z.string()),
  task_id: z.nullable(z.uuid()),
  task_name: z.nullable(z.string()),
  uploaded_by: z.nullable(Person),
})
export type InstanceFile = z.infer<typeof InstanceFile>

export const listInstanceFiles = endpoint({
  method: 'GET',
  path: '/v1/instances/:instanceId/files/',
  summary: 'Files of an instance and of its tasks, newest first',
  access: 'work.view',
  rate: 'read',
  params: instanceParams,
  query: z.object(PageQuery),
  response: z.object({
    data: z.array(InstanceFile),
    pagination: z.object({ next_cursor: z.nullable(z.string()) }),
  }),
})

export const addInstanceFile = endpoint({
  method: 'POST',
  path: '/v1/instances/:instanceId/files/',
  summary: 'Attach a file to an instance',
  access: 'instances.manage',
  rate: 'upload',
  by_key: true,
  status: 201,
  params: instanceParams,
  file: { field: 'file', maxBytes: 25 * 1_048_576 },
  response: z.object({ data: InstanceFile }),
})

export const downloadInstanceFile = endpoint({
  method: 'GET',
  path: '/v1/instances/:instanceId/files/:fileId/download/',
  summary: 'Leads to the bytes of a file on the origin for user content, to be saved under its name',
  access: 'work.view',
  rate: 'read',
  binary: true,
  params: z.object({ instanceId: InstanceId, fileId: DocumentId }),
  response: z.any(),
})
