import { counted } from '../../../shared/format/count.ts'
import { catalogue } from '../../../ui/catalogue.ts'

const units = { s: 's', m: 'min', h: 'h', d: 'd', w: 'w', bd: 'bd' } as const
export type Unit = keyof typeof units

export const texts = catalogue({
  trigger: 'someone starts it',
  unnamed: 'Untitled step',
  unknown: {
    person: 'Unknown person',
    team: 'Unknown team',
    workflow: 'Unknown workflow',
    tool: 'Unknown tool',
  },
  outs: {
    done: 'Done',
    approved: 'Approved',
    rejected: 'Rejected',
    changes: 'Changes requested',
    refused: 'Rejected or changes',
    failed: 'Failed',
    else: 'Else',
    branch: (n: number) => `Branch ${n}`,
    end: 'End',
    ends: (outcome: string) => `Ends: ${outcome}`,
  },
  people: {
    starter: 'Starter',
    none: 'No assignee',
    nobody: 'No approvers',
    each: (group: string) => `Everyone in ${group}`,
    computed: 'By expression',
    afterwards: ', then ',
    and: ', ',
  },
  fields: (count: number) => (count === 0 ? 'no fields' : counted(count, 'field')),
  rules: { first: 'First', all: 'All', some: (count: number, of: string) => `${count} of ${of}` },
  inOrder: 'in order',
  atOnce: (names: string) => `${names}, at once`,
  afterAnother: (names: string) => `${names}, in order`,
  anyOf: (name: string) => `${name} decides`,
  due: (duration: string) => `due in ${duration}`,
  dueOn: 'due on a date',
  tool: {
    none: 'No tool chosen',
    unmapped: 'Not mapped',
    mapped: (inputs: number, outputs: number) =>
      [inputs > 0 && counted(inputs, 'input'), outputs > 0 && counted(outputs, 'output')].filter(Boolean).join(', '),
  },
  branches: (count: number) => `${counted(count, 'branch', 'branches')} and else`,
  wait: { date: 'Until a date', open: 'No time set', lasts: (duration: string) => `For ${duration}` },
  sub: {
    runs: (name: string) => `Runs ${name}`,
    none: 'No workflow chosen',
    latest: 'Latest version',
    version: (n: number) => `Version ${n}`,
  },
  duration: (count: number, unit: Unit) => `${count} ${units[unit]}`,
  reading: {
    '>': (what: string, value: string) => `${what} over ${value}`,
    '>=': (what: string, value: string) => `${what} from ${value}`,
    '<': (what: string, value: string) => `${what} under ${value}`,
    '<=': (what: string, value: string) => `${what} up to ${value}`,
    '==': (what: string, value: string) => `${what} is ${value}`,
    '!=': (what: string, value: string) => `${what} is not ${value}`,
    not: (what: string) => `Not ${what}`,
    yes: 'yes',
    no: 'no',
    empty: 'empty',
    and: (parts: readonly string[]) => parts.join(' and '),
    or: (parts: readonly string[]) => parts.join(' or '),
    any: (what: string, values: readonly string[]) => `${what} is ${values.join(' or ')}`,
  },
})
