import { Message, OpenMessage } from '@throughline/contracts/inbox'
import { id } from '../../tasks/testing/sample-tasks.ts'

const TASK_ID = id(701)
const INSTANCE_ID = id(600)

const theo = { id: id(40), name: 'Theo Lindqvist', avatar: null }

/** A comment on the person's work, of a moment ago, unread. */
export const message = (last: number, title: string, more: Partial<Message> = {}): Message =>
  Message.parse({
    id: id(800 + last),
    title,
    description: `About ${title}`,
    timestamp: new Date(Date.now() - last * 60_000).toISOString(),
    read: false,
    priority: 'normal',
    sender: theo,
    label: 'inbox',
    type: 'task_commented',
    kind: 'activity',
    metadata: {
      entityType: 'task',
      entities: [
        {
          entityType: 'task',
          entityId: TASK_ID,
          entityLabel: `INV-12-1 · ${title}`,
          dueDate: null,
          actionRequired: null,
          status: 'review',
        },
        {
          entityType: 'instance',
          entityId: INSTANCE_ID,
          entityLabel: 'INV-12 · Kestrel Print',
          status: 'in_progress',
          startDate: '2026-11-10T09:00:00Z',
        },
      ],
    },
    attachments: [],
    needs_you: false,
    due: null,
    due_day: null,
    news_count: 1,
    snoozed_until: null,
    snoozed_for_news: false,
    deleted: false,
    act: null,
    gone: false,
    ...more,
  })

/** Somebody waits for the person's decision. */
export const approval = (last: number, title: string, more: Partial<Message> = {}): Message =>
  message(last, title, {
    type: 'approval_requested',
    kind: 'approval',
    needs_you: true,
    act: 'decide',
    due: new Date(Date.now() + 7 * 3_600_000).toISOString(),
    ...more,
  })

export const opened = (of: Message, more: Partial<OpenMessage> = {}): OpenMessage =>
  OpenMessage.parse({ ...of, news: [], because: 'approver', ...more })
