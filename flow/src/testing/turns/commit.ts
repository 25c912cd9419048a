import { cancelledState } from '../../run/cancelled.ts'
import { callId, mustPoke, type OutsideWork } from '../../run/outside-work.ts'
import type { Call, State } from '../../run/types.ts'
import { type Command, type Event, newState } from '../../run.ts'
import { hold } from '../hold.ts'
import { hasEnded, type Model, planOf, requireReadable, TurnError, wantedOf } from './model.ts'
import { play } from './play.ts'
import { noteWanted, watchTaken } from './watch.ts'
import type { Instance, Turn, World } from './world.ts'

/** How long a poke may take before the reconciler helps. */
export const GRACE = 3
export const NEVER = Number.POSITIVE_INFINITY

type Options = {
  by: 'act' | 'sync'
  /** Only planted: another state than the row's. */
  from?: State | undefined
  /** Only planted: the engine's time of a tick. */
  tickAt?: number | undefined
}

/**
 * Plays a turn under the instance's lock, and writes it with all that belongs to it; nothing if nothing counts. If it
 * throws nothing is written. Answers the commands for outside.
 */
export function commit(model: Model, world: World, instance: Instance, given: Event[], options: Options) {
  const { by, from = instance.state, tickAt } = options
  if (hasEnded(instance)) return undefined
  requireReadable(world, instance)
  const at = Math.max(world.now, instance.lastAt)
  const stamped = given.map((event): Event => ({ ...event, at: event.t === 'tick' ? (tickAt ?? at) : at }))
  const playing = { seed: world.seed, at, bound: world.bound, defect: world.defects[instance.plan] }
  const played = play(model, instance, from, stamped, playing)
  if (played.turn.taken.length === 0) return undefined
  for (const event of played.turn.taken) watchTaken(model, world, instance, event)
  const before = wantedOf(model, instance)
  const after = write(model, world, instance, played.state, played.turn)
  const outside = played.commands.filter(({ c }) => ['call', 'uncall', 'child', 'unchild', 'wake'].includes(c))
  const pokes = model.fault === 'content' ? outside.length > 0 : mustPoke(seenBy(model, before), seenBy(model, after))
  if (by === 'act' && pokes) poke(world, instance.id, outside)
  return outside
}

/** What `mustPoke` looks at; less of it where that is planted. */
function seenBy({ fault }: Model, work: OutsideWork): OutsideWork {
  if (fault === 'earlierUnsaid') return { ...work, alarm: null }
  return fault === 'moreUnsaid' ? { ...work, more: [] } : work
}

function write(model: Model, world: World, instance: Instance, state: State, turn: Turn): OutsideWork {
  const before = wantedOf(model, instance)
  instance.state = { ...state, seq: instance.state.seq + 1 }
  instance.turns.push(turn)
  instance.lastAt = turn.at
  const after = wantedOf(model, instance)
  noteWanted(world, instance, before, after)
  clearProblem(world, instance.id)
  // Whoever ends a child tells its parent.
  if (hasEnded(instance) && instance.parent) poke(world, instance.parent.id)
  return after
}

/** Cancelling works whatever has become of the plan. What was wanted is not known then, so the engine always looks. */
export function cancel(model: Model, world: World, instance: Instance, event: Event & { t: 'cancel' }): void {
  try {
    commit(model, world, instance, [event], { by: 'act' })
  } catch (error) {
    if (!(error instanceof TurnError) || model.fault === 'cancelReads') throw error
    const at = Math.max(world.now, instance.lastAt)
    const turn = { at, bound: world.bound, taken: [{ ...event, at }], produced: [] }
    write(model, world, instance, cancelledState(instance.state), turn)
    if (model.fault !== 'cancelUnsaid') poke(world, instance.id)
  }
}

/** In the transaction of the turn: the duty to tell the engine, and until when it must have looked. */
function poke(world: World, instance: string, commands: Command[] = []): void {
  world.outbox.push({ id: world.nextId++, instance, sent: false, commands })
  const wants = world.wants[instance] ?? { by: NEVER, tries: 0 }
  if (world.instances[instance]) world.wants[instance] = { ...wants, by: Math.min(wants.by, world.now + GRACE) }
}

/** In a transaction of its own, after one that threw: people are shown that it did. */
export function keepProblem(world: World, instance: string): void {
  if (world.instances[instance])
    world.wants[instance] = { by: NEVER, tries: 0, ...world.wants[instance], problem: true }
}

export function clearProblem(world: World, instance: string): void {
  const wants = world.wants[instance]
  if (!wants) return
  if (wants.by === NEVER) delete world.wants[instance]
  else world.wants[instance] = { by: wants.by, tries: 0 }
}

/** The start of an instance with its first turn, in one transaction. */
export function start(model: Model, world: World, plan: number, parent?: { instance: Instance; call: Call }): Instance {
  const name = parent ? `${parent.instance.id}/${callId(parent.call)}` : `i${world.nextId++}`
  const id = parent && model.fault === 'randomChildIds' ? `${name}~${world.nextId++}` : name
  const path = parent ? `${parent.instance.path}/${callId(parent.call)}` : id
  const instance: Instance = {
    id,
    plan,
    depth: parent ? parent.instance.depth + 1 : 0,
    state: newState(planOf(model, { plan })),
    turns: [],
    lastAt: world.now,
    path,
    ...(parent && { parent: { id: parent.instance.id, call: parent.call } }),
    ...(parent?.instance.restored && { restored: true }),
  }
  world.instances[id] = instance
  try {
    commit(model, world, instance, [{ t: 'start', at: world.now }], { by: 'act' })
  } catch (error) {
    if (error instanceof TurnError) delete world.instances[id]
    throw error
  }
  const { begun } = world.watched
  begun[path] = (begun[path] ?? 0) + 1
  hold(world.restored || begun[path] === 1, `${path} was started twice`)
  return instance
}
