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
  /** All done: one toast. */
  done: {
    claim: (count: number) => `${tasks(count)} claimed`,
    assign: (count: number) => `${tasks(count)} assigned`,
    priority: (count: number) => `Priority of ${tasks(count)} changed`,
    due: (count: number) => `Due date of ${tasks(count)} changed`,
    complete: (count: number) => `${tasks(count)} completed`,
    approve: (count: number) => `${tasks(count)} approved`,
    retry: (count: number) => `${tasks(count)} retried`,
    release: (count: number) => `${tasks(count)} released`,
  },
  /** Otherwise the title of the dialog. */
  some: {
    claim: (done: number, all: number) => `${done} of ${tasks(all)} claimed`,
    assign: (done: number, all: number) => `${done} of ${tasks(all)} assigned`,
    priority: (done: number, all: number) => `Priority of ${done} of ${tasks(all)} changed`,
    due: (done: number, all: number) => `Due date of ${done} of ${tasks(all)} changed`,
    complete: (done: number, all: number) => `${done} of ${tasks(all)} completed`,
    approve: (done: number, all: number) => `${done} of ${tasks(all)} approved`,
    retry: (done: number, all: number) => `${done} of ${tasks(all)} retried`,
    release: (done: number, all: number) => `${done} of ${tasks(all)} released`,
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
  note: (refused: number, unknown: number) =>
    [
      refused === 0 ? '' : counted(refused, 'wasn’t done', 'weren’t done'),
      unknown === 0 ? '' : counted(unknown, 'has no result yet', 'have no result yet'),
    ]
      .filter(Boolean)
      .join(', ')
      .concat('.'),
  results: 'Results',
  result: { done: 'Done', refused: 'Not done', unknown: 'Unknown' },
  refused: 'This wasn’t done.',
  unknown: 'The server didn’t respond. It’s safe to retry.',
  again: (count: number) => `Retry ${count}`,
  close: 'Done',
  cancel: 'Cancel',
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
