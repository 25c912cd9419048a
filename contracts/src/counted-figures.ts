/** What a figure counted, so that a panel or a list can show exactly that, and a test can count it. */
import type { Overview, WorkflowAnalytics } from './analytics.ts'

export const FIGURES = {
  active: 'workflows',
  running: 'instances',
  completed: 'instances',
  judged: 'instances',
  onTime: 'instances',
  judgedFirst: 'instances',
  onTimeFirst: 'instances',
  again: 'instances',
  last: 'instances',
  overdue: 'tasks',
  done: 'tasks',
  pending: 'tasks',
  pendingManual: 'tasks',
  pendingAutomated: 'tasks',
  steps: 'runs',
  automated: 'runs',
  runs: 'runs',
  success: 'runs',
  errors: 'runs',
  issue: 'runs',
  issueOpen: 'runs',
} as const

export type FigureName = keyof typeof FIGURES
type Filter = Record<string, string>
export type Counted = { figure: FigureName; filter: Filter }

/** As the address holds it: the figure's name, then the filter of its list. */
const countedText = (figure: FigureName, filter: Filter): string =>
  `${figure}?${new URLSearchParams(filter).toString()}`

const isFigure = (name: string): name is FigureName => Object.hasOwn(FIGURES, name)

export function readCounted(text: string | undefined): Counted | undefined {
  if (text === undefined) return undefined
  const [figure = '', search = ''] = text.split('?')
  return isFigure(figure) ? { figure, filter: Object.fromEntries(new URLSearchParams(search)) } : undefined
}

export type Period = Pick<Overview | WorkflowAnalytics, 'from' | 'to' | 'as_of'>
type Scope = {
  workflow?: string | undefined
  step?: string | undefined
  version?: number | undefined
  hours?: string | undefined
}

const given = (filter: Record<string, string | number | undefined>): Filter =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )

const PEOPLE = 'manual,approval,query'
const STEPS = 'manual,approval,tool'
/** What fails in people’s steps and in conditions is no figure of automations. */
const FAILED = { type: 'tool', failed: 'true' }

/** The filters of every figure that counts this period, here or in the narrower scope that is given. */
export function countedIn({ from, to, as_of }: Period, whole: Scope) {
  const days = `${from}..${to}`
  const list = (figure: FigureName, own: Filter, scope: Scope = {}) => {
    const { workflow, step, version } = { ...whole, ...scope }
    return countedText(figure, given({ workflow, step, version, ...own, as_of }))
  }
  const runs = (figure: FigureName, own: Filter, scope: Scope = {}) =>
    countedText(figure, given({ ...whole, ...scope, days, ...own, as_of }))
  return {
    active: () => list('active', {}),
    running: (scope?: Scope) => list('running', { ended: 'no' }, scope),
    completed: (scope?: Scope) => list('completed', { ended: days }, scope),
    judged: (scope?: Scope) => list('judged', { ended: days, late: 'known' }, scope),
    onTime: (scope?: Scope) => list('onTime', { ended: days, late: 'no' }, scope),
    judgedFirst: (scope?: Scope) => list('judgedFirst', { ended: days, late_first: 'known' }, scope),
    onTimeFirst: (scope?: Scope) => list('onTimeFirst', { ended: days, late_first: 'no' }, scope),
    clientJudged: () => list('judged', { ended: days, late: 'known', client: 'any' }),
    clientOnTime: () => list('onTime', { ended: days, late: 'no', client: 'any' }),
    clientOnTimeFirst: () => list('onTimeFirst', { ended: days, late_first: 'no', client: 'any' }),
    clientJudgedFirst: () => list('judgedFirst', { ended: days, late_first: 'known', client: 'any' }),
    again: (step: string) => list('again', { ended: days, again: '1' }, { step }),
    last: (step: string, last: string) => list('last', { ended: days, last }, { step }),
    overdue: () => list('overdue', { ended: 'no', late: 'yes' }),
    done: (scope?: Scope) => list('done', { ended: days }, scope),
    pending: (scope?: Scope) => list('pending', { ended: 'no' }, scope),
    pendingManual: (scope?: Scope) => list('pendingManual', { ended: 'no', type: PEOPLE }, scope),
    pendingAutomated: (scope?: Scope) => list('pendingAutomated', { ended: 'no', type: 'automated' }, scope),
    steps: () => runs('steps', { type: STEPS }),
    automated: () => runs('automated', { type: STEPS, automated: 'true' }),
    runs: (scope?: Scope, span: Filter = {}) => runs('runs', span, scope),
    success: (scope?: Scope) => runs('success', { type: 'tool', failed: 'false' }, scope),
    errors: (scope?: Scope) => runs('errors', FAILED, scope),
    issue: (issue: string) => runs('issue', { ...FAILED, issue }),
    issueOpen: (issue: string) => runs('issueOpen', { ...FAILED, issue, open: 'true' }),
  }
}
export type CountedLinks = ReturnType<typeof countedIn>
