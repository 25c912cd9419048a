import { counted } from '../../../shared/format/count.ts'
import { ordinal } from '../../../shared/format/list-text.ts'
import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  steps: 'Steps',
  done: (done: number, total: number) => `${done} of ${counted(total, 'step')} done`,
  again: (runs: number) => `${ordinal(runs)} attempt`,
  sentBack: 'Sent back',
  sentBackBy: (day: string, by: string | undefined) => `Sent back ${day}${by ? ` by ${by}` : ''}`,
  types: {
    manual: 'Manual',
    tool: 'Automation',
    approval: 'Approval',
    condition: 'Condition',
    wait: 'Wait',
    subworkflow: 'Workflow',
  },
  states: {
    ahead: 'Ahead',
    waiting: 'Waiting',
    open: 'In Progress',
    overdue: 'Overdue',
    failed: 'Failed',
    done: 'Completed',
    skipped: 'Skipped',
  },
  items: (done: number, of: number) => `${done} of ${of} done`,
  approvals: (done: number, of: number) => `${done} of ${of} approvals`,
  attempts: (count: number) => `Stopped after ${counted(count, 'attempt')}`,
  attempt: (number: number) => `Attempt ${number}`,
  joins: (of: number) => `Waits for all ${of} branches`,
  note: (words: readonly string[]) => words.join(' · '),
  since: (day: string) => `since ${day}`,
  andOthers: (name: string, count: number) => `${name} and ${counted(count, 'other')}`,
})
