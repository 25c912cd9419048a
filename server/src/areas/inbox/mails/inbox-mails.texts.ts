import type { MessageType, OpenMessage } from '@throughline/contracts/inbox'
import { truncate } from '../../../core/truncate.ts'
import type { DueWords } from './due-words.ts'
import type { InboxMessageMail } from './mail-content.ts'

type Subject = Pick<InboxMessageMail, 'type' | 'title' | 'within' | 'figure' | 'due'>

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What is asked of the person, before the name of the thing. */
const ASKED: Partial<Record<MessageType, string>> = {
  approval_requested: 'Approval needed: ',
  approval_asked_again: 'Approval needed again: ',
  review_requested: 'Review needed: ',
  task_returned: 'Returned to you: ',
  task_queued: 'In your queue: ',
  question_asked: 'Question for you: ',
  task_reminder: 'Reminder: ',
}

/** News of something that still asks for something else, and goes by that name. */
const BESIDE: Partial<Record<MessageType, string>> = {
  mentioned: 'Mentioned you in ',
  task_commented: 'New comment on ',
  file_commented: 'New comment on ',
}

const EYEBROWS: Partial<Record<MessageType, [by: string, alone: string]>> = {
  approval_requested: ['Approval requested by', 'Approval requested'],
  approval_asked_again: ['Approval requested again by', 'Approval requested again'],
  review_requested: ['Review requested by', 'Review requested'],
  task_assigned: ['New task from', 'New task'],
  task_returned: ['Returned by', 'Returned to you'],
  task_queued: ['New in your queue from', 'New in your queue'],
  question_asked: ['Question from', 'Question for you'],
  task_reminder: ['Reminder from', 'Reminder'],
  step_failed: ['Failed step', 'Failed step'],
  mentioned: ['Mention by', 'Mention'],
  export_ready: ['Export', 'Export'],
  export_failed: ['Export', 'Export'],
  connection_signed_out: ['Integrations', 'Integrations'],
}

const BECAUSE: Record<OpenMessage['because'], string> = {
  approver: 'your approval was requested',
  reviewer: 'you’re the reviewer',
  assignee: 'the task was assigned to you',
  queue: 'it’s in one of your queues',
  starter: 'you started it',
  stand_in: 'you stand in for the starter',
  trigger: 'you added the trigger',
  participant: 'you’re part of it',
  mentioned: 'you were mentioned',
  follower: 'you follow the workflow',
  shared: 'it was shared with you',
  requester: 'you requested it',
  connected: 'you connected the tool',
  admin: 'you’re an admin',
  account: 'it’s about your account',
}

const when = (due: DueWords | null) => (due ? `, ${due.overdue ? 'was due' : 'due'} ${due.short}` : '')

/** Of several pieces of news about one workflow, by what happened. */
const UPDATES: Partial<Record<MessageType, [one: string, many: string]>> = {
  mentioned: ['mention', 'mentions'],
  task_commented: ['comment', 'comments'],
  instance_commented: ['comment', 'comments'],
  file_commented: ['comment', 'comments'],
  task_completed: ['completed task', 'completed tasks'],
  task_decided: ['decision', 'decisions'],
  question_answered: ['answer', 'answers'],
  file_changed: ['changed file', 'changed files'],
  instance_started: ['started', 'started'],
  instance_completed: ['completed', 'completed'],
  step_failed: ['failed step', 'failed steps'],
  workflow_shared: ['shared with you', 'shared with you'],
  response_not_started: ['response that didn’t start', 'responses that didn’t start'],
  schedule_not_started: ['run that didn’t start', 'runs that didn’t start'],
  start_refused: ['start that was rejected', 'starts that were rejected'],
}

const LONGEST_INSTANCE = 80

const shortened = (name: string) =>
  name.length > LONGEST_INSTANCE ? `${truncate(name, LONGEST_INSTANCE).trimEnd()}…` : name

/** Goes by the name of a step, which every instance shares: the subject names the instance, too. */
const isAboutStep = (type: MessageType) => type in ASKED || type in BESIDE || type === 'task_assigned'

export const texts = {
  subject: ({ type, title, within, figure, due }: Subject) =>
    [
      `${ASKED[type] ?? ''}${title}`,
      ...(within !== null && isAboutStep(type) ? [shortened(within)] : []),
      ...(figure === null ? [] : [figure]),
    ].join(', ') + when(due),
  /** `shown`: what the message itself is about. */
  title: (type: MessageType, shown: MessageType, title: string) => `${(type !== shown && BESIDE[type]) || ''}${title}`,
  eyebrow: (type: MessageType, sender: string | null) => {
    const [by, alone] = EYEBROWS[type] ?? ['Update from', 'Update']
    return sender ? `${by} ${sender}` : alone
  },
  facts: {
    due: 'Due',
    instance: 'Instance',
    workflow: 'Workflow',
    file: 'File',
    approvals: 'Approvals',
    priority: 'Priority',
  },
  high: 'High',
  file: (name: string, version: number | undefined) => (version === undefined ? name : `${name}, version ${version}`),
  moreFiles: (name: string, more: number) => (more > 0 ? `${name} and ${more} more` : name),
  approvals: (given: number, needed: number, last: { name: string; when: string } | undefined) =>
    `${given} of ${needed}${last ? `: ${last.name}, ${last.when}` : ''}`,
  approve: 'Review and approve…',
  reject: 'Reject or request changes…',
  confirm: (withFile: boolean) =>
    `Both open a page ${withFile ? 'with the file' : 'for your decision'}. Nothing is decided until you confirm.`,
  open: 'Open in inbox',
  openInbox: 'Open inbox',
  orUse: 'Or use this link:',
  because: (because: OpenMessage['because'], decides: boolean) =>
    `You’re getting this because ${BECAUSE[because]} and you hadn’t read it yet.${decides ? ' Forwarding it doesn’t let anyone else decide.' : ''}`,
  becauseSeveral: 'You’re getting this because you hadn’t read these messages yet.',
  fewer: 'Get fewer emails',
  sentFor: (organization: string) => `Sent by Throughline for ${organization}`,
  several: (count: number) => `${count} messages for you`,
  waitingEyebrow: 'Your inbox',
  waiting: (count: number) => (count === 1 ? 'Something is waiting for you' : `${count} things are waiting for you`),
  waitingBody: 'Open your inbox to see what it is.',
  digest: {
    subject: (needsYou: number, updates: number) =>
      [
        needsYou > 0 ? `${needsYou} ${needsYou === 1 ? 'needs' : 'need'} you` : '',
        updates > 0
          ? plural(updates, needsYou > 0 ? 'other update' : 'update', needsYou > 0 ? 'other updates' : 'updates')
          : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    heading: (greeting: string, name: string, needsYou: number) =>
      `Good ${greeting}, ${name}. ${needsYou === 0 ? 'Nothing needs you.' : `${plural(needsYou, 'thing needs', 'things need')} you.`}`,
    needsYou: 'Needs you',
    waitingOn: 'You’re waiting on',
    waitingNote: (names: readonly string[], since: string, usually: string | null) =>
      `${names.length > 0 ? `${names.join(', ')}, since` : 'Since'} ${since}.${usually === null ? '' : ` Usually takes ${usually}.`}`,
    days: (count: number) => plural(count, 'day', 'days'),
    hours: (count: number) => plural(count, 'hour', 'hours'),
    updates: 'Other updates',
    lines: (lines: readonly { type: MessageType; title: string }[]) => {
      const [first] = lines
      if (first && lines.length === 1) return first.title
      const counts = new Map<string, number>()
      for (const { type } of lines) {
        const [one] = UPDATES[type] ?? ['update', 'updates']
        counts.set(one, (counts.get(one) ?? 0) + 1)
      }
      const many = new Map(Object.values(UPDATES).map(([one, more]) => [one, more]))
      return `${[...counts].map(([one, n]) => plural(n, one, many.get(one) ?? 'updates')).join(', ')}.`
    },
    foot: 'This is your digest.',
    change: 'Change it',
    turnOff: 'Turn it off',
  },
}
