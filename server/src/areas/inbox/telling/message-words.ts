import { MESSAGE_TYPES, type MessageKind, type MessageType, type OpenMessage } from '@throughline/contracts/inbox'
import type { Notice } from '../../../core/db/tenant-tx.ts'
import { truncate } from '../../../core/truncate.ts'
import type { Recipient } from './recipients.queries.ts'

const LONGEST_TITLE = 400
const LONGEST_BODY = 2_000

/** The switch in the settings that each belongs to. */
const KINDS: Record<MessageType, MessageKind> = {
  approval_requested: 'approval',
  approval_asked_again: 'approval',
  review_requested: 'approval',
  file_changed: 'approval',
  task_assigned: 'assigned',
  task_returned: 'assigned',
  task_queued: 'queue',
  question_asked: 'question',
  task_reminder: 'reminder',
  step_failed: 'failed',
  mentioned: 'mention',
  task_commented: 'activity',
  task_completed: 'activity',
  task_decided: 'activity',
  question_answered: 'activity',
  instance_commented: 'activity',
  file_commented: 'activity',
  instance_started: 'followed',
  instance_completed: 'followed',
  workflow_shared: 'shared',
  response_not_started: 'failed',
  schedule_not_started: 'failed',
  start_refused: 'failed',
  security_notice: 'security',
  export_ready: 'ready',
  export_failed: 'ready',
  connection_signed_out: 'failed',
}

const TITLES: Partial<Record<MessageType, (name: string) => string>> = {
  mentioned: (name) => `Mentioned you in ${name}`,
  task_commented: (name) => `New comment on ${name}`,
  instance_commented: (name) => `New comment on ${name}`,
  file_commented: (name) => `New comment on ${name}`,
  task_completed: (name) => `Completed: ${name}`,
  question_answered: (name) => `Answered: ${name}`,
  file_changed: (name) => `Changed since you approved it: ${name}`,
  step_failed: (name) => `Can’t continue: ${name}`,
  instance_started: (name) => `Started: ${name}`,
  instance_completed: (name) => `Completed: ${name}`,
  workflow_shared: (name) => `You now have access to ${name}`,
  response_not_started: (name) => `A form response couldn’t start ${name}`,
  schedule_not_started: (name) => `A scheduled run didn’t start: ${name}`,
  start_refused: (name) => `${name} couldn’t start an instance`,
  export_ready: (name) => `Your export is ready: ${name}`,
  export_failed: (name) => `Your export failed: ${name}`,
  connection_signed_out: (name) => `Reconnect ${name}`,
}

function typeOf({ part, again, task_type, review_status, sent_back }: Recipient): MessageType {
  if (part === 'owner' || part === 'stand_in') return 'step_failed'
  if (part === 'reviewer') return 'review_requested'
  if (task_type === 'approval') return again ? 'approval_asked_again' : 'approval_requested'
  if (part === 'queue') return 'task_queued'
  if (task_type === 'query') return 'question_asked'
  return review_status === 'returned' || sent_back !== null ? 'task_returned' : 'task_assigned'
}

function bodyOf(row: Recipient, type: MessageType): string {
  if (type === 'task_returned') return (row.review_status === 'returned' ? row.review_comment : row.sent_back) ?? ''
  if (type === 'step_failed') return row.problem ?? ''
  // The instance first: asks of one step are told apart by it.
  return [row.instance_name, row.description].filter(Boolean).join(' · ')
}

const BECAUSE: Record<Recipient['part'], OpenMessage['because']> = {
  assignee: 'assignee',
  approver: 'approver',
  reviewer: 'reviewer',
  queue: 'queue',
  owner: 'starter',
  stand_in: 'stand_in',
}

/** What somebody is asked, as their message says it. */
export function askOf(row: Recipient) {
  const type = typeOf(row)
  const { task_id, member_id, priority, due_sort, due_day, instance_id, workflow_id } = row
  return {
    task_id,
    member_id,
    type,
    kind: KINDS[type],
    because: BECAUSE[row.part],
    title: truncate(type === 'step_failed' ? `Step failed: ${row.name}` : row.name, LONGEST_TITLE),
    body: truncate(bodyOf(row, type), LONGEST_BODY),
    priority,
    due_sort,
    due_day,
    instance_id,
    workflow_id,
  }
}

/** What a notice says, as the messages of its people say it. */
export function newsOf({ type, because, name, text, about }: Notice) {
  return {
    type,
    kind: KINDS[type],
    family: MESSAGE_TYPES[type],
    because,
    title: truncate(TITLES[type]?.(name) ?? name, LONGEST_TITLE),
    body: truncate(text, LONGEST_BODY),
    priority: 2,
    task_id: about.task ?? null,
    instance_id: about.instance ?? null,
    workflow_id: about.workflow ?? null,
    document_id: about.document ?? null,
    comment_id: about.comment ?? null,
  }
}
