import { type KnownVariable, knownAt, readExpression, writesOf } from '@throughline/flow/compile'
import type { Field, FlowDoc, Step, VarType } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { useDeferredValue, useMemo, useState } from 'react'
import { texts } from '../../../../shared/expressions/expressions.texts.ts'
import { PRIORITY } from '../../../../shared/expressions/rows.ts'
import type { ExpressionScope } from '../../../../shared/expressions/scope.ts'
import { humanized } from '../../model/drawing-cel.ts'

const priorities = Object.entries(texts.priorities).map(([value, label]) => ({ value, label }))

/** What a form asks can be read while it is filled in. */
const answersOf = (form: readonly Field[]): KnownVariable[] =>
  form.flatMap((field) =>
    writesOf({ id: '', name: '', type: 'manual', next: [], fields: [field] }).map(({ name, type, sure }) => ({
      name,
      type,
      sure,
      field,
    })),
  )

export function expressionScopeOf(doc: FlowDoc, step: Step | undefined, form: readonly Field[] = []): ExpressionScope {
  let found: Map<string, KnownVariable> | undefined
  const all = () => {
    found ??= new Map([...knownAt(doc, step?.id ?? ''), ...answersOf(form)].map((known) => [known.name, known]))
    return found
  }
  const fieldOf = (name: string) => all().get(name)?.field
  const options = (name: string) => (name === PRIORITY ? priorities : fieldOf(name)?.options)
  const type = (name: string): VarType | undefined => (name === PRIORITY ? 'string' : all().get(name)?.type)
  return {
    variables: () => [...all().values()],
    read: (text, wanted) => readExpression(doc, text, wanted, step?.each !== undefined),
    isSure: (name) => name === PRIORITY || (all().get(name)?.sure ?? false),
    options,
    labels: {
      variable: (name) =>
        name === PRIORITY ? texts.priority : doc.variables?.[name]?.label || fieldOf(name)?.label || humanized(name),
      value: (name, text) => options(name)?.find(({ value }) => value === text)?.label ?? text,
      type,
    },
  }
}

const silentKeys = new Set(['name', 'description', 'instructions', 'priority'])

/** Whether both documents set and read the same: only texts and the like differ. */
function sameToExpressions(a: FlowDoc, b: FlowDoc): boolean {
  if (a.start_fields !== b.start_fields || a.variables !== b.variables) return false
  if (a.type !== b.type || a.start_step !== b.start_step) return false
  const steps = Object.entries(b.steps)
  if (steps.length !== Object.keys(a.steps).length) return false
  return steps.every(([id, step]) => {
    const before = a.steps[id]
    if (before === step) return true
    if (!before || Object.keys(before).length !== Object.keys(step).length) return false
    return Object.entries(step).every(([key, value]) => silentKeys.has(key) || Reflect.get(before, key) === value)
  })
}

/** Follows the document a moment later, and only when something changes that expressions can see: typing stays quick. */
export function useExpressionScopeAt(doc: FlowDoc, id: StepId): ExpressionScope {
  const [kept, setKept] = useState(doc)
  const seen = useDeferredValue(kept === doc || sameToExpressions(kept, doc) ? kept : doc)
  if (seen !== kept) setKept(seen)
  return useMemo(() => expressionScopeOf(seen, Object.hasOwn(seen.steps, id) ? seen.steps[id] : undefined), [seen, id])
}
