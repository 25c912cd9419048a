import { countBits, toBits, withBit } from '../bit-string.ts'
import type { Out, PlanStep, Rule } from '../plan.ts'
import { call, isCalled, openItems, stopCall } from './calls.ts'
import type { Draft } from './draft.ts'
import { fail, failItem, type Incident } from './fail.ts'
import { setItems, withoutItem } from './item-state.ts'
import { leaveWithinLimit } from './leave.ts'
import type { Items, Open } from './types.ts'

export const longestList = 1000
/** Of a list worked on at once, so many are open together. */
export const mostOpenItems = 100
/** One event opens so many of them. A turn cannot be cut in two, so this is what bounds it. */
export const itemsPerEvent = 25

/** The outcome of a step, and of each of its items, that went well. */
export const wellDone = ({ type }: PlanStep) => (type === 'approval' ? 'approved' : 'done')

function needed(until: Rule, n: number): number {
  if (until === 'all') return n
  return until === 'first' ? Math.min(1, n) : Math.min(until, n)
}

/** The list has been read. */
export function beginItems(draft: Draft, step: PlanStep, open: Open, n: number): void {
  if (n > longestList) return fail(draft, step, open, { code: 'list_too_long' })
  const each: Items = { n, next: 0, done: toBits([], n), lost: 0, open: {} }
  return settle(draft, step, { ...open, each }, each)
}

/** An item went well, or for good did not; then the list goes on, or the step leaves. */
export function endItem(draft: Draft, step: PlanStep, open: Open, item: number, outcome: string): void {
  if (!open.each) return
  const well = outcome === wellDone(step)
  const left = withoutItem(open.each, item)
  const each = well ? { ...left, done: withBit(left.done, item) } : { ...left, lost: left.lost + 1 }
  draft.commands.push({ c: 'close', step: step.id, round: open.round, item, outcome })
  settle(draft, step, { ...open, each }, each, outcome)
}

/** An item that fails is lost while the others can still make up for it; otherwise the step leaves or is looked at. */
export function loseItem(
  draft: Draft,
  step: PlanStep,
  open: Open,
  item: number,
  outcome: string,
  incident: Incident,
): void {
  const { each } = open
  if (!each || !step.each) return
  const bearable = each.n - each.lost - 1 >= needed(step.each.until, each.n)
  if (bearable || outOf(step, outcome)) endItem(draft, step, open, item, outcome)
  else failItem(draft, step, open, item, incident)
}

const outOf = (step: PlanStep, name: string): Out | undefined => step.outs.find((out) => out.name === name)

function settle(draft: Draft, step: PlanStep, open: Open, each: Items, last?: string): void {
  if (!step.each) return
  const enough = needed(step.each.until, each.n)
  const met = countBits(each.done) >= enough
  const hopeless = each.n - each.lost < enough
  const out = met ? outOf(step, wellDone(step)) : hopeless ? outOf(step, last ?? '') : undefined
  if (out) leaveList(draft, step, open, out)
  else openMore(draft, step, open, each)
}

/** Leaves the step whatever its items are doing. */
export function leaveList(draft: Draft, step: PlanStep, open: Open, out: Out): void {
  const leaves = leaveWithinLimit(draft, step, open, out, () => {
    for (const [item, state] of openItems(open)) {
      draft.commands.push({ c: 'close', step: step.id, round: open.round, item, why: 'enough' })
      stopCall(draft, step, open.round, state, item)
    }
  })
  return leaves
}

/** How many items may be opened now. */
function roomOf(step: PlanStep, each: Items): number {
  const atOnce = step.each?.order === 'in_order' ? 1 : mostOpenItems
  return Math.min(atOnce - Object.keys(each.open).length, each.n - each.next)
}

/** Whether the list waits for nothing but the event that opens its next items. */
export const hasRoom = (step: PlanStep, { phase, each }: Open): boolean =>
  phase === 'working' && each !== undefined && roomOf(step, each) > 0

export function openMore(draft: Draft, step: PlanStep, open: Open, each: Items): void {
  const items = { ...each.open }
  let { next } = each
  const opened: number[] = []
  for (let room = Math.min(roomOf(step, each), itemsPerEvent); room > 0; room--) {
    items[next] = { phase: 'working', attempt: 1 }
    opened.push(next)
    next += 1
  }
  setItems(draft, step, open, { ...each, next, open: items })
  for (const item of opened) startItem(draft, step, open.round, item)
}

export function startItem(draft: Draft, step: PlanStep, round: number, item: number): void {
  if (isCalled(step)) call(draft, step, round, { phase: 'working', attempt: 1 }, item)
  else draft.commands.push({ c: 'ask', step: step.id, round, item })
}
