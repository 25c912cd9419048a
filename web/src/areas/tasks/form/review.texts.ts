import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  comment: 'Comment',
  commentNote: 'needed to give it back',
  commentMissing: 'Say what has to change.',
  pass: 'Pass',
  giveBack: 'Give back',
  passed: (name: string) => `${name} passed`,
  given: (name: string) => `Given back to ${name}`,
  failed: 'Not reviewed',
  somebody: 'the assignee',
  leads: (name: string) => `Pass completes the task. Give back returns it to ${name}; answers are kept.`,
})
