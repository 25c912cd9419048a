import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  form: (name: string) => `Answers for ${name}`,
  nothingAsked: 'Nothing is asked here. Complete it when it is done.',
  draftSaved: (time: string) => `Draft saved ${time}`,
  savingDraft: 'Saving draft',
  offline: 'Offline. Kept on this device.',
  notSaved: 'Draft not saved',
  toFix: (count: number) => (count === 1 ? '1 answer to fix' : `${count} answers to fix`),
  goToFirst: 'Go to the first',
  and: (names: string) => `, ${names}`,
  andMore: (count: number) => ` and ${count} more`,
  waitingForFiles: (count: number) => (count === 1 ? 'Waiting for 1 file' : `Waiting for ${count} files`),
  done: (name: string) => `${name} completed`,
  sentToReview: (name: string) => `Sent to ${name} for review`,
  failed: 'Not completed',
})
