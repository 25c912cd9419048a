import { openItems } from '../../run/calls.ts'
import type { Item } from '../../run/types.ts'
import type { Event, Verdict } from '../../run.ts'
import { homeOf, type Model, planOf } from './model.ts'
import { hash } from './numbers.ts'
import { isUnread } from './workflow.ts'
import type { Instance, Step, World } from './world.ts'

const verdicts: Verdict[] = ['approve', 'reject', 'changes']

/** What people and operators might do to an instance, refused or not. */
export function acts(model: Model, instance: Instance): Event[] {
  if (instance.state.status !== 'running') return []
  const events: Event[] = [{ t: 'cancel', at: 0, by: 'p', reason: '' }]
  for (const step of planOf(model, instance).steps) {
    const open = Object.hasOwn(instance.state.open, step.id) ? instance.state.open[step.id] : undefined
    if (!open) continue
    const whole = { at: 0, step: step.id, round: open.round }
    for (const { name } of step.outs) events.push({ ...whole, t: 'override', outcome: name, by: 'p', reason: '' })
    if (open.phase === 'failed') events.push({ ...whole, t: 'retry', attempt: open.attempt, by: 'p' })
    const runs: [item: number | undefined, state: Item][] = step.each ? openItems(open) : [[undefined, open]]
    for (const [item, { phase, attempt, asked = 0 }] of runs) {
      const ticket = { ...whole, ...(item !== undefined && { item }) }
      if (phase === 'failed' && item !== undefined) events.push({ ...ticket, t: 'retry', attempt, by: 'p' })
      if (step.type === 'manual') events.push({ ...ticket, t: 'done', by: 'p' })
      if (step.type !== 'approval') continue
      for (const slot of [0, 1])
        for (const decision of verdicts) events.push({ ...ticket, t: 'decision', slot, decision, by: 'p', asked })
      events.push({ ...ticket, t: 'withdrawn', asked: hash(instance.turns.length) % 3 })
    }
  }
  return events
}

/** What the machines can do next, if nothing breaks. */
export function ordinarySteps(world: World, reconciler: boolean): Step[] {
  const steps: Step[] = world.late.length > 0 ? [{ s: 'late' }] : []
  for (const { id, sent } of world.outbox) steps.push({ s: sent ? 'drop' : 'send', row: id })
  for (const [instance, run] of Object.entries(world.runs)) {
    if (run.answer || run.brought) steps.push({ s: 'answer', instance })
    if (run.taking && !run.answer) steps.push({ s: 'sync', instance })
    if (!run.taking && (run.first || isUnread(run))) steps.push({ s: 'take', instance })
    if (run.timer !== null && run.timer <= world.now + world.skew) steps.push({ s: 'fire', instance })
  }
  for (const { id, retryAt = 0, cancelled } of world.activities)
    if (retryAt <= world.now || cancelled) steps.push({ s: 'activity', id })
  for (const n of world.zombies.keys()) steps.push({ s: 'zombie', n })
  if (reconciler)
    for (const [instance, { by }] of Object.entries(world.wants))
      if (by < world.now) steps.push({ s: 'reconcile', instance })
  return steps
}

const answers = ['ok', 'ok', 'ok', 'refused', 'lostBefore', 'lostAfter']

/** How the receiver answers; bound for the end, so that the step leaves that way. */
function howAnswered(model: Model, world: World, id: number, draw: number): string {
  const activity = world.activities.find((one) => one.id === id)
  const instance = activity && world.instances[activity.instance]
  if (!activity || !instance || activity.kind !== 'call') return 'ok'
  if (world.bound) return homeOf(model, instance, activity.call.step) === 'done' ? 'ok' : 'refused'
  const all = activity.cancelled ? [...answers, 'abort', 'abort'] : answers
  return all[draw % all.length] ?? 'ok'
}

/** The step, with an answer of the receiver where it is a call. */
export const answered = (model: Model, world: World, step: Step, draw: () => number): Step =>
  step.s === 'activity' ? { ...step, how: howAnswered(model, world, step.id, draw()) } : step
