import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

export const texts = catalogue({
  title: 'Issues',
  live: 'checked as you type',
  show: 'Show',
  all: (count: number) => `All ${count}`,
  errors: (count: number) => `Errors ${count}`,
  warnings: (count: number) => `Warnings ${count}`,
  error: 'Error',
  warning: 'Warning',
  repairSafe: (count: number) => `Repair ${counted(count, 'safe issue')}`,
  step: (n: number, name: string) => `${n} ${name}`,
  workflow: 'The workflow',
  where: {
    branch: (n: number) => `Branch ${n}`,
    else: 'Else',
    field: (n: number) => `Field ${n}`,
    startField: (n: number) => `Start field ${n}`,
    approver: (n: number) => `Approver ${n}`,
    escalation: (n: number) => `Escalation ${n}`,
    variable: (name: string) => `Variable ${name}`,
    each: 'For each',
    due: 'Due date',
    input: 'Input',
    output: 'Output',
  },
  toFix: (count: number) => counted(count, 'issue to fix before it can run.', 'issues to fix before it can run.'),
  canRun: 'It’s ready to run.',
  next: 'next',
  none: 'No issues',
  noneHint: 'Every step can be reached, run, and finished.',
  said: (errors: number, warnings: number) =>
    errors + warnings === 0 ? 'No issues' : `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`,
})
