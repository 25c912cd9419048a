import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { CommentId, DocumentId, MessageId } from './ids.ts'
import { MessageEntity } from './message-entities.ts'
import { BulkResult, instant, MOST_IN_BULK, Person } from './running.ts'
import { decisionFiles } from './task-acts.ts'

/** What a message is about, as the settings name it. */
export const MESSAGE_KINDS = [
  'approval',
  'assigned',
  'queue',
  'question',
  'reminder',
  'failed',
  'mention',
  'activity',
  'followed',
  'shared',
  'ready',
  'security',
] as const
export const MessageKind = z.enum(MESSAGE_KINDS)
export type MessageKind = z.infer<typeof MessageKind>

/** What happened. */
export const MessageType = z.enum([
  'approval_requested',
  'approval_asked_again',
  'review_requested',
  'task_assigned',
  'task_returned',
  'task_queued',
  'question_asked',
  'task_reminder',
  'step_failed',
  'mentioned',
  'task_commented',
  'task_completed',
  'task_decided',
  'question_answered',
  'file_changed',
  'instance_commented',
  'instance_started',
  'instance_completed',
  'file_commented',
  'workflow_shared',
  'response_not_started',
  'schedule_not_started',
  'start_refused',
  'security_notice',
  'export_ready',
  'export_failed',
  'connection_signed_out',
])
export type MessageType = z.infer<typeof MessageType>

/** The family of each, as the filter names it. */
export const MESSAGE_TYPES: Record<MessageType, 'task' | 'workflow' | 'system'> = {
  approval_requested: 'task',
  approval_asked_again: 'task',
  review_requested: 'task',
  task_assigned: 'task',
  task_returned: 'task',
  task_queued: 'task',
  question_asked: 'task',
  task_reminder: 'task',
  step_failed: 'workflow',
  mentioned: 'task',
  task_commented: 'task',
  task_completed: 'task',
  task_decided: 'task',
  question_answered: 'task',
  file_changed: 'task',
  instance_commented: 'workflow',
  instance_started: 'workflow',
  instance_completed: 'workflow',
  file_commented: 'task',
  workflow_shared: 'workflow',
  response_not_started: 'workflow',
  schedule_not_started: 'workflow',
  start_refused: 'workflow',
  security_notice: 'system',
  export_ready: 'system',
  export_failed: 'system',
  connection_signed_out: 'system',
}

/** What can be done where the message is read; a task with a form to fill in is opened instead of completed. */
export const MessageAct = z.enum(['decide', 'review', 'complete', 'answer', 'claim', 'retry', 'reply'])
export type MessageAct = z.infer<typeof MessageAct>

export const Message = z.object({
  id: MessageId,
  title: z.string(),
  description: z.string(),
  /** Of its newest news. */
  timestamp: instant,
  read: z.boolean(),
  priority: z.enum(['high', 'medium', 'low', 'normal']),
  /** Null where nobody did it. */
  sender: z.nullable(z.object({ id: Person.shape.id, name: z.string(), avatar: z.nullable(z.string()) })),
  label: z.string(),
  type: MessageType,
  kind: MessageKind,
  metadata: z.object({
    entityType: z.enum(['task', 'instance', 'workflow', 'document', 'export', 'connection', 'account']),
    entities: z.array(MessageEntity),
  }),
  attachments: z.array(z.object({ id: DocumentId, name: z.string(), url: z.string(), size: z.number() })),
  /** Somebody or something waits for this person. */
  needs_you: z.boolean(),
  due: z.nullable(instant),
  /** The day alone, where no time of day was asked for. */
  due_day: z.nullable(z.string()),
  /** How often there was news of it. */
  news_count: z.number(),
  snoozed_until: z.nullable(instant),
  /** Until something new happens. */
  snoozed_for_news: z.boolean(),
  deleted: z.boolean(),
  act: z.nullable(MessageAct),
  /** What it is about is not the person's to see any more, or is gone: nothing of it is told. */
  gone: z.boolean(),
})
export type Message = z.infer<typeof Message>

/** One piece of news, in a message that is opened. */
export const MessageNews = z.object({
  type: MessageType,
  sender: Message.shape.sender,
  text: z.string(),
  at: instant,
  comment_id: z.nullable(CommentId),
})
export type MessageNews = z.infer<typeof MessageNews>

/** A message that is opened: with its latest news and why it came. */
export const OpenMessage = z.extend(Message, {
  news: z.array(MessageNews),
  because: z.enum([
    'approver',
    'reviewer',
    'assignee',
    'queue',
    'starter',
    'stand_in',
    'participant',
    'mentioned',
    'follower',
    'shared',
    'trigger',
    'requester',
    'connected',
    'admin',
    'account',
  ]),
})
export type OpenMessage = z.infer<typeof OpenMessage>

/** What `/ws/inbox/` sends. */
export const PushedMessage = z.extend(Message, {
  /** The person wants to see it outside the page, and is not in quiet hours. */
  desktop: z.boolean(),
})
export type PushedMessage = z.infer<typeof PushedMessage>

export const DEFAULT_LABELS = [
  { label_id: 'inbox', name: 'Inbox', color: '#4f46e5' },
  { label_id: 'important', name: 'Important', color: '#ef4444' },
  { label_id: 'archived', name: 'Archived', color: '#6b7280' },
] as const
export const LABEL_COLORS = ['#4f46e5', '#ef4444', '#6b7280', '#0f766e', '#d97706', '#2563eb', '#7c3aed'] as const
export const MOST_LABELS = 50

/** As the specification makes it: lower case, spaces as dashes. */
export const labelIdOf = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '-')

const labelId = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
export const MessageLabel = z.object({
  label_id: labelId,
  name: z.string(),
  color: z.string(),
  /** Both capped at 1,000. */
  unread: z.number(),
  total: z.number(),
})
export type MessageLabel = z.infer<typeof MessageLabel>

const messageParams = z.object({ messageId: MessageId })
const one = z.object({ data: Message })

export const listMessages = endpoint({
  method: 'GET',
  path: '/v1/messages/',
  summary: 'One’s messages: what needs the person first, by due date, then the newest',
  access: 'workspace.read',
  rate: 'read',
  query: z.object({
    perPage: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1),
    cursor: z.optional(z.string().check(z.maxLength(2000))),
    readStatus: z._default(z.enum(['all', 'unread']), 'all'),
    type: z._default(z.enum(['all', 'task', 'workflow', 'system']), 'all'),
    label: z._default(labelId, 'inbox'),
    /** Instead of a label: what waits until later, what was deleted, or what needs the person wherever it lies. */
    view: z.optional(z.enum(['snoozed', 'deleted', 'needs_you'])),
  }),
  response: z.object({
    data: z.array(Message),
    pagination: z.object({
      /** Capped at 1,000. */
      total: z.number(),
      page: z.number(),
      perPage: z.number(),
      hasMore: z.boolean(),
      next_cursor: z.nullable(z.string()),
    }),
  }),
})

export const getMessage = endpoint({
  method: 'GET',
  path: '/v1/messages/:messageId/',
  summary: 'One message, with its latest news and why it came',
  access: 'workspace.read',
  rate: 'read',
  params: messageParams,
  response: z.object({ data: OpenMessage }),
})

export const countMessages = endpoint({
  method: 'GET',
  path: '/v1/messages/counts/',
  summary: 'How many messages are unread, need the person, and wait until later; each capped at 1,000',
  access: 'workspace.read',
  rate: 'read',
  response: z.object({
    data: z.object({
      /** In all labels but Archived. */
      unread: z.number(),
      needs_you: z.number(),
      snoozed: z.number(),
      /** When the next snoozed one returns. */
      next_return: z.nullable(instant),
    }),
  }),
})

export const listLabels = endpoint({
  method: 'GET',
  path: '/v1/messages/labels/',
  summary: 'One’s labels, with how many messages each has',
  access: 'workspace.read',
  rate: 'read',
  response: z.array(MessageLabel),
})

export const addLabel = endpoint({
  method: 'POST',
  path: '/v1/messages/labels/',
  summary: 'Make a label',
  access: 'workspace.read',
  rate: 'write',
  status: 201,
  body: z.strictObject({
    label_id: labelId,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    color: z.enum(LABEL_COLORS),
  }),
  response: MessageLabel,
})

export const readMessage = endpoint({
  method: 'PUT',
  path: '/v1/messages/:messageId/read/',
  summary: 'Mark a message as read, or as unread again',
  access: 'workspace.read',
  rate: 'write',
  params: messageParams,
  body: z.strictObject({ read: z._default(z.boolean(), true) }),
  response: one,
})

export const moveMessage = endpoint({
  method: 'PUT',
  path: '/v1/messages/:messageId/label/',
  summary: 'Move a message to a label; archiving is moving to Archived, and decides nothing',
  access: 'workspace.read',
  rate: 'write',
  params: messageParams,
  body: z.strictObject({ label_id: labelId }),
  response: one,
})

/** Until a moment, or until there is news; null: not any longer. */
const Snooze = z.strictObject({
  until: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
  for_news: z.optional(z.boolean()),
})
export type Snooze = z.infer<typeof Snooze>

export const snoozeMessage = endpoint({
  method: 'PUT',
  path: '/v1/messages/:messageId/snooze/',
  summary: 'Put a message off; what needs the person returns an hour before it is due at the latest',
  access: 'workspace.read',
  rate: 'write',
  params: messageParams,
  body: Snooze,
  response: one,
})

export const markAllRead = endpoint({
  method: 'PUT',
  path: '/v1/messages/mark-all-read/',
  summary: 'Mark everything under a label as read',
  access: 'workspace.read',
  rate: 'write',
  body: z.strictObject({ label: labelId }),
  response: z.object({ data: MessageLabel }),
})

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/v1/messages/:messageId/',
  summary: 'Delete a message; it can be restored for 30 days',
  access: 'workspace.read',
  rate: 'write',
  params: messageParams,
  response: z.object({ id: MessageId }),
})

export const restoreMessage = endpoint({
  method: 'POST',
  path: '/v1/messages/:messageId/restore/',
  summary: 'Restore a deleted message',
  access: 'workspace.read',
  rate: 'write',
  params: messageParams,
  response: one,
})

export const bulkMessages = endpoint({
  method: 'POST',
  path: '/v1/messages/bulk/',
  summary: 'One change of many messages, with a result for each; decisions are made one by one',
  access: 'workspace.read',
  rate: 'write',
  body: z.strictObject({
    act: z.enum(['read', 'unread', 'label', 'snooze', 'delete', 'restore']),
    ids: z.array(MessageId).check(z.minLength(1), z.maxLength(MOST_IN_BULK)),
    label_id: z.optional(labelId),
    snooze: z.optional(Snooze),
  }),
  response: z.object({ data: z.array(BulkResult) }),
})

export const actOnMessage = endpoint({
  method: 'POST',
  path: '/v1/notifications/:messageId/action/',
  aliases: ['/api/notifications/:messageId/action'],
  summary: 'Do what a message asks for: decide, review, complete, claim, answer or retry its task',
  access: 'workspace.read',
  rate: 'write',
  params: messageParams,
  body: z.strictObject({
    action: z.enum(['approve', 'reject', 'changes', 'pass', 'return', 'complete', 'answer', 'claim', 'retry']),
    comment: z.optional(z.string().check(z.trim(), z.maxLength(5000))),
    /** Of a decision: the files that were looked at. */
    files: decisionFiles,
  }),
  response: z.object({
    id: MessageId,
    /** The person's next message that needs them. */
    next: z.nullable(MessageId),
  }),
})
