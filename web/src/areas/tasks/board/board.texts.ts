import { counted } from '../../../shared/format/count.ts'
import { listText } from '../../../shared/format/list-text.ts'
import { catalogue } from '../../../ui/catalogue.ts'

/** Acts, and reasons why a move is none. `hint` stands in a column, `why` is a whole answer. */
export const texts = catalogue({
  board: 'Board',
  column: (name: string, count: string) => `${name}, ${count}`,
  count: (count: number) => counted(count, 'task'),
  atLeast: (count: number) => `${count}+`,
  countUnknown: 'some tasks',
  more: 'Show more',
  moreIn: (name: string) => `Show more in ${name}`,
  loadingMore: 'Loading...',
  moreFailed: 'More cards couldn’t be loaded. Try again.',
  workflowItself: 'Workflow',
  files: (count: number) => counted(count, 'file'),
  comments: (count: number) => counted(count, 'comment'),
  byKeyboard: ['By keyboard:', 'opens “Move to…”,', 'puts the card back'],
  moveTo: (name: string) => `Move “${name}” to…`,
  moveCard: (name: string) => `Move ${name} to…`,
  letGo: (column: string) => `If you drop it, it goes back to ${column}.`,
  letGoToForm: (column: string) => `If you drop it, it goes back to ${column} with a link to the form.`,
  notMoved: (name: string) => `${name} wasn’t moved`,
  noAnswer: 'The server didn’t respond. Check the task before you retry.',
  openForm: 'Open the form',
  openTask: 'Open the task',

  acts: {
    here: 'It’s here now',
    claim: { hint: 'Drop to claim it', why: 'Claims it for you', done: (name: string) => `You claimed ${name}` },
    start: { hint: 'Drop to start it', why: 'Starts it', done: (name: string) => `${name} is in progress` },
    release: {
      hint: 'Drop to release it',
      why: 'Releases it to the queue',
      done: (name: string) => `${name} is back in the queue`,
    },
    complete: { hint: 'Drop to complete it', why: 'Completes it', done: (name: string) => `${name} is completed` },
    send: {
      hint: 'Drop to send for review',
      why: (reviewer: string) => `Sends it to ${reviewer}`,
      done: (name: string) => `${name} is waiting for review`,
    },
    pass: { hint: 'Drop to pass it', why: 'Passes the review', done: (name: string) => `${name} passed the review` },
    retry: { hint: 'Drop to retry it', why: 'Retries it', done: (name: string) => `Retrying ${name}` },
  },

  cannot: 'You can’t move it there',
  cannotComplete: 'You can’t complete it yet',
  refusals: {
    looking: { hint: 'Not yours to move', why: 'You can view tasks here, but you can’t work on them.' },
    done: { hint: 'Already completed', why: 'Completed tasks can’t be reopened.' },
    overdue: { hint: 'Set by the due date', why: 'Set by the due date.' },
    staysOverdue: { hint: 'It stays overdue', why: 'It stays overdue until it’s completed or its due date changes.' },
    theirs: {
      hint: (name: string) => `Assigned to ${name}`,
      why: (name: string) => `It’s assigned to ${name}. Only they can do that.`,
    },
    queued: {
      hint: 'In another queue',
      why: (queue: string) => `It’s in the ${queue} queue, and you can’t claim from that queue.`,
    },
    noQueue: { hint: 'Assigned directly', why: 'It was assigned to you directly, so it has no queue to go back to.' },
    noReviewer: { hint: 'No reviewer', why: 'It has no reviewer, so it can’t wait for review.' },
    reviewFirst: {
      hint: 'Needs a review first',
      why: (name: string) => `${name} must review it before it’s completed.`,
    },
    inReview: { hint: 'Being reviewed', why: (name: string) => `${name} is reviewing it.` },
    giveBack: { hint: 'Needs a comment', why: 'Sending it back requires a comment. Do that in the task.' },
    decide: { hint: 'Needs a decision', why: 'Approve it, reject it, or request changes in the task.' },
    decidedByOthers: { hint: 'Decided by others', why: 'Other people decide on it.' },
    approvalStart: { hint: 'Not for approvals', why: 'Approvals are decided, not started.' },
    answer: { hint: 'Needs an answer', why: 'Questions are completed by answering them. Do that in the task.' },
    queryStart: { hint: 'Not for questions', why: 'Questions are answered, not started.' },
    automation: { hint: 'Runs automatically', why: 'Automations run on their own.' },
    failed: { hint: 'It failed', why: 'It failed. Retry or override it in the task.' },
    twice: { hint: 'Might be done twice', why: 'A retry might do it twice. Decide that in the task.' },
    missing: {
      hint: (count: number) => `Needs ${counted(count, 'answer first', 'answers first')}`,
      why: (labels: readonly string[]) =>
        labels.length === 1
          ? `1 answer is missing: ${listText(labels)}.`
          : `${labels.length} answers are missing: ${listText(labels)}.`,
    },
    notNow: { hint: 'Not now', why: 'You can’t do that right now.' },
  },
})
