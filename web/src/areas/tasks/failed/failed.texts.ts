import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  stopped: 'This step stopped',
  failure: 'Failure',
  running: 'Running',
  runningNote: 'The workflow goes on by itself once it has an answer.',
  queued: 'About to run',
  done: 'Done',
  retryHint: 'Put right what stands above, then retry.',
  overrideHint: 'Or do it by hand and override with a reason.',
  waits: (names: string) => `Until then these wait: ${names}.`,
  ends: 'The instance ends after this step.',
  attempts: 'Attempts',
  tries: (count: number) => counted(count, 'try', 'tries'),
  noAnswer: 'No answer came back',
  answered: 'Answered',
  sentOutside: 'Sent outside',
  key: (key: string) => `Key ${key}`,
  states: { once: 'sent once', unknown: 'unknown', not: 'not sent' },
  notes: {
    once: 'A retry finds it and goes on.',
    onceNoKeys: 'It arrived. A retry would do it again.',
    unknown: 'No answer came back. The receiver knows the key, so a retry cannot do it twice.',
    unknownNoKeys: 'No answer came back. A retry may do it twice.',
    not: 'Refused. Done by the next retry.',
  },
  nothingSent: 'Nothing has been sent yet.',
  retryFirst: 'Nothing has been sent yet. A retry sends it.',
  retryRefused: 'The last try was refused and nothing was done. A retry is sent anew, under a key of its own.',
  retryKeys: 'A retry uses the same key: what did arrive is not done again.',
  retryNoKeys: 'This receiver knows no keys: a retry may do it twice.',
  retried: 'Trying again',
  retryFailed: 'Not tried again',
  askTwice: 'This may be done twice.',
  askTwiceNote: (tool: string) =>
    `${tool} cannot recognise what it was sent before. If the last try did arrive, this makes a second one.`,
  retryAnyway: 'Retry anyway',
  receiver: 'The receiver',

  overrideTitle: (name: string) => `Override ${name}?`,
  overrideNote:
    'Marks the task complete without its own result; the next step starts. The reason stays in the audit log.',
  reason: 'Reason',
  reasonMissing: 'A reason is needed.',
  outcome: 'Outcome',
  usualOutcome: 'As usual',
  outputHint: 'Later steps need this answer.',
  jsonHint: 'Later steps need this answer, written as JSON.',
  notJson: 'This is no JSON.',
  unknownEffects: (count: number) =>
    count === 1
      ? 'One effect is unknown: it may or may not have arrived. Overriding does not send it again.'
      : `${count} effects are unknown: they may or may not have arrived. Overriding does not send them again.`,
  override: 'Override task',
  overridden: (name: string) => `${name} overridden`,
  overrideFailed: 'Not overridden',
})
