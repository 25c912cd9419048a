import type { Plan } from '../../plan.ts'
import type { Event } from '../../run.ts'
import { approval, manual, planOf, subworkflow, tool, wait, workflow } from '../make.ts'

/** How often each may happen. */
type Budget = Partial<
  Record<
    | 'acts'
    | 'crash'
    | 'loss'
    | 'again'
    | 'twice'
    | 'purge'
    | 'pass'
    | 'backup'
    | 'restore'
    | 'engineBackup'
    | 'engineRestore'
    | 'break'
    | 'mend',
    number
  >
>

export type SmallCase = {
  name: string
  plan: Plan
  budget: Budget
  /** How receivers may answer. */
  answers: string[]
  /** Which acts are tried; all of them unless given. */
  only?: (event: Event) => boolean
  seed?: number
  /** Which of the child workflows its sub-workflows run, counted from one. */
  child?: number
  /** How many items its list has. */
  items?: number
  /** Too large for every run of the tests. */
  isLarge?: true
  /** What may throw: a plan, the case's own being 0, or one of its steps. */
  defects?: { plan: number; step?: string }[]
}

const isOneOf =
  (...kinds: Event['t'][]) =>
  ({ t }: Event) =>
    kinds.includes(t)

/** Names decide which receiver is asked: `a` honours no keys, `c` and `e` do. */
const callThenTask = (id: string) => planOf(workflow('parallel', tool(id, ['m']), manual('m')))
const childThenTask = planOf(workflow('parallel', subworkflow('s', ['m']), manual('m')))
const finishing = { from: 'open', after: '1h', act: 'finish', outcome: 'approved' } as const
const approvalThenWait = planOf(
  workflow('parallel', approval('p', ['v'], { escalation: [finishing] }), wait('v', ['m']), manual('m')),
)
const firstOfList = { list: '[1, 2]', order: 'at_once', until: 'first' } as const

/** Small worlds in which every order of everything is tried. */
export const smallCases: SmallCase[] = [
  {
    name: 'a call, overridden or cancelled',
    isLarge: true,
    plan: callThenTask('c'),
    budget: { acts: 1, crash: 1, loss: 1 },
    answers: ['ok', 'lostAfter'],
  },
  {
    name: 'a call, tried again',
    isLarge: true,
    plan: callThenTask('c'),
    budget: { acts: 2, crash: 1, again: 1, twice: 1 },
    answers: ['ok', 'refused'],
    only: isOneOf('retry', 'cancel'),
  },
  {
    name: 'a call to a receiver without keys',
    plan: callThenTask('a'),
    budget: { acts: 1, crash: 1, loss: 1 },
    answers: ['ok', 'lostAfter'],
    only: ({ t }) => t !== 'override',
  },
  {
    name: 'the engine put back',
    isLarge: true,
    plan: callThenTask('a'),
    budget: { acts: 1, engineBackup: 1, engineRestore: 1 },
    answers: ['ok', 'lostAfter'],
    only: isOneOf('retry', 'cancel'),
  },
  {
    name: 'calls for a list, the first result is enough',
    isLarge: true,
    plan: planOf(workflow('parallel', tool('e', ['m'], { each: firstOfList }), manual('m'))),
    budget: { acts: 1, loss: 1 },
    answers: ['ok', 'refused'],
    only: isOneOf('cancel'),
    seed: 4,
    items: 2,
  },
  {
    name: 'a child, taken back, purged',
    isLarge: true,
    plan: childThenTask,
    budget: { acts: 2, loss: 1, crash: 1, purge: 1 },
    answers: ['ok'],
  },
  {
    name: 'an alarm at the moment of an act',
    isLarge: true,
    plan: approvalThenWait,
    budget: { acts: 1, loss: 1, pass: 3, twice: 1 },
    answers: ['ok'],
    only: ({ t }) => t !== 'withdrawn',
  },
  {
    name: 'the database put back',
    isLarge: true,
    plan: planOf(workflow('parallel', tool('a', ['c']), tool('c', ['m']), manual('m'))),
    budget: { acts: 1, backup: 1, restore: 1 },
    answers: ['ok'],
    only: isOneOf('retry', 'cancel'),
  },
  {
    name: 'a child that calls, the database put back',
    isLarge: true,
    plan: childThenTask,
    budget: { backup: 1, restore: 1 },
    answers: ['ok'],
    child: 4,
  },
  {
    name: 'a list of sixty tasks',
    plan: planOf(workflow('parallel', manual('l', ['m'], { each: { ...firstOfList, until: 'all' } }), manual('m'))),
    budget: { acts: 1, crash: 1, loss: 1, twice: 1 },
    answers: ['ok'],
    only: (event) => event.t !== 'done' || event.item === 7,
    items: 60,
  },
  {
    name: 'a task whose next step throws, or the whole plan',
    plan: planOf(workflow('parallel', manual('l', ['m']), manual('m'))),
    budget: { acts: 2, crash: 1, break: 1, mend: 1 },
    answers: ['ok'],
    defects: [{ plan: 0 }, { plan: 0, step: 'm' }],
  },
  {
    name: 'a call whose result throws, or its whole plan',
    isLarge: true,
    plan: callThenTask('a'),
    budget: { acts: 1, crash: 1, break: 1, mend: 1 },
    answers: ['ok', 'lostAfter'],
    defects: [{ plan: 0 }, { plan: 0, step: 'm' }],
  },
  {
    name: 'a child whose parent cannot be read, cancelled',
    plan: childThenTask,
    budget: { acts: 1, break: 1 },
    answers: ['ok'],
    only: isOneOf('cancel'),
    defects: [{ plan: 0 }],
  },
  {
    name: 'a child that throws, or its parent',
    isLarge: true,
    plan: childThenTask,
    budget: { acts: 1, loss: 1, break: 1, mend: 1 },
    answers: ['ok'],
    defects: [{ plan: 0 }, { plan: 1 }],
  },
]
