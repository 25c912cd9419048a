import { catalogue } from '../../ui/catalogue.ts'

export const texts = catalogue({
  title: 'Throughline: documents, workflows, and people on one line',
  product: 'Throughline',
  open: 'Open the workspace',
  hero: 'Every step, one line.',
  about:
    'Throughline keeps documents, the workflows they belong to, and the people who act on them in one place. Design a process once, run it as often as you need, and see at any moment what is waiting, for whom, and since when.',
  register: 'Create an account',
  rights: (year: number) => `© ${year} Throughline`,
})
