import { callId, type OutsideWork } from '../../run/outside-work.ts'
import type { Call } from '../../run/types.ts'
import type { Event } from '../../run.ts'
import { hold } from '../hold.ts'
import { childOf, hasEnded, honoursKeys, type Model, stepOf, wantedOf } from './model.ts'
import type { Instance, World } from './world.ts'

/** What was wanted once and is not any more must never be wanted again. */
export function noteWanted(world: World, instance: Instance, before: OutsideWork, after: OutsideWork): void {
  const { ever } = world.watched
  const idOf = (call: Call) => `${instance.id}|${callId(call)}`
  const is = new Set([...after.calls, ...after.children].map(idOf))
  for (const id of [...before.calls, ...before.children].map(idOf)) if (!is.has(id)) ever[id] = 'past'
  for (const id of is) {
    hold(world.restored || ever[id] !== 'past', `${id} is wanted again after it was not`)
    ever[id] = 'now'
  }
}

/** With a key at most one effect for each run of a step or item; without one at most one each time it was asked for. */
const effectOf = ({ path }: Pick<Instance, 'path'>, { step, round, item, attempt }: Omit<Call, 'key'>) =>
  `${path}|${step}:${round}:${item ?? ''}${honoursKeys(step) ? '' : `#${attempt}`}`

/** Looks at an event that counts, before it changes anything. */
export function watchTaken(model: Model, world: World, instance: Instance, event: Event): void {
  const work = wantedOf(model, instance)
  if (event.t === 'tick')
    hold(work.alarm !== null && work.alarm <= world.now, `an alarm of ${work.alarm} rang at ${world.now}`)
  if (event.t === 'retry' && !honoursKeys(event.step)) {
    const again = effectOf(instance, { ...event, attempt: event.attempt + 1 })
    world.watched.asks[again] = (world.watched.asks[again] ?? 0) + 1
  }
  if (event.t !== 'result') return
  const call = [...work.calls, ...work.children].find(
    ({ step, item, attempt }) => step === event.step && item === event.item && attempt === event.attempt,
  )
  hold(call !== undefined, `a result of ${event.step} counted though it is not wanted`)
  if (stepOf(model, instance, call.step).type === 'subworkflow') {
    const child = childOf(world, instance, call)
    hold(child !== undefined && hasEnded(child), `${call.step} got a result though its child has not ended`)
  } else watchResult(world, instance, call, event)
}

function watchResult(world: World, instance: Instance, call: Call, { ok, code }: Event & { t: 'result' }): void {
  const { applied, intents } = world.watched
  // What an earlier attempt turns out to have done counts for this one.
  const made = world.restored || intents[`${instance.id}|${callId(call)}`] === 1
  hold(ok || made, `${call.step} got a result of a call that was never made`)
  const run = `${instance.path}|${call.step}:${call.round}:${call.item ?? ''}`
  hold(!ok || Object.keys(applied).some((at) => at.startsWith(run)), `${call.step} is done though nothing arrived`)
  const effect = world.ledger[`${instance.id}:${call.key}`]
  hold(!ok || effect?.state === 'done', `${call.step} is done and what it brought is not there`)
  hold(code !== 'unknown' || world.doubt, `${call.step} is in doubt though nothing went wrong`)
}

/** A call reaches its receiver. */
export function arrive(world: World, instance: Pick<Instance, 'id' | 'path'>, call: Call): void {
  const { applied, asks, keys } = world.watched
  const key = `${instance.id}:${call.key}`
  if (honoursKeys(call.step) && keys[key]) return
  keys[key] = 1
  const effect = effectOf(instance, call)
  const times = (applied[effect] ?? 0) + 1
  applied[effect] = times
  // One that was refused, then done under its second key, all of it after the backup, is done again under its first.
  const run = [instance.id, call.step, call.round, ...(call.item === undefined ? [] : [call.item])].join(':')
  const forgotten = world.restored && Object.keys(keys).some((one) => one.startsWith(`${run}:r`))
  hold(world.reviewed || forgotten || times <= (asks[effect] ?? 1), `${effect} happened twice`)
}
