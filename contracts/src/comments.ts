import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { CommentId, DocumentId, InstanceId, MemberId, TaskId } from './ids.ts'
import { PageQuery } from './paging.ts'
import { instant, Person } from './running.ts'

export const Comment = z.object({
  id: CommentId,
  content: z.string(),
  /** Both spellings of the specification: `author` on tasks, `user_name` on instances; 'System' where nobody wrote it. */
  author: z.string(),
  user_name: z.string(),
  person: z.nullable(Person),
  /** Whoever wrote an email that joined the instance: as its From line says, and whether a signature confirms that. */
  outside: z.nullable(z.object({ name: z.string(), address: z.string(), verified: z.boolean() })),
  created_at: instant,
  is_edited: z.boolean(),
  /** Members named in the text as @[name](id). */
  mentions: z.array(Person),
  can_edit: z.boolean(),
})
export type Comment = z.infer<typeof Comment>

/** A mention is written `@[Maya Okafor](member-id)`; one of somebody who may not see the instance is refused. */
export const MENTION = /@\[([^\]\n]{1,200})\]\(([0-9a-f-]{36})\)/g

const content = z.strictObject({ content: z.string().check(z.trim(), z.minLength(1), z.maxLength(10_000)) })
const page = z.object({
  data: z.array(Comment),
  pagination: z.object({ next_cursor: z.nullable(z.string()) }),
})

export const listInstanceComments = endpoint({
  method: 'GET',
  path: '/v1/instances/:instanceId/comments/',
  summary: 'Comments on an instance, newest first',
  access: 'work.view',
  rate: 'read',
  params: z.object({ instanceId: InstanceId }),
  query: z.object(PageQuery),
  response: page,
})

export const addInstanceComment = endpoint({
  method: 'POST',
  path: '/v1/instances/:instanceId/comments/',
  summary: 'Comment on an instance',
  access: 'work.comment',
  rate: 'write',
  status: 201,
  params: z.object({ instanceId: InstanceId }),
  body: content,
  response: z.object({ data: Comment }),
})

export const listTaskComments = endpoint({
  method: 'GET',
  path: '/v1/tasks/:taskId/comments/',
  summary: 'Comments on a task, newest first',
  access: 'work.view',
  rate: 'read',
  params: z.object({ taskId: TaskId }),
  query: z.object(PageQuery),
  response: page,
})

export const addTaskComment = endpoint({
  method: 'POST',
  path: '/v1/tasks/:taskId/comments/',
  summary: 'Comment on a task',
  access: 'work.comment',
  rate: 'write',
  status: 201,
  params: z.object({ taskId: TaskId }),
  body: content,
  response: Comment,
})

export const listDocumentComments = endpoint({
  method: 'GET',
  path: '/v1/documents/:documentId/comments/',
  summary: 'Comments on a document, newest first',
  access: 'documents.view',
  rate: 'read',
  params: z.object({ documentId: DocumentId }),
  query: z.object(PageQuery),
  response: page,
})

export const addDocumentComment = endpoint({
  method: 'POST',
  path: '/v1/documents/:documentId/comments/',
  summary: 'Comment on a document',
  access: 'work.comment',
  rate: 'write',
  status: 201,
  params: z.object({ documentId: DocumentId }),
  body: content,
  response: Comment,
})

const commentParams = z.object({ commentId: CommentId })

export const editComment = endpoint({
  method: 'PATCH',
  path: '/v1/comments/:commentId/',
  summary: 'Change a comment of one’s own',
  access: 'work.comment',
  rate: 'write',
  params: commentParams,
  body: content,
  response: Comment,
})

export const removeComment = endpoint({
  method: 'DELETE',
  path: '/v1/comments/:commentId/',
  summary: 'Take back a comment of one’s own',
  access: 'work.comment',
  rate: 'write',
  params: commentParams,
  response: z.object({ id: CommentId }),
})

const people = {
  query: z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
  response: z.object({ data: z.array(z.extend(Person, { participant: z.boolean(), member_id: MemberId })) }),
}

/** Whom a comment can name, those on the instance first. */
export const listMentionable = endpoint({
  method: 'GET',
  path: '/v1/instances/:instanceId/people/',
  summary: 'People who may see an instance, its participants first',
  access: 'work.view',
  rate: 'read',
  params: z.object({ instanceId: InstanceId }),
  ...people,
})

export const listMentionableOnDocument = endpoint({
  method: 'GET',
  path: '/v1/documents/:documentId/people/',
  summary: 'People who may see a document, the participants of its instance first',
  access: 'documents.view',
  rate: 'read',
  params: z.object({ documentId: DocumentId }),
  ...people,
})
