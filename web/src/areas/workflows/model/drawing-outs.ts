import { type Link, linksOf } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import type { StepId } from '@throughline/flow/plan'
import { texts } from './drawing.texts.ts'
import type { DrawnOut } from './drawing.ts'
import { celReader } from './drawing-cel.ts'

/** Failures, rejections and changes: side ways, listed before the way on. */
export const isException = ({ outcome }: Pick<DrawnOut, 'outcome'>) =>
  outcome === 'failed' || outcome === 'rejected' || outcome === 'changes'

type Outs = Map<StepId, DrawnOut[]>
type Read = (when: string) => string | undefined

/** The ways out that a step has by its type and settings, in the order in which they are drawn. */
function outcomesOf(step: Step): string[] {
  switch (step.type) {
    case 'condition':
      return [...step.branches.map((_, n) => `b${n}`), 'else']
    case 'approval':
      return ['approved', 'rejected', 'changes']
    case 'tool':
      return ['done', 'failed']
    case 'subworkflow':
      return ['done', 'failed', 'rejected']
    case 'manual':
    case 'wait':
      break
  }
  return ['done']
}

/** A written or, for a rejection that leads nowhere, unwritten end. */
function endOf(step: Step, outcome: string): string | undefined {
  const route = {
    failed: 'on_failure' in step ? step.on_failure : undefined,
    rejected: 'on_reject' in step ? step.on_reject : undefined,
    changes: 'on_changes' in step ? step.on_changes : undefined,
  }[outcome]
  if (route && 'end' in route) return route.end
  if (outcome === 'rejected' && step.type === 'approval') return 'rejected'
  if (isException({ outcome })) return route ? 'completed' : undefined
  return step.end_outcome ?? 'completed'
}

function labelOf(read: Read, step: Step, outcome: string, end: string | undefined): string {
  if (step.type === 'condition') {
    if (outcome === 'else') return texts.outs.else
    const place = Number(outcome.slice(1))
    const branch = step.branches[place]
    return branch?.name || read(branch?.when ?? '') || texts.outs.branch(place + 1)
  }
  if (outcome === 'failed') return texts.outs.failed
  if (outcome === 'rejected') return texts.outs.rejected
  if (outcome === 'changes') return texts.outs.changes
  if (end !== undefined) return end === 'completed' ? texts.outs.end : texts.outs.ends(end)
  return outcome === 'approved' ? texts.outs.approved : texts.outs.done
}

/** One outcome may lead back and on: those are two ways. */
function outsOf(read: Read, step: Step, links: readonly Link[]): DrawnOut[] {
  return outcomesOf(step).flatMap((outcome): DrawnOut[] => {
    const own = links.filter((link) => link.outcome === outcome)
    if (own.length === 0) {
      const end = endOf(step, outcome)
      return end === undefined ? [] : [{ outcome, label: labelOf(read, step, outcome, end), to: [], back: false, end }]
    }
    return [false, true].flatMap((back) => {
      const some = own.filter((link) => link.back === back)
      const path = some[0]?.path
      if (some.length === 0) return []
      const to = [...new Set(some.map((link) => link.to))]
      return [
        { outcome, label: labelOf(read, step, outcome, undefined), to, back, ...(path !== undefined && { path }) },
      ]
    })
  })
}

function refusalsAsOne(outs: DrawnOut[]): DrawnOut[] {
  const rejected = outs.find(({ outcome, back }) => outcome === 'rejected' && back)
  const changes = outs.find(({ outcome, back }) => outcome === 'changes' && back)
  if (!rejected || !changes || rejected.to.join() !== changes.to.join()) return outs
  return outs.flatMap((out) => {
    if (out === changes) return []
    return out === rejected ? [{ ...out, label: texts.outs.refused }] : [out]
  })
}

/** Marks whatever closes a circle as leading back: a draft may hold circles that the language does not know yet. */
function withoutCircles(doc: FlowDoc, links: readonly Link[]): Link[] {
  const forward = new Map<StepId, Link[]>()
  for (const link of links) if (!link.back) forward.set(link.from, [...(forward.get(link.from) ?? []), link])
  const closing = new Set<Link>()
  const state = new Map<StepId, 'open' | 'done'>()
  const visit = (id: StepId) => {
    state.set(id, 'open')
    for (const link of forward.get(id) ?? []) {
      if (state.get(link.to) === 'open') closing.add(link)
      else if (!state.has(link.to)) visit(link.to)
    }
    state.set(id, 'done')
  }
  for (const id of [doc.start_step, ...Object.keys(doc.steps)])
    if (Object.hasOwn(doc.steps, id) && !state.has(id)) visit(id)
  return links.map((link) => (closing.has(link) ? { ...link, back: true } : link))
}

export function outsByStep(doc: FlowDoc, read: Read = celReader(doc)): Outs {
  const byStep = new Map<StepId, Link[]>()
  for (const link of withoutCircles(doc, linksOf(doc))) {
    const own = byStep.get(link.from)
    if (own) own.push(link)
    else byStep.set(link.from, [link])
  }
  return new Map(
    Object.entries(doc.steps).map(([id, step]) => [id, refusalsAsOne(outsOf(read, step, byStep.get(id) ?? []))]),
  )
}
