import { catalogue } from '../ui/catalogue.ts'

export const texts = catalogue({
  label: 'From Analytics',
  completed: (days: string) => `Completed ${days}`,
  open: 'Not completed',
  late: { yes: 'late', no: 'on time', known: 'with a due date' },
  lateFirst: {
    yes: 'late by the original due date',
    no: 'on time by the original due date',
    known: 'with an original due date',
  },
  step: 'one step',
  again: 'sent back',
  last: 'one branch came last',
  version: (version: string) => `version ${version}`,
  asOf: (moment: string) => `as of ${moment}`,
  clear: 'Show everything',
})
