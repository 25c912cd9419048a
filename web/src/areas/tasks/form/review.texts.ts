import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
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
