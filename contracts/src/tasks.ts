import * as z from 'zod/mini'
import { Comment } from './comments.ts'
import { DocumentState, MAX_FILES_PER_REQUEST } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { Export } from './exports.ts'
import { DocumentId, InstanceId, TaskId, TeamId, WorkflowId } from './ids.ts'
import { Json } from './json.ts'
import { PageQuery } from './paging.ts'
import {
  ChangeRequest,
  countedFilters,
  instant,
  namesOf,
  Person,
  Priority,
  Queue,
  ShownAnswer,
  Waiting,
  WorkflowName,
} from './running.ts'
import { Field } from './workflow-document.ts'

export const taskParams = z.object({ taskId: TaskId })

/** As it is stored. */
export const TaskState = z.enum(['pending', 'in_progress', 'review', 'completed', 'failed', 'cancelled'])
export type TaskState = z.infer<typeof TaskState>
/** As it is shown: an open one whose moment has passed is overdue, and stands only there. */
export const TaskStatus = z.enum(['pending', 'in_progress', 'review', 'overdue', 'completed', 'failed', 'cancelled'])
export type TaskStatus = z.infer<typeof TaskStatus>
export const BOARD_COLUMNS = ['pending', 'in_progress', 'review', 'overdue', 'completed'] as const
export const BoardColumn = z.enum(BOARD_COLUMNS)
export type BoardColumn = z.infer<typeof BoardColumn>

export const TaskType = z.enum(['manual', 'approval', 'automated', 'query'])
export type TaskType = z.infer<typeof TaskType>

export const TaskRow = z.object({
  id: TaskId,
  /** INV-12-4 */
  key: z.string(),
  name: z.string(),
  description: z.string(),
  task_type: TaskType,
  /** Manual, Approval, Automation, Query. */
  task_type_display: z.string(),
  status: TaskStatus,
  status_display: z.string(),
  state: TaskState,
  priority: Priority,
  priority_display: z.string(),
  /** Id of the step; null for a query. */
  step: z.nullable(z.string()),
  created_at: instant,
  last_modified_at: instant,
  completed_at: z.nullable(instant),
  /** What it came to: of an approval approved, rejected or changes. Null while it is open. */
  outcome: z.nullable(z.string()),
  due_date: z.nullable(instant),
  due_has_time: z.boolean(),
  /** The moment it becomes overdue. */
  overdue_at: z.nullable(instant),
  workflow_instance: InstanceId,
  instance_name: z.string(),
  instance_key: z.string(),
  /** Of a step that runs for each of a list: which of them this is, in words. */
  item_name: z.nullable(z.string()),
  workflow: WorkflowName,
  /** A username. */
  assigned_to: z.nullable(z.string()),
  assignee: z.nullable(Person),
  reviewer: z.nullable(z.string()),
  reviewer_person: z.nullable(Person),
  queue: z.nullable(Queue),
  /** Who asked: of a query. Else who did what led here, or null for the workflow itself. */
  requested_by: z.nullable(Person),
  progress_percentage: z.number(),
  review_status: z.nullable(z.enum(['waiting', 'passed', 'returned'])),
  /** Of an open task that was sent back, or that a rejection led to. */
  change_request: z.nullable(ChangeRequest),
  /** The viewer's part in it. */
  mine: z.nullable(z.enum(['assignee', 'approver', 'reviewer', 'queue'])),
  problem: z.nullable(z.string()),
  comment_count: z.number(),
  attachment_count: z.number(),
  version: z.number(),
})
export type TaskRow = z.infer<typeof TaskRow>

/** What a person is asked to do next: in the same instance if there is something, else what is due first. */
export const NextTask = z.nullable(TaskRow)

export const Attachment = z.object({
  id: DocumentId,
  filename: z.string(),
  name: z.string(),
  size: z.number(),
  content_type: z.string(),
  /** Only a clean one can be opened. */
  state: DocumentState,
  /** What can be opened now: a decision names both. */
  version_number: z.number(),
  sha256: z.nullable(z.string()),
  /** Opens in a new window. */
  file_url: z.string(),
  created_at: instant,
  uploaded_by: z.nullable(Person),
})
export type Attachment = z.infer<typeof Attachment>

/** One vote, or one that is still to come. */
export const Seat = z.object({
  slot: z.number(),
  person: z.nullable(Person),
  queue: z.nullable(Queue),
  /** False: their turn has not come. */
  asked: z.boolean(),
  verdict: z.nullable(z.enum(['approve', 'reject', 'changes'])),
  by: z.nullable(Person),
  comment: z.string(),
  at: z.nullable(instant),
  mine: z.boolean(),
  /** Of the one file that was decided on; null where there were none or several. */
  version_number: z.nullable(z.number()),
  /** What was said before the files were changed: it does not count, and the seat is asked again. */
  asked_again: z.nullable(
    z.object({ verdict: z.enum(['approve', 'reject']), by: z.nullable(Person), at: instant, since: instant }),
  ),
})
export type Seat = z.infer<typeof Seat>

export const TaskQuery = z.object({
  id: TaskId,
  question: z.string(),
  asked_by: z.nullable(Person),
  to: z.nullable(Person),
  blocking: z.boolean(),
  answer: z.nullable(z.string()),
  state: TaskState,
  created_at: instant,
  completed_at: z.nullable(instant),
})
export type TaskQuery = z.infer<typeof TaskQuery>

/** What was sent outside for an automation, and what another try would do. */
export const Attempt = z.object({
  key: z.string(),
  state: z.enum(['intended', 'done', 'failed', 'unknown']),
  at: instant,
  problem: z.nullable(z.string()),
  attempts: z.number(),
})
export type Attempt = z.infer<typeof Attempt>

export const Task = z.extend(TaskRow, {
  step_name: z.nullable(z.string()),
  step_place: z.nullable(z.object({ n: z.number(), of: z.number() })),
  /** Which time this step runs. */
  run: z.number(),
  /** Where the step runs for each of a list: which of them this is, from 0. */
  item: z.nullable(z.number()),
  /** RichText of the step; empty without. */
  instructions: Json,
  /** Of a manual task: the form. Answers are by field name: those given, else the viewer's draft, else what earlier rounds left. */
  fields: z.array(Field),
  answers: z.record(z.string(), Json),
  /** Which fields are shown: compiled conditions by variable, read by `checkAnswers` of flow over `vars` and the answers. */
  show: z.record(z.string(), Json),
  vars: z.record(z.string(), Json),
  /** People whom the answers name. */
  people: z.array(Person),
  completed_by: z.nullable(Person),
  draft_saved_at: z.nullable(instant),
  /** Of an approval. */
  rule: z.nullable(z.union([z.literal('first'), z.literal('all'), z.number()])),
  in_order: z.boolean(),
  seats: z.array(Seat),
  /** Approvers whom the step names and who have no vote, because it would be about their own work. */
  without_vote: z.array(z.object({ person: Person, why: z.enum(['started', 'worked']) })),
  /** What each verdict leads to, in plain words: names of steps; empty list: the end. */
  leads: z.object({
    approve: z.array(z.string()),
    reject: z.array(z.string()),
    changes: z.nullable(z.array(z.string())),
  }),
  /** What there is to decide on: answers so far of the instance. */
  facts: z.array(ShownAnswer),
  /** Of an automation. */
  tool: z.nullable(z.object({ id: z.string(), name: z.string(), honours_keys: z.boolean() })),
  attempts: z.array(Attempt),
  /** Variables later steps read from this one: what an override has to give. */
  outputs: z.array(z.object({ name: z.string(), type: z.string() })),
  outcomes: z.array(z.string()),
  review_comment: z.nullable(z.string()),
  /** Of a query. */
  about: z.nullable(z.object({ id: TaskId, name: z.string() })),
  blocking: z.boolean(),
  queries: z.array(TaskQuery),
  comments: z.array(Comment),
  comments_cursor: z.nullable(z.string()),
  attachments: z.array(Attachment),
  /** Files that answers name and that came with another task of the instance, as in an earlier round. */
  answer_files: z.array(Attachment),
  waiting: z.nullable(Waiting),
  can: z.object({
    complete: z.boolean(),
    decide: z.boolean(),
    /** Not where the viewer uploaded one of the files and the step forbids approving one's own work. */
    approve: z.boolean(),
    review: z.boolean(),
    retry: z.boolean(),
    override: z.boolean(),
    claim: z.boolean(),
    release: z.boolean(),
    edit: z.boolean(),
    ask: z.boolean(),
    remind: z.boolean(),
    attach: z.boolean(),
  }),
  /** Why the main act is not possible now: asked by a blocking query, claimed by somebody else … */
  blocked_by: z.nullable(z.string()),
})
export type Task = z.infer<typeof Task>

export const TaskSort = z.enum(['dueDate', 'title', 'priority', 'type'])
export type TaskSort = z.infer<typeof TaskSort>

const filters = {
  priority: z.optional(namesOf(Priority)),
  type: z.optional(namesOf(TaskType)),
  workflow: z.optional(WorkflowId),
  /** A username: what is theirs to do. */
  assigned_to: z.optional(z.string().check(z.maxLength(200))),
  /** The beginning of a word of the name, or the key; without case and accents. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
}

const listFilters = {
  ...filters,
  /** Shown states; absent: all but completed. pending_only: the same. */
  status: z.optional(z.union([z.literal('pending_only'), namesOf(BoardColumn)])),
  sort: z._default(TaskSort, 'dueDate'),
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
  /** All tasks of an instance, cancelled ones too. */
  instance: z.optional(InstanceId),
  /** What waits in the viewer's queues, or in that of one team. */
  queue: z.optional(z.union([z.literal('mine'), TeamId])),
  ...countedFilters,
}

export const listTasks = endpoint({
  method: 'GET',
  path: '/v1/tasks/',
  summary: 'Tasks the viewer may see; a page may be short where much is filtered out',
  access: 'work.view',
  rate: 'read',
  query: z.object({ ...PageQuery, ...listFilters }),
  response: z.object({
    data: z.array(TaskRow),
    pagination: z.object({ next_cursor: z.nullable(z.string()) }),
  }),
})

export const exportTasks = endpoint({
  method: 'GET',
  path: '/v1/tasks/export/',
  summary: 'The same rows, up to 10,000 of them, as CSV that is safe to open in a spreadsheet',
  access: 'work.view',
  rate: 'upload',
  query: z.object(listFilters),
  binary: true,
  response: z.unknown(),
})

export const requestTaskExport = endpoint({
  method: 'POST',
  path: '/v1/tasks/export/',
  summary: 'Have the same rows prepared as a CSV file, however many there are; the person is told when it is ready',
  access: 'work.view',
  rate: 'upload',
  status: 202,
  reads: true,
  body: z.strictObject(listFilters),
  response: Export,
})

export const boardTasks = endpoint({
  method: 'GET',
  path: '/v1/tasks/board/',
  summary: 'The five columns of the board, twenty cards each; further cards of one column by its cursor',
  access: 'work.view',
  rate: 'read',
  query: z.object({ ...filters, column: z.optional(BoardColumn), cursor: PageQuery.cursor }),
  response: z.object({
    data: z.array(
      z.object({
        column: BoardColumn,
        /** Capped at 1,000; null where a filter would have to read them all. */
        count: z.nullable(z.number()),
        capped: z.boolean(),
        tasks: z.array(TaskRow),
        next_cursor: z.nullable(z.string()),
      }),
    ),
  }),
})

export const countTasks = endpoint({
  method: 'GET',
  path: '/v1/tasks/counts/',
  summary: 'How much of the viewer’s own work is in each state, and waits in their queues; capped at 1,000',
  access: 'work.view',
  rate: 'read',
  response: z.object({
    data: z.object({
      pending: z.number(),
      in_progress: z.number(),
      review: z.number(),
      overdue: z.number(),
      due_today: z.number(),
      queue: z.number(),
      /** Instances the viewer started, up to 10. */
      started: z.number(),
    }),
  }),
})

export const getTask = endpoint({
  method: 'GET',
  path: '/v1/tasks/:taskId/',
  summary: 'A task with its form, votes, comments and files',
  access: 'work.view',
  rate: 'read',
  params: taskParams,
  response: z.object({ data: Task }),
})

export const listAttachments = endpoint({
  method: 'GET',
  path: '/v1/tasks/:taskId/attachments/',
  summary: 'Files of a task',
  access: 'work.view',
  rate: 'read',
  params: taskParams,
  response: z.array(Attachment),
})

export const listMyAttachments = endpoint({
  method: 'GET',
  path: '/v1/tasks/attachments/',
  summary: 'Newest files of all tasks the viewer may see; further ones by X-Next-Cursor',
  access: 'work.view',
  rate: 'read',
  query: z.object(PageQuery),
  response: z.array(z.extend(Attachment, { task_id: TaskId, task_name: z.string() })),
})

export const addAttachment = endpoint({
  method: 'POST',
  path: '/v1/tasks/:taskId/attachments/',
  summary: 'Attach up to 50 files to a task, all or none; as an answer to a field where `field` names one',
  access: 'tasks.work',
  rate: 'upload',
  status: 201,
  params: taskParams,
  query: z.object({ field: z.optional(z.string().check(z.maxLength(100))) }),
  file: { field: 'files', maxBytes: 25 * 1_048_576, maxFiles: MAX_FILES_PER_REQUEST },
  response: z.array(Attachment),
})
