import { type Link, linksOf } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import type { Edited } from './edits.ts'
import { mapSteps, retargeted, stepAt, tidy, withMarks } from './edits-targets.ts'

/** Changes places with the step before or after it, where one leads to the other and to nothing else. */
export function moveStep(doc: FlowDoc, id: StepId, by: -1 | 1): Edited | undefined {
  const links = linksOf(doc)
  const ahead = links.filter(({ back }) => !back)
  const before = by === 1 ? id : only(ahead.filter(({ to }) => to === id).map(({ from }) => from))
  const first = before === undefined ? undefined : stepAt(doc, before)
  const second = first?.next.length === 1 ? stepAt(doc, first.next[0] ?? '') : undefined
  if (!first || !second || first.id === second.id || (by === -1 && second.id !== id)) return undefined
  if (first.type === 'condition' || second.type === 'condition') return undefined
  // A step that leads on to itself has no place after it for the other one.
  if (second.next.includes(second.id)) return undefined
  if (ahead.some(({ from, to }) => to === second.id && from !== first.id)) return undefined
  if (links.some(({ from, to, back }) => from === first.id && to === second.id && back)) return undefined
  return { doc: swapped(doc, first, second, links), focus: id }
}

const only = (ids: StepId[]): StepId | undefined => (new Set(ids).size === 1 ? ids[0] : undefined)

/** Ways back, and those of a step to itself, keep naming the step they named. */
function swapped(doc: FlowDoc, first: Step, second: Step, links: Link[]): FlowDoc {
  const returns = new Set(links.flatMap(({ from, to, back }) => (back ? [`${from}>${to}`] : [])))
  const pair = [first.id, second.id]
  const around = retargeted(doc, (targets, { id }) =>
    targets.map((to) => (to === first.id && !pair.includes(id) && !returns.has(`${id}>${to}`) ? second.id : to)),
  )
  const marks = (step: Step, next: StepId[]) => (step.back ?? []).filter((to) => next.includes(to))
  const others = (step: Step, next: StepId[]) => (step.back ?? []).filter((to) => !next.includes(to))
  const placed = (step: Step): Step => {
    if (step.id === second.id)
      return tidy(withMarks({ ...step, next: [first.id] }, others(second, [...second.next, first.id])))
    if (step.id !== first.id) return tidy(step)
    const next = second.next.map((to) => (to === first.id ? second.id : to))
    const taken = marks(second, second.next).map((to) => (to === first.id ? second.id : to))
    return tidy(withMarks({ ...step, next }, [...(first.back ?? []), ...taken]))
  }
  return { ...mapSteps(around, placed), start_step: doc.start_step === first.id ? second.id : doc.start_step }
}
