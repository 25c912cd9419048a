import type { Message } from '@throughline/contracts/inbox'
import { maya, row, seat, whole } from '../../tasks/testing/sample-tasks.ts'
import { approval } from './sample-messages.ts'

export const asked = approval(1, 'Countersign letter', { read: true })
const task = whole(
  row(1, 'Countersign letter', { task_type: 'approval', assignee: null }),
  { decide: true },
  {
    rule: 'first',
    seats: [seat(0, maya, { mine: true })],
    leads: { approve: ['Kickoff call'], reject: [], changes: [] },
  },
)

export const actionOf = (of: Message) => `POST /v1/notifications/${of.id}/action/`
export const taskAnswer = { [`GET /v1/tasks/${row(1, '').id}/`]: { body: { data: task } } }
