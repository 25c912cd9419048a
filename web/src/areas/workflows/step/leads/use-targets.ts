import type { StepId } from '@throughline/flow/plan'
import { useMemo } from 'react'
import type { ComboboxOption } from '../../../../ui/combobox.tsx'
import type { Drawing } from '../../model/drawing.ts'
import { texts } from '../step.texts.ts'
import { useEditing } from '../step-context.ts'

/** Steps from which this one can be reached without leading back. */
function before(drawing: Drawing, id: StepId): Set<StepId> {
  const sources = new Map<StepId, StepId[]>()
  for (const { id: from, outs } of drawing.steps)
    for (const { to, back } of outs)
      if (!back) for (const target of to) sources.set(target, [...(sources.get(target) ?? []), from])
  const met = new Set([id])
  for (const one of met) for (const from of sources.get(one) ?? []) met.add(from)
  return met
}

/** Where a step can lead: every step by number and name, with those that would lead back marked. */
export function useTargets() {
  const { drawing, step } = useEditing()
  return useMemo(() => {
    const earlier = before(drawing, step.id)
    const label = (id: StepId) => {
      const found = drawing.at(id)
      return found ? texts.leads.stepLabel(found.n, found.name) : texts.leads.gone(id)
    }
    const items: ComboboxOption[] = drawing.steps
      .filter(({ id }) => id !== step.id)
      .map(({ id }) => ({ value: id, label: label(id), ...(earlier.has(id) && { hint: texts.leads.back }) }))
    return { items, label, isBack: (id: StepId) => earlier.has(id) }
  }, [drawing, step.id])
}
