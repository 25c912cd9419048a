import { counted, listText } from '../../../shared/format/count.ts'
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
  moreFailed: 'The next cards did not come. Try again.',
  workflowItself: 'Workflow',
  files: (count: number) => counted(count, 'file'),
  comments: (count: number) => counted(count, 'comment'),
  byKeyboard: ['By keyboard:', 'opens “Move to…”,', 'puts the card back'],
  moveTo: (name: string) => `Move “${name}” to…`,
  moveCard: (name: string) => `Move ${name} to…`,
  letGo: (column: string) => `Let go: it returns to ${column}.`,
  letGoToForm: (column: string) => `Let go: it returns to ${column}, with a link to the form.`,
  notMoved: (name: string) => `${name} was not moved`,
  noAnswer: 'No answer came back. Look at the task before trying again.',
  openForm: 'Open the form',
  openTask: 'Open the task',

  acts: {
    here: 'It is here now',
    claim: { hint: 'Drop to claim it', why: 'Claims it for you', done: (name: string) => `You have ${name}` },
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
      done: (name: string) => `${name} waits for review`,
    },
    pass: { hint: 'Drop to pass it', why: 'Passes the review', done: (name: string) => `${name} passed the review` },
    retry: { hint: 'Drop to try it again', why: 'Tries it again', done: (name: string) => `${name} is tried again` },
  },

  cannot: 'Cannot move it there',
  cannotComplete: 'Cannot complete it yet',
  refusals: {
    looking: { hint: 'Not yours to move', why: 'You may look at tasks here, not work on them.' },
    done: { hint: 'It is done', why: 'What is completed stays completed.' },
    overdue: { hint: 'Set by the due date', why: 'Set by the due date.' },
    staysOverdue: { hint: 'It stays overdue', why: 'It stays overdue until it is done or its due date is moved.' },
    theirs: {
      hint: (name: string) => `${name} has it`,
      why: (name: string) => `${name} has it. Only they can do that.`,
    },
    queued: {
      hint: 'In another queue',
      why: (queue: string) => `It waits in the queue of ${queue}. You do not take from it.`,
    },
    noQueue: { hint: 'Came by name', why: 'It was given to you by name; there is no queue to release it to.' },
    noReviewer: { hint: 'Nobody reviews it', why: 'Nobody reviews it, so it cannot wait for review.' },
    reviewFirst: { hint: 'Reviewed first', why: (name: string) => `${name} reviews it before it is completed.` },
    inReview: { hint: 'Being reviewed', why: (name: string) => `${name} reviews it now.` },
    giveBack: { hint: 'Needs a comment', why: 'Giving it back needs a comment. Do that in the task.' },
    decide: { hint: 'Needs a decision', why: 'Approve it, reject it or request changes. Do that in the task.' },
    decidedByOthers: { hint: 'Decided by others', why: 'Others decide on it.' },
    approvalStart: { hint: 'No step of an approval', why: 'An approval is decided, never started.' },
    answer: { hint: 'Needs an answer', why: 'A question is done when it is answered. Do that in the task.' },
    queryStart: { hint: 'No step of a question', why: 'A question is answered, never started.' },
    automation: { hint: 'Runs by itself', why: 'An automation runs by itself.' },
    failed: { hint: 'It failed', why: 'It failed. Retry or override it in the task.' },
    twice: { hint: 'May be done twice', why: 'Trying again may do it twice. Decide that in the task.' },
    missing: {
      hint: (count: number) => `Needs ${counted(count, 'answer first', 'answers first')}`,
      why: (labels: readonly string[]) =>
        labels.length === 1
          ? `1 answer is missing: ${listText(labels)}.`
          : `${labels.length} answers are missing: ${listText(labels)}.`,
    },
    notNow: { hint: 'Not now', why: 'That cannot be done to it now.' },
  },
})
