import type { Author, WorkflowRefs } from '@throughline/contracts/workflows'
import type { Assignee } from '@throughline/flow/document'
import type { ExpressionScope } from '../../../../shared/expressions/scope.ts'
import type { Names } from '../../model/drawing.ts'
import { texts } from './people.texts.ts'

export type { Assignee }

const variable = /^vars\.([a-z_][a-z0-9_]*)$/

/** The variable an expression consists of. */
export const variableIn = (expr: string): string | undefined => variable.exec(expr.trim())?.[1]

/** One text per choice, so that a list can tell them apart. */
export function keyOf(who: Assignee): string {
  if ('person' in who) return `person:${who.person}`
  if ('team' in who) return `team:${who.team}`
  if ('role' in who) return `role:${who.role}`
  if ('starter' in who) return 'starter'
  return variableIn(who.expr) === undefined ? 'expr' : `expr:${who.expr.trim()}`
}

/** The bare name, as lists to choose from have it. */
export function whoName(who: Assignee, names: Names, scope: ExpressionScope): string {
  if ('person' in who) return names.person(who.person)
  if ('team' in who) return names.team(who.team)
  if ('role' in who) return names.role(who.role)
  if ('starter' in who) return texts.starter
  const name = variableIn(who.expr)
  return name === undefined ? texts.byExpression : scope.labels.variable(name)
}

/** What somebody is called in a sentence. */
export function whoText(who: Assignee, names: Names, scope: ExpressionScope): string {
  const name = whoName(who, names, scope)
  if ('team' in who) return who.each ? texts.each(name) : texts.team(name)
  if ('role' in who) return who.each ? texts.eachRole(name) : texts.role(name)
  return 'expr' in who && variableIn(who.expr) === undefined && who.expr.trim() ? texts.from(who.expr.trim()) : name
}

export const personIn = (who: Assignee, refs: WorkflowRefs): Author | undefined =>
  'person' in who ? refs.people.find(({ id }) => id === who.person) : undefined
