import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

const tasks = (count: number) => counted(count, 'task')

export const texts = catalogue({
  label: 'Actions for selected tasks',
  acts: {
    claim: 'Claim',
    assign: 'Assign',
    priority: 'Priority',
    due: 'Due date',
    complete: 'Complete',
    approve: 'Approve',
    retry: 'Retry',
    release: 'Release',
  },
  count: tasks,
  done: {
    claim: (what: string) => `${what} claimed`,
    assign: (what: string) => `${what} assigned`,
    priority: (what: string) => `Priority of ${what} changed`,
    due: (what: string) => `Due date of ${what} changed`,
    complete: (what: string) => `${what} completed`,
    approve: (what: string) => `${what} approved`,
    retry: (what: string) => `${what} retried`,
    release: (what: string) => `${what} released`,
  },
  /** A row that is done. */
  row: {
    claim: 'Claimed by you',
    assign: 'Assigned',
    priority: 'Changed',
    due: 'Changed',
    complete: 'Completed',
    approve: 'Approved',
    retry: 'Retried',
    release: 'Released',
  },
  fitsNone: {
    claim: 'None of these are in a queue',
    assign: 'All of these are done',
    priority: 'All of these are done',
    due: 'All of these are done',
    complete: 'None of these are yours to complete',
    approve: 'None of these are waiting for your approval',
    retry: 'None of these have failed',
    release: 'You didn’t claim any of these from a queue',
  },
  apply: 'Apply',
  assignTitle: (count: number) => `Assign ${tasks(count)}`,
  assignee: 'Assignee',
  nobody: 'Unassigned',
  priorityTitle: (count: number) => `Priority of ${tasks(count)}`,
  dueTitle: (count: number) => `Due date of ${tasks(count)}`,
  dueDate: 'Due date',
  dueHint: 'Leave it empty to remove the due date.',
  approveTitle: (count: number) => `Approve ${tasks(count)}?`,
  approving: 'Each task is approved in your name, without a comment. You can’t undo this.',
  approveNamed: (count: number) => `Approve ${tasks(count)}`,
})
