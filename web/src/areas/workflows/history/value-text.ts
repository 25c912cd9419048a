import type { Assignee, Due, Each, Escalation, Route, Step } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { listText } from '../../../shared/format/list-text.ts'
import type { Names } from '../model/drawing.ts'
import { assigneeName, durationText } from '../model/drawing-text.ts'
import { changeTexts as texts } from './history.texts.ts'

/** What words need beside the value itself. */
export type TextContext = { names: Names; title: (id: StepId) => string }

const MAX_TEXT_LENGTH = 80

/** An expression as people read it. */
export const expressionText = (text: string): string => text.replaceAll('vars.', '')

export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return texts.empty
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text
}

export function dueText(due: Due | undefined): string {
  if (!due) return texts.noDue
  return 'date' in due ? texts.dueOn(expressionText(due.date)) : texts.dueIn(durationText(due.in), due.from === 'start')
}

export const peopleText = (all: readonly Assignee[], { names }: TextContext, between?: string): string => {
  const called = all.map((one) => assigneeName(one, names))
  if (called.length === 0) return texts.nobody
  return between === undefined ? listText(called) : called.join(between)
}

const steps = (ids: readonly StepId[], { title }: TextContext): string => listText(ids.map(title))

export function routeText(route: Route | undefined, context: TextContext): string {
  if (!route) return texts.leadsNowhere
  if ('end' in route) return texts.endsAs(route.end)
  const leads = route.next.length === 0 ? texts.leadsNowhere : texts.leadsTo(steps(route.next, context))
  return route.cancel ? `${leads}, ${texts.cancels[route.cancel]}` : leads
}

function escalationText({ from, after, act, to, outcome }: Escalation, { names }: TextContext): string {
  const { alarm } = texts
  const what =
    act === 'remind'
      ? alarm.remind
      : act === 'finish'
        ? alarm.finish(outcome ?? 'approved')
        : alarm.reassign(to ? assigneeName(to, names) : texts.somebody)
  const before = after.startsWith('-')
  const duration = durationText(before ? after.slice(1) : after)
  const when =
    from === 'open' ? alarm.afterOpen(duration) : before ? alarm.beforeDue(duration) : alarm.afterDue(duration)
  return alarm.at(what, when)
}

export const escalationsText = (all: readonly Escalation[] | undefined, context: TextContext): string =>
  all && all.length > 0 ? all.map((one) => escalationText(one, context)).join(', ') : texts.noAlarm

export function eachText(each: Each | undefined): string {
  if (!each) return texts.noAlarm
  const until = typeof each.until === 'number' ? texts.until.some(each.until) : texts.until[each.until]
  return texts.each(expressionText(each.list), texts.order[each.order], until)
}

export const ruleText = (rule: (Step & { type: 'approval' })['rule']): string =>
  typeof rule === 'number' ? texts.rule.some(rule) : texts.rule[rule]
