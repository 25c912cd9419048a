import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  context: 'Related to your work',
  instances: 'Your instances',
  started: 'Started by you',
  startedFailed: 'What you started couldn’t be loaded.',
  changed: 'Changed since your last visit',
  queues: 'Waiting in your queues',
  documents: 'Recent documents',
  viewAll: 'View all',
  viewAllOf: (section: string) => `View all: ${section}`,
  doneOf: (done: number, total: number) => `${done} of ${total}`,
  progress: (name: string, done: number, total: number) => `${name}: ${done} of ${total} steps done`,
  documentsFailed: 'The documents couldn’t be loaded.',
  queueFailed: 'The queues couldn’t be loaded.',
})
