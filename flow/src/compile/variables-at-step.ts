import type { Field, FlowDoc, VarType } from '../document.ts'
import type { StepId } from '../plan.ts'
import { hasMember } from './bitset.ts'
import { type Checked, expressionsFor, type Wanted } from './cel/expression.ts'
import { surelySet } from './certain-variables.ts'
import { cameFrom } from './check/variables.ts'
import { coveredSteps } from './covers.ts'
import { graphOf } from './graph.ts'
import { besideEach } from './parallel.ts'
import { declaredBy, fieldWrites, variableOf } from './variables.ts'

/** A variable as a step sees it. `sure`: it is set whenever the step opens; else an expression must do without it. */
export type KnownVariable = { name: string; type: VarType; sure: boolean; field?: Field }

/** The variables that can have been set when a step opens, in the order in which the document sets them. */
export function knownAt(doc: FlowDoc, id: StepId): KnownVariable[] {
  const declared = declaredBy(doc)
  const fields = new Map(allFields(doc).map((field) => [variableOf(field), field]))
  const known = (name: string, sure: boolean): KnownVariable => {
    const field = fields.get(name)
    return { name, type: declared.types.get(name) ?? 'json', sure, ...(field && { field }) }
  }
  const graph = graphOf(doc)
  const at = graph?.at.get(id)
  if (!graph || at === undefined || !graph.met.includes(at))
    return [...declared.types.keys()].map((name) => known(name, declared.always.has(name)))
  const names = new Map([...declared.types.keys()].map((name, n) => [name, n]))
  const always = [...declared.always].flatMap((name) => names.get(name) ?? [])
  const beside = besideEach(graph)
  const set = surelySet(graph, names, always, { writes: declared.writes, beside })[at]
  const before = cameFrom(graph, at)
  const possible = new Set([
    ...declared.always,
    ...fieldWrites(doc.start_fields ?? [], '').map(({ name }) => name),
    ...graph.ids
      .filter((_, step) => hasMember(before, step) || hasMember(beside[at], step))
      .flatMap((from) => declared.writes.get(from)?.map(({ name }) => name) ?? []),
  ])
  return [...names].flatMap(([name, n]) => {
    const sure = hasMember(set, n)
    return sure || possible.has(name) ? [known(name, sure)] : []
  })
}

function allFields(doc: FlowDoc): Field[] {
  const inSteps = Object.values(doc.steps).flatMap((step) => (step.type === 'manual' ? step.fields : []))
  return [...(doc.start_fields ?? []), ...inSteps]
}

/** An expression as it stands in a document: what it means, or why it cannot be read. */
export function readExpression(doc: FlowDoc, text: string, wanted: Wanted, forEach = false): Checked {
  return expressionsFor(declaredBy(doc).types).check(text, wanted, forEach)
}

/** The manual steps that an approval is about: whoever did one of them gets no vote, unless that is allowed. */
export function coveredBy(doc: FlowDoc, id: StepId): StepId[] {
  const graph = graphOf(doc)
  return (graph && coveredSteps(graph).get(id)) ?? []
}

/** Where an approval leads back to when its document says nothing: the nearest manual step that every way passes. */
export function usualReturn(doc: FlowDoc, id: StepId): StepId | undefined {
  const graph = graphOf(doc)
  const home = graph?.above[graph.at.get(id) ?? -1]?.find((step) => graph.steps[step]?.type === 'manual')
  return home === undefined ? undefined : graph?.ids[home]
}
