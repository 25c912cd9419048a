import type { Call, State } from '../../run/types.ts'
import type { Event } from '../../run.ts'
import { clearProblem, commit, GRACE, keepProblem, NEVER } from './commit.ts'
import { childOf, childrenOf, hasEnded, homeOf, isSame, type Model, readWanted } from './model.ts'
import type { CallResult, Instance, SyncAnswer, World } from './world.ts'

/** Deadlines of the reconciler: for work that is to be done now, and for work that waits for children alone. */
const SOON = 10
const LATER = 50
/** How long whatever threw too often is left alone; an hour in earnest. */
export const HOUR = 30

/** What the end of a child is to its parent; bound for the end, what leads there. */
export function endOf(model: Model, world: World, instance: Instance, call: Call, child: Instance) {
  const home = world.bound ? homeOf(model, instance, call.step) : 'done'
  if (home === 'rejected') return { ok: true, outcome: 'rejected' as const }
  return child.state.status === 'completed' && home === 'done' ? { ok: true } : { ok: false, code: 'cancelled' }
}

const ticketOf = (call: Call) => {
  const { key: _, ...ticket } = call
  return ticket
}

/** The results of wanted calls, as far as the ledger answers them. */
function answersOf(model: Model, world: World, instance: Instance, calls: Call[]): Event[] {
  return calls.flatMap((call): Event[] => {
    const { attempt, ...address } = ticketOf(call)
    const effect = world.ledger[`${instance.id}:${call.key}`]
    if (effect?.state === 'done') return [{ t: 'result', at: 0, ...address, attempt, ok: true }]
    if (!effect?.final || (effect.attempt !== attempt && model.fault !== 'anyAttempt')) return []
    const code = effect.code ?? 'failed'
    // No route leads on from what somebody has to look at.
    if (code === 'look') return [{ t: 'error', at: 0, ...address, code, text: '' }]
    return [{ t: 'result', at: 0, ...address, attempt, ok: false, code }]
  })
}

/** Planted: the results that came through the workflow. */
function travelled(model: Model, instance: Instance, results: CallResult[]): Event[] {
  return results.map(({ call, ok, code }) => {
    const open = instance.state.open[call.step]
    const item = call.item === undefined ? open : open?.each?.open[call.item]
    const careless = model.fault === 'noRecheck' && open && item ? { round: open.round, attempt: item.attempt } : {}
    return { t: 'result', at: 0, ...ticketOf(call), ok, ...(code !== undefined && { code }), ...careless }
  })
}

const nothing: SyncAnswer = { calls: [], start: [], stop: [], more: false, delay: null, commands: [] }

type Synced = { results: CallResult[]; known: Record<string, 1>; from?: State | undefined }

/** The one activity on the instance: plays what is due, answered, ended or has room, and says what is wanted. */
export function sync(model: Model, world: World, id: string, { results, known, from }: Synced): SyncAnswer {
  const { fault } = model
  const instance = world.instances[id]
  if (!instance) return nothing
  const before = readWanted(model, world, instance)
  const clock = fault === 'engineClock' ? world.now + world.skew : Math.max(world.now, instance.lastAt)
  const events: Event[] = before.alarm !== null && before.alarm <= clock ? [{ t: 'tick', at: clock }] : []
  const travels = fault === 'resultsTravel' || fault === 'noRecheck' || fault === 'content'
  events.push(...(travels ? travelled(model, instance, results) : answersOf(model, world, instance, before.calls)))
  for (const call of before.children) {
    const child = childOf(world, instance, call)
    if (child && hasEnded(child))
      events.push({ t: 'result', at: 0, ...ticketOf(call), ...endOf(model, world, instance, call, child) })
  }
  if (fault !== 'moreForgotten') events.push(...before.more.map((ticket): Event => ({ t: 'more', at: 0, ...ticket })))
  const tickAt = fault === 'engineClock' ? clock : undefined
  const commands = events.length > 0 ? commit(model, world, instance, events, { by: 'sync', from, tickAt }) : undefined
  return answer(model, world, instance, known, commands ?? [])
}

function answer(
  model: Model,
  world: World,
  instance: Instance,
  known: Synced['known'],
  commands: Answered,
): SyncAnswer {
  const { calls, children, alarm, more } = readWanted(model, world, instance)
  const start = children.filter((call) => !childOf(world, instance, call))
  const stop = childrenOf(world, instance)
    .filter((child) => !hasEnded(child) && !children.some((call) => child.parent && isSame(call, child.parent.call)))
    .map(({ id }) => id)
    .filter((id) => model.fault !== 'ownChildrenOnly' || known[id])
  const again = more.length > 0 && model.fault !== 'moreForgotten' && model.fault !== 'moreOnce'
  const soon = calls.length + start.length + stop.length > 0 || again ? world.now + SOON : NEVER
  const later = children.length > 0 ? world.now + LATER : NEVER
  setDeadline(world, instance.id, Math.min(soon, later, alarm === null ? NEVER : alarm + GRACE))
  const delay = alarm === null ? null : Math.max(0, alarm - world.now)
  return { calls, start, stop, more: again, delay, commands }
}

type Answered = Extract<SyncAnswer, object>['commands']

/** The problem that `sync` had itself is over; that of an act stays until a turn is committed. */
function setDeadline(world: World, id: string, by: number): void {
  if (world.wants[id]?.tries) clearProblem(world, id)
  const wants = world.wants[id]
  if (by === NEVER && !wants?.problem) delete world.wants[id]
  else world.wants[id] = { tries: 0, ...wants, by }
}

/** `sync` has failed too often: people are shown so, and it comes again later. */
export function giveUpFor(model: Model, world: World, id: string): SyncAnswer {
  if (model.fault !== 'problemUnsaid') keepProblem(world, id)
  const wants = world.wants[id]
  if (!wants) return 'problem'
  const by = model.fault === 'givesUp' ? NEVER : world.now + HOUR + GRACE
  world.wants[id] = { ...wants, tries: wants.tries + 1, by: model.fault === 'triesAtOnce' ? wants.by : by }
  return 'problem'
}
