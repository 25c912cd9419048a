import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

const units = { s: 'second', m: 'minute', h: 'hour', d: 'day', w: 'week', bd: 'business day' } as const
export type Unit = keyof typeof units

const numbered = (n: number, name: string) => `${n} ${name}`

export const texts = catalogue({
  when: 'When',
  numbered,
  branch: {
    atOnce: (n: number, of: number) => `Branch ${n} of ${of}`,
    nowAtOnce: 'at once',
    ignored: 'not followed: this workflow is sequential',
    if: (label: string) => `If ${label}`,
    else: 'Else',
    failed: 'If it fails',
    rejected: 'If rejected',
    changes: 'If changes are requested',
    part: (text: string, n: number, of: number) => `${text}, ${n} of ${of}`,
    straight: (target: string) => `straight to ${target}`,
    ends: 'ends here',
    endsAs: (outcome: string) => `ends here, outcome ${outcome}`,
  },
  back: (label: string) => `${label}: back to`,
  exit: (label: string) => `${label}: ends here`,
  end: 'Ends here',
  outcome: (outcome: string) => `outcome ${outcome}`,
  goto: 'Continues at',
  stray: 'Not reachable from the start',
  joinsAll: (count: number) => `Joins ${count} branches, waits for all that run`,
  joinsEither: 'Either way',
  forEach: 'for each',
  lasting: (count: number, unit: Unit) => counted(count, units[unit]),
  onDate: 'On a date',
  errors: (count: number) => counted(count, 'error'),
  warnings: (count: number) => counted(count, 'warning'),
  said: {
    step: (name: string, n: number, of: number, kind: string) => `${name}, step ${n} of ${of}, ${kind}`,
    in: (branch: string) => `in ${branch}`,
    due: (due: string) => `due: ${due}`,
    problem: (level: 'E' | 'W', text: string) => `${level === 'E' ? 'error' : 'warning'}: ${text}`,
    noIssues: 'no issues',
    of: (text: string, step: string) => `${text}, of ${step}`,
  },
  actions: {
    of: (name: string) => `Actions of ${name}`,
    edit: 'Edit',
    addAfter: 'Add step after',
    addHere: 'Add step here',
    addBranch: 'Add branch',
    remove: 'Delete step',
  },
  keys: {
    label: 'Keys',
    move: 'move',
    branch: 'out of, into a branch',
    edit: 'edit',
    open: 'open',
    addAfter: 'add after',
    addBranch: 'add branch',
    reorder: 'reorder',
    jump: 'jump to target',
    issue: 'next issue',
    remove: 'delete',
  },
})
