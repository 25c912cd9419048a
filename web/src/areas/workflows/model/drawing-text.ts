import { BUILTIN_TOOLS } from '@throughline/contracts/tools'
import type { WorkflowRefs } from '@throughline/contracts/workflows'
import type { Assignee, Due, Step } from '@throughline/flow/document'
import { listText } from '../../../shared/format/list-text.ts'
import { texts, type Unit } from './drawing.texts.ts'
import type { Labels } from './drawing-cel.ts'

const units: Record<string, Unit> = { s: 's', m: 'm', h: 'h', d: 'd', w: 'w', bd: 'bd' }

export function durationText(duration: string): string {
  const [, count, unit] = /^(\d+)([a-z]+)$/.exec(duration) ?? []
  const known = unit === undefined ? undefined : units[unit]
  return known === undefined ? duration : texts.duration(Number(count), known)
}

/** What a document names, and what its own variables are called where that is known. */
type NamesAndVariables = Names & {
  variable?: Labels
  /** A condition in words, where a few can say it. */
  read?: (when: string) => string | undefined
}

const variable = /^\s*vars\.([a-z_][a-z0-9_]*)\s*$/

function computedName(expr: string, names: NamesAndVariables): string {
  const [, name] = variable.exec(expr) ?? []
  return (name === undefined ? undefined : names.variable?.(name)) ?? texts.people.computed
}

export function assigneeName(assignee: Assignee, names: NamesAndVariables): string {
  if ('starter' in assignee) return texts.people.starter
  if ('person' in assignee) return names.person(assignee.person)
  if ('expr' in assignee) return computedName(assignee.expr, names)
  const group = 'team' in assignee ? names.team(assignee.team) : names.role(assignee.role)
  return assignee.each ? texts.people.each(group) : group
}

const dueText = (due: Due | undefined) => {
  if (!due) return undefined
  return 'in' in due ? texts.due(durationText(due.in)) : texts.dueOn
}

const dotted = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(' · ')

function approvers(step: Step & { type: 'approval' }, names: NamesAndVariables): string {
  const people = step.approvers.map((one) => assigneeName(one, names))
  const [only] = people
  if (only === undefined) return texts.people.nobody
  if (people.length === 1) return texts.anyOf(only)
  return step.order === 'in_order' ? texts.afterAnother(listText(people)) : texts.atOnce(listText(people))
}

function rule(step: Step & { type: 'approval' }): string {
  if (step.rule === 'first') return texts.rules.first
  if (step.rule === 'all') return texts.rules.all
  const open = step.approvers.some((one) => 'expr' in one || ('each' in one && one.each === true))
  return texts.rules.some(step.rule, `${step.approvers.length}${open ? '+' : ''}`)
}

/** The line under a step's name: its description, else what it does. */
export function subOf(step: Step, names: NamesAndVariables): string {
  if (step.description) return step.description
  switch (step.type) {
    case 'manual':
      return listText(step.fields.map(({ label, name }) => label || name))
    case 'approval':
      return approvers(step, names)
    case 'tool':
      return step.tool_id === null ? texts.tool.none : (step.tool_name ?? names.tool(step.tool_id))
    case 'condition':
      return inWords(step, names) ?? step.branches[0]?.when ?? ''
    case 'wait':
      return step.until ?? ''
    case 'subworkflow':
      break
  }
  return step.workflow_id === '' ? texts.sub.none : texts.sub.runs(names.workflow(step.workflow_id))
}

const inWords = (step: Step, { read }: NamesAndVariables) =>
  step.type === 'condition' ? read?.(step.branches[0]?.when ?? '') : undefined

/** Whether the line under the name is an expression. */
export const subIsCode = (step: Step, names: NamesAndVariables) =>
  !step.description && (step.type === 'wait' || (step.type === 'condition' && inWords(step, names) === undefined))

/** What a card says beside its type. */
export function metaOf(step: Step, names: NamesAndVariables): string {
  switch (step.type) {
    case 'manual': {
      const who = step.assignee ? assigneeName(step.assignee, names) : texts.people.none
      return dotted(who, texts.fields(step.fields.length))
    }
    case 'approval':
      return dotted(rule(step), step.order === 'in_order' && texts.inOrder, dueText(step.due))
    case 'tool': {
      const inputs = Object.keys(step.input?.parameters ?? {}).length + (step.input?.prompt ? 1 : 0)
      return texts.tool.mapped(inputs, Object.keys(step.output ?? {}).length) || texts.tool.unmapped
    }
    case 'condition':
      return texts.branches(step.branches.length)
    case 'wait':
      if (step.until !== undefined) return texts.wait.date
      return step.for === undefined ? texts.wait.open : texts.wait.lasts(durationText(step.for))
    case 'subworkflow':
      break
  }
  return step.version === undefined ? texts.sub.latest : texts.sub.version(step.version)
}

/** Who or what does a step, in the fewest words. */
export function whoOf(step: Step, names: NamesAndVariables): string {
  switch (step.type) {
    case 'manual':
      return step.assignee ? assigneeName(step.assignee, names) : texts.people.none
    case 'approval':
      return step.approvers
        .map((one) => assigneeName(one, names))
        .join(step.order === 'in_order' ? texts.people.afterwards : texts.people.and)
    case 'tool':
      return step.tool_id === null ? '' : (step.tool_name ?? names.tool(step.tool_id))
    case 'subworkflow':
      return step.workflow_id === '' ? '' : names.workflow(step.workflow_id)
    case 'condition':
    case 'wait':
      break
  }
  return ''
}

/** What the people, teams and things that a document names by id are called. */
export interface Names {
  person(id: string): string
  team(id: string): string
  role(name: string): string
  workflow(id: string): string
  tool(id: string): string
}

export function namesOf(refs: Omit<WorkflowRefs, 'secrets'>): Names {
  const lookup = (list: readonly { id: string; name: string }[], unknown: string) => {
    const names = new Map(list.map(({ id, name }) => [id, name]))
    return (id: string) => names.get(id) ?? unknown
  }
  return {
    person: lookup(refs.people, texts.unknown.person),
    team: lookup(refs.teams, texts.unknown.team),
    role: (name) => name,
    workflow: lookup(refs.workflows, texts.unknown.workflow),
    tool: lookup([...BUILTIN_TOOLS, ...(refs.tools ?? [])], texts.unknown.tool),
  }
}
