import { callId } from '../../run/outside-work.ts'
import type { Call } from '../../run/types.ts'
import { hold } from '../hold.ts'
import { cancel, clearProblem, keepProblem, start } from './commit.ts'
import { childOf, hasEnded, honoursKeys, isSame, type Model, readWanted, TurnError } from './model.ts'
import { hash } from './numbers.ts'
import { HOUR, sync } from './sync.ts'
import { arrive } from './watch.ts'
import { isUnread } from './workflow.ts'
import type { Activity, Effect, Instance, World } from './world.ts'

const CALL_TRIES = 3

function end(world: World, activity: Activity): void {
  world.activities = world.activities.filter((one) => one !== activity)
  const run = world.runs[activity.instance]
  if (!run || activity.zombie) return
  if (activity.synced && !isUnread(run)) run.brought = activity.synced
  // Whatever else ends makes the loop go round once more.
  else run.poked = true
}

/** One step of an activity. One that throws is tried again later by the engine, and people are shown why it waits. */
export function runActivity(model: Model, world: World, activity: Activity, how: string): void {
  const hadFailed = activity.retryAt !== undefined
  delete activity.retryAt
  try {
    if (activity.kind === 'stop') stopChild(model, world, activity)
    else if (activity.kind === 'child') startChild(model, world, activity)
    else callTool(model, world, activity, how)
    if (hadFailed) clearProblem(world, activity.instance)
  } catch (error) {
    if (!(error instanceof TurnError)) throw error
    keepProblem(world, activity.instance)
    // Nobody tries a zombie again.
    if (activity.zombie || model.fault === 'activitySpins') end(world, activity)
    else activity.retryAt = world.now + HOUR
  }
}

function stopChild(model: Model, world: World, activity: Activity): void {
  const child = world.instances[activity.child ?? '']
  const event = { t: 'cancel', at: world.now, by: 'parent', reason: '' } as const
  if (child && !hasEnded(child)) cancel(model, world, child, event)
  end(world, activity)
}

/** In one transaction under the parent's lock: is it wanted, is it there, its start. */
function startChild(model: Model, world: World, activity: Activity): void {
  const { call } = activity
  const instance = world.instances[activity.instance]
  if (!instance) return end(world, activity)
  if (!activity.seen) {
    const isWanted = readWanted(model, world, instance).children.some((one) => isSame(one, call))
    if (!isWanted) return end(world, activity)
    if (model.fault === 'childUnlocked') {
      activity.seen = true
      return
    }
  }
  if (!childOf(world, instance, call)) {
    const [first = 0] = model.childPlans
    const pick = model.childPlans[hash(world.seed, instance.path, call.step) % model.childPlans.length] ?? first
    const child = start(model, world, instance.depth >= 1 ? first : pick, { instance, call })
    const run = world.runs[activity.instance]
    if (run && !activity.zombie && model.fault === 'ownChildrenOnly') run.known[child.id] = 1
  }
  end(world, activity)
}

function callTool(model: Model, world: World, activity: Activity, how: string): void {
  const instance = world.instances[activity.instance]
  if (activity.cancelled && (activity.stage === 'begin' || how === 'abort')) {
    const effect = instance && world.ledger[`${instance.id}:${activity.call.key}`]
    if (effect?.state === 'intended' && activity.stage !== 'begin')
      Object.assign(effect, { state: 'unknown', code: 'unknown', final: true })
    return end(world, activity)
  }
  if (activity.stage === 'begin') return prepare(model, world, activity, instance)
  if (activity.stage === 'send') return send(world, activity, how)
  if (activity.stage === 'settle') return settleAndSync(model, world, activity, instance)
  const run = activity.zombie ? undefined : world.runs[activity.instance]
  const travels = model.fault === 'resultsTravel' || model.fault === 'noRecheck' || model.fault === 'content'
  if (run && activity.result && !activity.cancelled && travels) run.results.push(activity.result)
  return end(world, activity)
}

/** In one transaction under the instance's lock: is it wanted, is it answered, was it begun before, the intent. */
function prepare(model: Model, world: World, activity: Activity, instance: Instance | undefined): void {
  const { call } = activity
  if (!instance || !readWanted(model, world, instance).calls.some((one) => isSame(one, call)))
    return end(world, activity)
  const key = `${instance.id}:${call.key}`
  const known = world.ledger[key]
  const report = (ok: boolean, code?: string) => {
    activity.result = { call, ok, ...(code !== undefined && { code }) }
    activity.stage = 'report'
  }
  activity.path = instance.path
  world.watched.intents[`${instance.id}|${callId(call)}`] = 1
  if (known?.state === 'done') return report(true)
  if (known?.final && known.attempt === call.attempt && model.fault !== 'settledAgain') return report(false, known.code)
  const code = honoursKeys(call.step) ? undefined : doubtOf(model, activity, instance, known)
  if (code !== undefined) {
    world.ledger[key] = { attempt: call.attempt, tries: known?.tries ?? 1, state: 'unknown', code, final: true }
    return report(false, code)
  }
  world.ledger[key] = { attempt: call.attempt, tries: (known?.tries ?? 0) + 1, state: 'intended' }
  activity.stage = 'send'
}

/** Why a call without key must not be made, if it may have been made before. */
function doubtOf({ fault }: Model, { call, tries }: Activity, { restored }: Instance, known: Effect | undefined) {
  // Of work that was put back nobody knows what had been done since: somebody looks, and tries again or passes over it.
  if (restored && call.attempt === 1) return 'look'
  const begun = fault === 'tryOfEngine' ? tries > 1 : known?.state === 'intended' && known.attempt === call.attempt
  return begun ? 'unknown' : undefined
}

function send(world: World, activity: Activity, how: string): void {
  const { call, instance } = activity
  hold(world.watched.ever[`${instance}|${callId(call)}`] !== undefined, `${call.key} was called though never wanted`)
  // A receiver that knows the key answers as it did before.
  const knows = honoursKeys(call.step) && world.watched.keys[`${instance}:${call.key}`]
  activity.answer = how === 'refused' && knows ? 'ok' : how
  // The receiver hears it, whatever has become of the instance's row.
  if (how === 'ok' || how === 'lostAfter') arrive(world, { id: instance, path: activity.path ?? '' }, call)
  if (how.startsWith('lost')) world.doubt = true
  activity.stage = 'settle'
}

/** In one transaction, if it is alone. A turn that throws leaves the settlement as it is, and the workflow syncs. */
function settleAndSync(model: Model, world: World, activity: Activity, instance: Instance | undefined): void {
  const key = `${activity.instance}:${activity.call.key}`
  const before = world.ledger[key]
  settle(world, activity, instance)
  if (!activity.alone || !activity.result || !instance) return
  try {
    const answer = sync(model, world, instance.id, { results: [], known: {} })
    // It counts only if the workflow has not synced since the call began, and nothing comes in until it is heard.
    if (!activity.zombie && (!activity.overtaken || model.fault === 'broughtOld')) activity.synced = answer
  } catch (error) {
    if (!(error instanceof TurnError)) throw error
    if (model.fault === 'settleUndone' && before) world.ledger[key] = before
  }
}

function settle(world: World, activity: Activity, instance: Instance | undefined): void {
  const { call, answer } = activity
  const tries = world.ledger[`${activity.instance}:${call.key}`]?.tries ?? 2
  activity.stage = 'report'
  if (answer === 'ok') {
    if (instance) keepEffect(world, instance, call, { tries, state: 'done' })
    activity.result = { call, ok: true }
    return
  }
  // A refusal is definite only of the first try.
  const code = answer === 'refused' && tries === 1 ? 'refused' : 'unknown'
  const final = answer === 'refused' || !honoursKeys(call.step) || activity.tries >= CALL_TRIES
  const state = code === 'refused' ? 'failed' : 'unknown'
  if (instance) keepEffect(world, instance, call, { tries, state, code, ...(final && { final }) })
  if (final) {
    activity.result = { call, ok: false, code }
    return
  }
  activity.tries += 1
  activity.stage = 'begin'
}

/**
 * After a restore the intent may be gone, and is written again. Done stays done, and a late failure says nothing of a
 * newer attempt.
 */
function keepEffect(world: World, instance: Instance, call: Call, effect: Omit<Effect, 'attempt'>): void {
  const key = `${instance.id}:${call.key}`
  const known = world.ledger[key]
  if (known?.state === 'done' || (effect.state !== 'done' && known && known.attempt > call.attempt)) return
  world.ledger[key] = { attempt: call.attempt, ...effect }
}
