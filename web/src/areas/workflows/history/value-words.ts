import type { Assignee, Due, Each, Escalation, Route, Step } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { listText } from '../../../shared/format/list-text.ts'
import type { Names } from '../model/drawing.ts'
import { assigneeName, lasting } from '../model/drawing-words.ts'
import { changeTexts as say } from './history.texts.ts'

/** What words need beside the value itself. */
export type Known = { names: Names; title: (id: StepId) => string }

const LONGEST = 80

/** An expression as people read it. */
export const expression = (text: string): string => text.replaceAll('vars.', '')

export function plain(value: unknown): string {
  if (value === undefined || value === null || value === '') return say.empty
  if (typeof value === 'boolean') return value ? say.yes : say.no
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

export function dueWords(due: Due | undefined): string {
  if (!due) return say.noDue
  return 'date' in due ? say.dueOn(expression(due.date)) : say.dueIn(lasting(due.in), due.from === 'start')
}

export const people = (all: readonly Assignee[], { names }: Known, between?: string): string => {
  const called = all.map((one) => assigneeName(one, names))
  if (called.length === 0) return say.nobody
  return between === undefined ? listText(called) : called.join(between)
}

const steps = (ids: readonly StepId[], { title }: Known): string => listText(ids.map(title))

export function routeWords(route: Route | undefined, known: Known): string {
  if (!route) return say.leadsNowhere
  if ('end' in route) return say.endsAs(route.end)
  const leads = route.next.length === 0 ? say.leadsNowhere : say.leadsTo(steps(route.next, known))
  return route.cancel ? `${leads}, ${say.cancels[route.cancel]}` : leads
}

function alarmWords({ from, after, act, to, outcome }: Escalation, { names }: Known): string {
  const { alarm } = say
  const what =
    act === 'remind'
      ? alarm.remind
      : act === 'finish'
        ? alarm.finish(outcome ?? 'approved')
        : alarm.reassign(to ? assigneeName(to, names) : say.somebody)
  const before = after.startsWith('-')
  const duration = lasting(before ? after.slice(1) : after)
  const when =
    from === 'open' ? alarm.afterOpen(duration) : before ? alarm.beforeDue(duration) : alarm.afterDue(duration)
  return alarm.at(what, when)
}

export const alarms = (all: readonly Escalation[] | undefined, known: Known): string =>
  all && all.length > 0 ? all.map((one) => alarmWords(one, known)).join(', ') : say.noAlarm

export function eachWords(each: Each | undefined): string {
  if (!each) return say.noAlarm
  const until = typeof each.until === 'number' ? say.until.some(each.until) : say.until[each.until]
  return say.each(expression(each.list), say.order[each.order], until)
}

export const ruleWords = (rule: (Step & { type: 'approval' })['rule']): string =>
  typeof rule === 'number' ? say.rule.some(rule) : say.rule[rule]
