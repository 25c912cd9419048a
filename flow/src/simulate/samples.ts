import { variableOf, writesOf } from '../compile/variables.ts'
import type { Column, Field, FlowDoc, Step, VarType } from '../document.ts'
import { isoDay, isoInstant } from '../eval/civil.ts'
import type { Scope } from '../eval/scope.ts'
import type { Json, Tree } from '../eval/tree.ts'
import { isTrue } from '../eval.ts'

function numberWithin({ min, max }: Pick<Column, 'min' | 'max'>): number {
  if (min !== undefined) return max !== undefined && min + 1 > max ? min : min + 1
  return Math.min(1, max ?? 1)
}

/** A believable answer to a field. */
export function sampleAnswer(field: Field, scope: Scope): Json {
  if (field.default !== undefined && field.default !== null) return field.default
  switch (field.type) {
    case 'number':
    case 'currency':
      return numberWithin(field)
    case 'checkbox':
      return true
    case 'select':
      return field.options?.[0]?.value ?? ''
    case 'date':
      return isoDay(scope.now)
    case 'person':
      return 'a-colleague'
    case 'file':
      return ['sample-file']
    case 'table':
      return [
        Object.fromEntries((field.columns ?? []).map((column) => [variableOf(column), sampleAnswer(column, scope)])),
      ]
    case 'email':
      return 'someone@example.com'
    case 'phone':
      return '+15550100'
    case 'url':
      return 'https://example.com/'
    case 'text':
    case 'textarea':
      break
  }
  return `Sample ${field.label.toLowerCase()}`
}

export function sampleForm(
  fields: Field[],
  show: Record<string, Tree>,
  scope: Scope,
  given: Record<string, Json>,
): Record<string, Json> {
  const answers: Record<string, Json> = {}
  for (const field of fields) {
    const name = variableOf(field)
    const tree = show[name]
    const shown = tree ? isTrue(tree, { ...scope, vars: { ...scope.vars, ...answers } }) : undefined
    if (shown && !(shown.ok && shown.value)) continue
    answers[name] = given[name] ?? sampleAnswer(field, scope)
  }
  return answers
}

function sampleOf(type: VarType, scope: Scope): Json {
  if (type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'date') return isoDay(scope.now)
  if (type === 'datetime') return isoInstant(scope.now)
  if (type === 'person') return 'a-colleague'
  if (type === 'list' || type === 'table' || type === 'file') return []
  return type === 'json' ? {} : 'sample'
}

/** What a tool or child gives back unless the script says. */
export function sampleOutput(step: Step, scope: Scope): Record<string, Json> {
  const { each: _, ...once } = step
  return Object.fromEntries(writesOf(once).map(({ name, type }) => [name, sampleOf(type, scope)]))
}

/** A value for all that a draft may ever set: what is given by default, else a sample. */
export function sampleVariables(doc: FlowDoc, scope: Scope): Record<string, Json> {
  const samples = Object.values(doc.steps).map((step) =>
    step.type === 'manual' && !step.each ? sampleForm(step.fields, {}, scope, {}) : sampleOutput(step, scope),
  )
  const defaults = Object.entries(doc.variables ?? {}).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return Object.assign(sampleForm(doc.start_fields ?? [], {}, scope, {}), ...samples, Object.fromEntries(defaults))
}
