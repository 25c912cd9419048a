import type { PlanStep } from '../plan.ts'
import type { Draft } from './draft.ts'
import type { Call, Item, Open } from './types.ts'

/** The part of a step's work that machines do. */
export const caller = ({ type }: PlanStep) => (type === 'tool' ? 'call' : type === 'subworkflow' ? 'child' : undefined)

export const isCalled = (step: PlanStep) => caller(step) !== undefined

/** Attempts share one effect key, so that a call which did arrive is not carried out twice. */
export function callOf(step: PlanStep, round: number, { attempt, keyed }: Item, item?: number): Call {
  const key = [step.id, round, ...(item === undefined ? [] : [item]), ...(keyed === undefined ? [] : [`r${keyed}`])]
  return { step: step.id, round, ...(item !== undefined && { item }), attempt, key: key.join(':') }
}

export function call(draft: Draft, step: PlanStep, round: number, state: Item, item?: number): void {
  const c = caller(step)
  if (c) draft.commands.push({ c, ...callOf(step, round, state, item) })
}

export function stopCall(draft: Draft, step: PlanStep, round: number, { phase }: Item, item?: number): void {
  const c = caller(step)
  if (!c || phase !== 'working') return
  const stop = c === 'call' ? 'uncall' : 'unchild'
  draft.commands.push({ c: stop, step: step.id, round, ...(item !== undefined && { item }) })
}

/** Takes back every call of the step that is under way. */
export function stopCalls(draft: Draft, step: PlanStep, open: Open): void {
  if (!step.each) stopCall(draft, step, open.round, open)
  else for (const [item, state] of openItems(open)) stopCall(draft, step, open.round, state, item)
}

/** In the order of the list. */
export function openItems({ each }: Open): [item: number, state: Item][] {
  return Object.entries(each?.open ?? {})
    .map(([item, state]): [number, Item] => [Number(item), state])
    .sort(([a], [b]) => a - b)
}
