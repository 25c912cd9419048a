import type { Assignee, Due, FlowDoc, Step } from '../document.ts'
import type { Json } from '../eval/tree.ts'
import type { StepId } from '../plan.ts'
import type { Wanted } from './cel/expression.ts'
import { perStep } from './per-step.ts'
import { inStep, pathTo } from './problem.ts'

/** An expression and where it stands. `form`: it is read while this form is being filled in. */
export type Use = {
  path: string
  text: string
  wanted: Wanted
  step?: StepId
  forEach: boolean
  form?: true
  template?: string
}

/** Every text in the input that holds `{{ }}`, with its place. */
export function templatesIn(input: Json, path = ''): { path: string; text: string }[] {
  if (typeof input === 'string') return input.includes('{{') ? [{ path, text: input }] : []
  if (Array.isArray(input)) return input.flatMap((one, n) => templatesIn(one, path + pathTo(n)))
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([key, one]) => templatesIn(one, path + pathTo(key)))
}

/** Texts and expressions of a template by turns; an odd place is an expression. */
export function templateParts(text: string): string[] {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const opens = text.indexOf('{{', at)
    const closes = opens < 0 ? -1 : text.indexOf('}}', opens + 2)
    if (closes < 0) return [...parts, text.slice(at)]
    parts.push(text.slice(at, opens), text.slice(opens + 2, closes))
    at = closes + 2
  }
}

export function inputOf(step: Step): Json | undefined {
  return step.type === 'tool' || step.type === 'subworkflow' ? step.input : undefined
}

const usesOfStep = perStep((step): Use[] => {
  const { id } = step
  const forEach = step.each !== undefined
  const use = (wanted: Wanted, text: string | undefined, ...keys: (string | number)[]): Use[] =>
    text === undefined ? [] : [{ path: inStep(id, ...keys), text, wanted, step: id, forEach }]
  const who = (assignee: Assignee | undefined, ...keys: (string | number)[]): Use[] =>
    assignee && 'expr' in assignee ? use('people', assignee.expr, ...keys, 'expr') : []
  const due = (of: Due | undefined): Use[] => (of && 'date' in of ? use('time', of.date, 'due', 'date') : [])

  const common = [
    ...(step.each ? use('list', step.each.list, 'each', 'list').map((one) => ({ ...one, forEach: false })) : []),
    ...due(step.due),
    ...(step.escalation ?? []).flatMap(({ to }, n) => who(to, 'escalation', n, 'to')),
  ]
  const templates = templatesIn(inputOf(step) ?? null).flatMap(({ path, text }) =>
    templateParts(text).flatMap((part, n): Use[] =>
      n % 2 === 0
        ? []
        : [
            {
              path: `${inStep(id, 'input')}${path}`,
              text: part.trim(),
              wanted: 'anything',
              step: id,
              forEach,
              template: text,
            },
          ],
    ),
  )
  switch (step.type) {
    case 'manual': {
      const shown = step.fields.flatMap(({ show_if }, n) => use('truth', show_if, 'fields', n, 'show_if'))
      return [
        ...common,
        ...who(step.assignee, 'assignee'),
        ...who(step.reviewer, 'reviewer'),
        ...shown.map((one): Use => ({ ...one, form: true })),
      ]
    }
    case 'approval':
      return [...common, ...step.approvers.flatMap((one, n) => who(one, 'approvers', n))]
    case 'condition':
      return [
        ...common,
        ...step.branches.flatMap(({ when }, n) =>
          when.trim() === '' ? [] : use('truth', when, 'branches', n, 'when'),
        ),
      ]
    case 'wait':
      return [...common, ...use('time', step.until, 'until')]
    case 'tool':
    case 'subworkflow':
      break
  }
  return [...common, ...templates]
})

/** Every expression of a document. Those without a step are read as an instance starts. */
export function usesOf(doc: FlowDoc): Use[] {
  const shown = (doc.start_fields ?? []).flatMap(({ show_if }, n): Use[] =>
    show_if === undefined
      ? []
      : [{ path: pathTo('start_fields', n, 'show_if'), text: show_if, wanted: 'truth', forEach: false, form: true }],
  )
  const due: Use[] =
    doc.due && 'date' in doc.due ? [{ path: '/due/date', text: doc.due.date, wanted: 'time', forEach: false }] : []
  return [...shown, ...due, ...Object.values(doc.steps).flatMap(usesOfStep)]
}
