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
    release: 'Give back',
  },
  /** All done: one toast. */
  done: {
    claim: (count: number) => `${tasks(count)} claimed`,
    assign: (count: number) => `${tasks(count)} assigned`,
    priority: (count: number) => `Priority of ${tasks(count)} changed`,
    due: (count: number) => `Due date of ${tasks(count)} changed`,
    complete: (count: number) => `${tasks(count)} completed`,
    approve: (count: number) => `${tasks(count)} approved`,
    retry: (count: number) => `${tasks(count)} tried again`,
    release: (count: number) => `${tasks(count)} given back`,
  },
  /** Otherwise the title of the dialog. */
  some: {
    claim: (done: number, all: number) => `${done} of ${tasks(all)} claimed`,
    assign: (done: number, all: number) => `${done} of ${tasks(all)} assigned`,
    priority: (done: number, all: number) => `Priority of ${done} of ${tasks(all)} changed`,
    due: (done: number, all: number) => `Due date of ${done} of ${tasks(all)} changed`,
    complete: (done: number, all: number) => `${done} of ${tasks(all)} completed`,
    approve: (done: number, all: number) => `${done} of ${tasks(all)} approved`,
    retry: (done: number, all: number) => `${done} of ${tasks(all)} tried again`,
    release: (done: number, all: number) => `${done} of ${tasks(all)} given back`,
  },
  /** A row that is done. */
  row: {
    claim: 'Claimed by you',
    assign: 'Assigned',
    priority: 'Changed',
    due: 'Changed',
    complete: 'Completed',
    approve: 'Approved',
    retry: 'Tried again',
    release: 'Given back',
  },
  fitsNone: {
    claim: 'None of them waits in a queue',
    assign: 'All of them are done',
    priority: 'All of them are done',
    due: 'All of them are done',
    complete: 'None of them is yours to complete',
    approve: 'None of them waits for your approval',
    retry: 'None of them has failed',
    release: 'You have none of them from a queue',
  },
  note: (refused: number, unknown: number) =>
    [
      refused === 0 ? '' : counted(refused, 'was refused', 'were refused'),
      unknown === 0 ? '' : counted(unknown, 'is not known yet', 'are not known yet'),
    ]
      .filter(Boolean)
      .join(', ')
      .concat('.'),
  results: 'Results',
  result: { done: 'Done', refused: 'Refused', unknown: 'Unknown' },
  refused: 'It was refused.',
  unknown: 'No answer came back. Trying again does no harm.',
  again: (count: number) => `Try ${count} again`,
  close: 'Done',
  cancel: 'Cancel',
  apply: 'Apply',
  assignTitle: (count: number) => `Assign ${tasks(count)}`,
  assignee: 'Assignee',
  nobody: 'Nobody',
  priorityTitle: (count: number) => `Priority of ${tasks(count)}`,
  dueTitle: (count: number) => `Due date of ${tasks(count)}`,
  dueDate: 'Due date',
  dueHint: 'Leave it empty to take the due date away.',
  approveTitle: (count: number) => `Approve ${tasks(count)}?`,
  approving: 'Each is approved in your name, without a comment. That cannot be taken back.',
  approveNamed: (count: number) => `Approve ${tasks(count)}`,
})
