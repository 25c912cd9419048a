import type { FlowDoc } from '@throughline/contracts/workflow-document'
import type { StepType } from '@throughline/contracts/workflows'
import { targetLists } from '@throughline/flow/compile'
import * as z from 'zod/mini'
import { truncate } from '../../core/truncate.ts'

const DRAWN = 11
const LONGEST_CATEGORY = 100
const DEFAULT_CATEGORY = 'Uncategorized'
const Uuid = z.uuid()

export const isUuid = (text: string): boolean => Uuid.safeParse(text).success

/** Steps as the outline has them: each step's first way on first; what nothing leads to comes last. */
export function stepsInOrder({ steps, start_step }: FlowDoc): FlowDoc['steps'][string][] {
  const seen = new Set<string>()
  const visit = (first: string) => {
    const left = [first]
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const step = Object.hasOwn(steps, id) ? steps[id] : undefined
      if (!step || seen.has(id)) continue
      seen.add(id)
      const targets = targetLists(step).flatMap((list) => (list.outcome === undefined ? [] : list.targets))
      left.push(...targets.toReversed())
    }
  }
  for (const id of [start_step, ...Object.keys(steps)]) visit(id)
  return [...seen].flatMap((id) => steps[id] ?? [])
}

/** The workflows that a document starts. */
export const callsOf = ({ steps }: FlowDoc): string[] => [
  ...new Set(
    Object.values(steps).flatMap((step) =>
      step.type === 'subworkflow' && isUuid(step.workflow_id) ? [step.workflow_id] : [],
    ),
  ),
]

/** What lists and cards say of a document. */
export function factsOf(doc: FlowDoc) {
  const steps = stepsInOrder(doc)
  return {
    name: doc.name.trim(),
    description: (doc.description ?? '').trim(),
    type: doc.type,
    category: truncate(doc.metadata.category, LONGEST_CATEGORY) || DEFAULT_CATEGORY,
    step_types: steps.slice(0, DRAWN).map(({ type }): StepType => type),
    step_count: steps.length,
    calls: callsOf(doc),
  }
}
