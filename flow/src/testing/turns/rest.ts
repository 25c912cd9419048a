import type { Call } from '../../run/types.ts'
import type { Event } from '../../run.ts'
import { homeward } from '../answers.ts'
import { hold } from '../hold.ts'
import { apply } from './apply.ts'
import { NEVER } from './commit.ts'
import { childOf, hasEnded, homeOf, isSame, type Model, planOf, wantedOf } from './model.ts'
import { type Draw, pickFrom } from './numbers.ts'
import { replay } from './replay.ts'
import { answered, ordinarySteps } from './steps.ts'
import { activitiesOf } from './workflow.ts'
import type { Instance, World } from './world.ts'

const hasDefects = ({ defects }: World) => Object.keys(defects).length > 0

/** Nothing moves any more: then nothing may be left to do. */
function checkRest(model: Model, world: World): void {
  hold(world.outbox.length === 0, 'a poke was not sent')
  for (const instance of Object.values(world.instances)) {
    if (isStuck(world, instance.id)) checkStuck(world, instance.id)
    else checkDone(model, world, instance)
    const { parent } = instance
    const row = parent && world.instances[parent.id]
    if (parent && row && !hasEnded(instance) && !isStuck(world, row.id))
      hold(
        wantedOf(model, row).children.some((call) => isSame(call, parent.call)),
        `${instance.id} goes on though its parent does not want it`,
      )
    replay(model, world.seed, instance)
  }
  for (const id of Object.keys(world.runs))
    hold(isStuck(world, id) || retriedOf(world, id).length > 0, `a workflow of ${id} is open for nothing`)
}

/** `sync` has failed too often, and still does. What has ended needs no plan, and so is never stuck. */
function isStuck(world: World, id: string): boolean {
  const instance = world.instances[id]
  return instance !== undefined && !hasEnded(instance) && hasDefects(world) && (world.wants[id]?.tries ?? 0) > 0
}

/** People are shown so, somebody comes again, and so would the reconciler if the engine had forgotten it. */
function checkStuck(world: World, id: string): void {
  hold(world.wants[id]?.problem !== undefined, `nobody is shown that ${id} is stuck`)
  hold((world.wants[id]?.by ?? NEVER) < NEVER, `nobody comes again for ${id}`)
  hold(world.lost || typeof world.runs[id]?.timer === 'number', `no timer is set for ${id}`)
}

/** Activities that threw and are tried again later. */
const retriedOf = (world: World, id: string) => activitiesOf(world, id).filter(({ retryAt }) => retryAt !== undefined)

function checkDone(model: Model, world: World, instance: Instance): void {
  const { calls, children, more, alarm } = wantedOf(model, instance)
  const retried = retriedOf(world, instance.id)
  hold(retried.length === 0 || world.wants[instance.id]?.problem !== undefined, 'nobody is shown what throws')
  hold(activitiesOf(world, instance.id).length === retried.length, `an activity of ${instance.id} never ends`)
  const isRetried = (call: Call) => retried.some((activity) => isSame(activity.call, call))
  // One that was answered, and is done again since the worker died: what is wanted since is looked at when it ends.
  if (retried.some(({ kind, call }) => kind === 'call' && !calls.some((one) => isSame(one, call)))) return
  hold(calls.every(isRetried), `the call ${calls[0]?.key} is wanted and nobody makes it`)
  hold(alarm === null || alarm > world.now, `the alarm of ${alarm} has not rung at ${world.now}`)
  hold(more.length === 0, `the list ${more[0]?.step} has room and nobody opens more`)
  for (const call of children.filter((one) => !isRetried(one))) {
    const child = childOf(world, instance, call)
    hold(child !== undefined, `the child ${call.key} is wanted and nobody starts it`)
    hold(!hasEnded(child), `the child ${call.key} has ended and its parent has not heard`)
  }
}

/** When something happens by itself. */
function nextMoment(world: World, reconciler: boolean): number | undefined {
  const timers = Object.values(world.runs).flatMap(({ timer }) => (timer === null ? [] : [timer - world.skew]))
  const retries = world.activities.flatMap(({ retryAt }) => (retryAt === undefined ? [] : [retryAt]))
  const overdue = Object.entries(world.wants).flatMap(([id, { by }]) => (world.runs[id] ? [] : [by + 1]))
  const all = [...timers, ...retries, ...(reconciler ? overdue : [])].filter((at) => at > world.now && at < NEVER)
  return all.length > 0 ? Math.min(...all) : undefined
}

/** Lets the machines work, without accidents, until nothing moves; the reconciler only where something was lost. */
export function settleDown(model: Model, world: World, draw: Draw): void {
  const reconciler = world.lost
  let turns = 0
  let idle = 0
  for (let n = 0; n < 20_000; n++) {
    const step = pickFrom(draw, ordinarySteps(world, reconciler))
    if (step) {
      apply(model, world, answered(model, world, step, draw))
      continue
    }
    const at = nextMoment(world, reconciler)
    const played = Object.values(world.instances).reduce((sum, instance) => sum + instance.turns.length, 0)
    idle = played === turns ? idle + 1 : 0
    turns = played
    // What waits for a child alone, or throws, is looked at again and again for nothing.
    const isWaiting = Object.keys(world.runs).length === 0 || hasDefects(world)
    if (at === undefined || (isWaiting && idle > 2 * Object.keys(world.wants).length + 4))
      return checkRest(model, world)
    world.now = at
  }
  hold(false, 'it does not come to rest')
}

/** The same, and if turns throw once more after that is mended. */
export function comeToRest(model: Model, world: World, draw: Draw): void {
  world.bound = true
  if (hasDefects(world)) settleDown(model, world, draw)
  world.defects = {}
  settleDown(model, world, draw)
}

/** The answers of people that lead to the end; machines answer for themselves. */
function homewardActs(model: Model, { now }: World, instance: Instance): Event[] {
  return planOf(model, instance).steps.flatMap((step): Event[] => {
    const open = Object.hasOwn(instance.state.open, step.id) ? instance.state.open[step.id] : undefined
    if (!open) return []
    const event = homeward(now, step, open, homeOf(model, instance, step.id))
    if (event.t === 'result' || event.t === 'tick') return []
    if (event.t !== 'decision') return [event]
    const item = event.item === undefined ? open : open.each?.open[event.item]
    return [{ ...event, asked: item?.asked ?? 0 }]
  })
}

/** People answer until all has ended, or cancel it all. */
export function bringHome(model: Model, world: World, draw: Draw, cancels: boolean): void {
  world.reviewed = world.restored
  for (const instance of Object.values(world.instances)) delete instance.restored
  for (let n = 0; ; n++) {
    const open = Object.values(world.instances).filter((instance) => !hasEnded(instance))
    const instance = pickFrom(draw, open)
    if (!instance) break
    hold(n < 3000, `no end in sight: ${JSON.stringify(open[0]?.state.open)}`)
    const event = pickFrom(draw, homewardActs(model, world, instance))
    if (cancels && !instance.parent)
      apply(model, world, { s: 'act', instance: instance.id, event: { t: 'cancel', at: 0, by: 'p', reason: '' } })
    else if (event) apply(model, world, { s: 'act', instance: instance.id, event })
    if (draw() % 3 === 0 || !event) settleDown(model, world, draw)
  }
  settleDown(model, world, draw)
  hold(world.lost || Object.keys(world.wants).length === 0, 'ended, and still to be looked after')
}
