import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  form: (name: string) => `Answers for ${name}`,
  nothingAsked: 'This task has no questions. Complete it when the work is done.',
  draftSaved: (time: string) => `Draft saved ${time}`,
  savingDraft: 'Saving draft',
  offline: 'Offline. Saved on this device.',
  notSaved: 'Draft not saved',
  toFix: (count: number) => counted(count, 'answer to fix', 'answers to fix'),
  goToFirst: 'Go to the first',
  and: (names: string) => `, ${names}`,
  andMore: (count: number) => ` and ${count} more`,
  waitingForFiles: (count: number) => `Waiting for ${counted(count, 'file')}`,
  done: (name: string) => `${name} completed`,
  sentToReview: (name: string) => `Sent to ${name} for review`,
  failed: 'Not completed',
})

export const reviewTexts = catalogue({
  comment: 'Comment',
  commentNote: 'required to send it back',
  commentMissing: 'Say what needs to change.',
  pass: 'Pass',
  giveBack: 'Send back',
  passed: (name: string) => `${name} passed`,
  given: (name: string) => `Sent back to ${name}`,
  failed: 'Not reviewed',
  somebody: 'the assignee',
  leads: (name: string) => `Pass completes the task. Send back returns it to ${name} and keeps the answers.`,
})
