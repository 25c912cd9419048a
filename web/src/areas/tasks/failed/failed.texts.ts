import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  stopped: 'This step stopped',
  failure: 'Failure',
  running: 'Running',
  runningNote: 'The workflow continues on its own once it gets an answer.',
  queued: 'About to run',
  done: 'Done',
  retryHint: 'Fix the problem above, then retry.',
  overrideHint: 'Or do it manually, then override the step and give a reason.',
  waits: (names: string) => `Waiting for this step: ${names}.`,
  ends: 'The instance ends after this step.',
  attempts: 'Attempts',
  tries: (count: number) => counted(count, 'attempt'),
  noAnswer: 'No response',
  answered: 'Answered',
  sentOutside: 'Sent to other systems',
  key: (key: string) => `Key ${key}`,
  states: { once: 'sent once', unknown: 'unknown', not: 'not sent' },
  notes: {
    once: 'It arrived. A retry isn’t needed for it.',
    onceNoKeys: 'It arrived. A retry would do it again.',
    unknown: 'No answer. A retry sends the same key: a receiver that recognizes it won’t do it twice.',
    unknownNoKeys: 'No response. A retry might do it twice.',
    not: 'Rejected. The next retry sends it again.',
  },
  nothingSent: 'Nothing has been sent yet.',
  retryFirst: 'Nothing has been sent yet. A retry sends it.',
  retryRefused: 'The last attempt was rejected, and nothing was done. A retry is sent with a new key.',
  retryKeys: 'A retry sends the same key. A receiver that recognizes it does nothing twice.',
  retryNoKeys: 'This receiver doesn’t recognize keys, so a retry might do it twice.',
  retried: 'Retrying',
  retryFailed: 'Not retried',
  askTwice: 'This might be done twice.',
  askTwiceNote: (tool: string) =>
    `${tool} can’t recognize earlier requests. If the last attempt arrived, this creates a duplicate.`,
  retryAnyway: 'Retry anyway',
  receiver: 'The receiver',

  overrideTitle: (name: string) => `Override ${name}?`,
  overrideNote:
    'Marks the task complete without its own result and starts the next step. The reason is kept in the audit log.',
  reason: 'Reason',
  reasonMissing: 'Enter a reason.',
  outcome: 'Outcome',
  usualOutcome: 'Default',
  outputHint: 'Later steps need this answer.',
  jsonHint: 'Later steps need this answer, written as JSON.',
  notJson: 'This isn’t valid JSON.',
  unknownEffects: (count: number) =>
    count === 1
      ? 'One call may or may not have arrived. Overriding doesn’t send it again.'
      : `${count} calls may or may not have arrived. Overriding doesn’t send them again.`,
  override: 'Override task',
  overridden: (name: string) => `${name} overridden`,
  overrideFailed: 'Not overridden',
})
