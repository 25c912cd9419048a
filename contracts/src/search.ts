import * as z from 'zod/mini'
import { DocumentFamily, DocumentState } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { DocumentId, InstanceId, TaskId, WorkflowId } from './ids.ts'
import { PageQuery } from './paging.ts'
import { InstanceStatus, instant, namesOf, Person, Priority, WorkflowName } from './running.ts'
import { MAX_QUERY } from './search-query.ts'
import { TaskStatus, TaskType } from './tasks.ts'
import { WorkflowStatus } from './workflows.ts'

const range = z.tuple([z.number(), z.number()])

/** Why it was found: a piece of its text, and the characters in it that match. */
export const SearchMatch = z.object({
  /** `title` where nothing but the name or number matched; then the text is empty. */
  source: z.enum(['title', 'description', 'answer', 'comment', 'text', 'detail']),
  /** Who wrote the comment, or which field the answer is in; may be empty. */
  label: z.string(),
  text: z.string(),
  ranges: z.array(range),
})
export type SearchMatch = z.infer<typeof SearchMatch>

const hit = {
  name: z.string(),
  /** The characters of the name that match. */
  name_ranges: z.array(range),
  match: SearchMatch,
  updated_at: instant,
}

export const TaskHit = z.object({
  ...hit,
  id: TaskId,
  /** INV-12-4 */
  key: z.string(),
  task_type: TaskType,
  status: TaskStatus,
  status_display: z.string(),
  priority: Priority,
  due_date: z.nullable(instant),
  due_has_time: z.boolean(),
  assignee: z.nullable(Person),
  workflow_instance: InstanceId,
  instance_name: z.string(),
  workflow: WorkflowName,
  /** Open, and the viewer's to do. */
  is_mine: z.boolean(),
})
export type TaskHit = z.infer<typeof TaskHit>

export const InstanceHit = z.object({
  ...hit,
  id: InstanceId,
  /** INV-12 */
  key: z.string(),
  status: InstanceStatus,
  priority: Priority,
  due_date: z.nullable(instant),
  due_has_time: z.boolean(),
  tasks_total: z.number(),
  tasks_done: z.number(),
  started_by: z.nullable(Person),
  client: z.nullable(z.string()),
  workflow: WorkflowName,
})
export type InstanceHit = z.infer<typeof InstanceHit>

export const WorkflowHit = z.object({
  ...hit,
  id: WorkflowId,
  prefix: z.string(),
  description: z.string(),
  status: WorkflowStatus,
  instance_count: z.number(),
})
export type WorkflowHit = z.infer<typeof WorkflowHit>

/** The match of a file says at most that its name or description matched: text and page come by `searchHits`. */
export const FileHit = z.object({
  ...hit,
  id: DocumentId,
  /** A media type, found in the bytes. */
  type: z.string(),
  family: DocumentFamily,
  state: DocumentState,
  size: z.number(),
  /** What it belongs to, in words; '' where it belongs to the workspace alone. */
  entity: z.string(),
  client: z.nullable(z.string()),
  workflow_id: z.nullable(WorkflowId),
  instance_id: z.nullable(InstanceId),
  task_id: z.nullable(TaskId),
  uploaded_by: z.nullable(Person),
})
export type FileHit = z.infer<typeof FileHit>

/** What is found beside the four groups: a client, a person, a form, a response, a message, and kinds that come later. */
export const OtherHit = z.object({
  ...hit,
  kind: z.string(),
  id: z.uuid(),
  /** What it is, for people: Client, Person, Form, Response, Message. */
  label: z.string(),
  /** What tells it from others of its name; may be empty. */
  context: z.string(),
  /** The page that shows it. */
  path: z.string(),
})
export type OtherHit = z.infer<typeof OtherHit>

/**
 * Exact up to 100; `more`: there are more than that, or the rest was not looked at. Only what the viewer sees counts. Where
 * one group is asked for, the others are not counted.
 */
export const HitCount = z.object({ n: z.number(), more: z.boolean() })
export type HitCount = z.infer<typeof HitCount>

export const SearchAnswer = z.object({
  tasks: z.array(TaskHit),
  instances: z.array(InstanceHit),
  workflows: z.array(WorkflowHit),
  files: z.array(FileHit),
  more: z.array(OtherHit),
  counts: z.object({
    tasks: HitCount,
    instances: HitCount,
    workflows: HitCount,
    files: HitCount,
    more: HitCount,
  }),
  /** It would have taken too long: only the newest were looked at. */
  partial: z.boolean(),
  /** Where nothing was found as it was typed: other spellings, from names that the viewer sees. */
  suggestions: z.array(z.string()),
  /** No name or text has these words: what is answered has similar names. */
  similar: z.boolean(),
  /** Filters without a value that is known here, as they were typed: they did not count. */
  ignored: z.array(z.string()),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

/** The tabs of the page; `more` are all kinds beside the four groups. */
export const SEARCH_GROUPS = ['tasks', 'instances', 'workflows', 'files', 'more'] as const
export const SearchGroup = z.enum(SEARCH_GROUPS)
export type SearchGroup = z.infer<typeof SearchGroup>

/** Best match: number and name first, then one's own open work, then what changed last. */
export const SearchSort = z.enum(['best', 'newest'])
export type SearchSort = z.infer<typeof SearchSort>

export const MAX_SEARCH_LIMIT = 50
const typed = z.string().check(z.maxLength(MAX_QUERY))

export const search = endpoint({
  method: 'GET',
  path: '/v1/search/',
  summary: 'What the viewer may see that has these words or names: tasks, instances, workflows, files, and more',
  access: 'work.view',
  rate: 'search',
  query: z.object({
    /** Words, "a phrase", -word, and filters: is: from: in: type: client: before: after: due: */
    q: z._default(typed, ''),
    /** One group alone, page by page; absent: the beginning of each. */
    kind: z.optional(SearchGroup),
    sort: z._default(SearchSort, 'best'),
    cursor: PageQuery.cursor,
    /** Of each group. */
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_SEARCH_LIMIT)), 10),
  }),
  response: z.object({
    data: SearchAnswer,
    /** Of a group alone; a page may be short and yet have a cursor. */
    pagination: z.object({ next_cursor: z.nullable(z.string()) }),
  }),
})

/** Where the text of a file says what was searched for. */
export const FileTextHit = z.object({
  id: DocumentId,
  /** From 1; null where the file has no pages. */
  page: z.nullable(z.number()),
  /** How many pages it has, as far as that is known. */
  page_count: z.nullable(z.number()),
  /** The pages that match, in order, with the places on each; not all of a long text. */
  pages: z.array(z.object({ page: z.number(), count: z.number() })),
  /** This place was read from a picture of the page. */
  is_scan: z.boolean(),
  text: z.string(),
  ranges: z.array(range),
})
export type FileTextHit = z.infer<typeof FileTextHit>

export const searchHits = endpoint({
  method: 'GET',
  path: '/v1/search/hits/',
  summary: 'Text and page of at most ten files that were found; files without such a place in their text are left out',
  access: 'work.view',
  rate: 'search',
  query: z.object({
    q: z._default(typed, ''),
    /** Separated by commas. */
    ids: z.optional(namesOf(DocumentId)),
  }),
  response: z.object({
    data: z.array(FileTextHit),
    /** There was no time to look at all of them. */
    partial: z.boolean(),
  }),
})
