import { callId } from '../../run/outside-work.ts'
import type { Call } from '../../run/types.ts'
import type { Command } from '../../run.ts'
import { isSame, type Model, TurnError } from './model.ts'
import { giveUpFor, HOUR, sync } from './sync.ts'
import type { Activity, Run, SyncAnswer, World } from './world.ts'

/** As often is `sync` tried before it says so; five times in earnest. */
const SYNC_TRIES = 2

export const newRun = (): Run => ({
  poked: false,
  first: true,
  fired: false,
  results: [],
  taking: null,
  tries: 0,
  answer: null,
  timer: null,
  known: {},
})

export const activitiesOf = ({ activities }: World, instance: string): Activity[] =>
  activities.filter((activity) => activity.instance === instance && !activity.zombie)

/** Whether there is something that the workflow has not looked at. */
export const isUnread = ({ poked, fired, results }: Run) => poked || fired || results.length > 0

export function signalWithStart(model: Model, world: World, instance: string, commands: Command[] = []): void {
  if (!world.runs[instance] && model.fault === 'rejectDuplicate' && world.closed[instance]) return
  const run = (world.runs[instance] ??= newRun())
  run.poked = true
  if (model.fault === 'content') carryOut(world, instance, run, commands)
}

type Begun = { child?: string; alone?: boolean }

function begin(world: World, kind: Activity['kind'], instance: string, call: Call, begun: Begun = {}): void {
  const id = world.nextId++
  world.activities.push({ id, kind, instance, call, ...begun, stage: 'begin', tries: 1 })
}

/** Planted: the commands themselves, in the order in which they come. */
function carryOut(world: World, instance: string, run: Run, commands: Command[]): void {
  for (const command of commands) {
    if (command.c === 'call' || command.c === 'child') begin(world, command.c, instance, command)
    if (command.c === 'uncall')
      for (const activity of activitiesOf(world, instance)) {
        const { step, round, item } = activity.call
        if (step === command.step && round === command.round && item === command.item) activity.cancelled = true
      }
    if (command.c === 'wake') run.timer = command.at
  }
}

/** The local activity. What throws is tried again, then given up for a while. */
export function runSync(model: Model, world: World, instance: string): void {
  const run = world.runs[instance]
  if (!run?.taking || run.answer) return
  try {
    run.answer = sync(model, world, instance, { results: run.taking, known: run.known, from: run.read })
  } catch (error) {
    if (!(error instanceof TurnError)) throw error
    run.tries += 1
    if (run.tries >= SYNC_TRIES) run.answer = giveUpFor(model, world, instance)
  }
}

/** The workflow goes on with what `sync` answered. */
export function follow(model: Model, world: World, instance: string): void {
  const run = world.runs[instance]
  const answer = run?.answer ?? run?.brought
  if (!run || !answer) return
  Object.assign(run, { taking: null, answer: null, tries: 0 })
  delete run.brought
  if (answer === 'problem') run.timer = model.fault === 'givesUp' ? null : world.now + world.skew + HOUR
  else if (model.fault === 'content') carryOut(world, instance, run, answer.commands)
  else compare(model, world, instance, run, answer)
  // The engine refuses a completion while something has come in that was not looked at.
  const unread = model.fault !== 'completes' && isUnread(run)
  if (unread || run.timer !== null || activitiesOf(world, instance).length > 0) return
  delete world.runs[instance]
  world.closed[instance] = 1
}

/** Compares what is wanted with what is under way. */
function compare(model: Model, world: World, instance: string, run: Run, answer: Exclude<SyncAnswer, 'problem'>): void {
  const { calls, start, stop, more, delay } = answer
  const mine = activitiesOf(world, instance)
  const isUnderWay = (kind: Activity['kind'], call: Call) =>
    mine.some((activity) => activity.kind === kind && isSame(activity.call, call))
  const wantedIds = new Set(calls.map(callId))
  for (const activity of mine)
    if (activity.kind === 'call' && !wantedIds.has(callId(activity.call))) activity.cancelled = true
  const alone = mine.length === 0 && calls.length + start.length + stop.length === 1
  for (const call of calls) {
    const place = `${call.step}:${call.round}:${call.item ?? ''}`
    if (isUnderWay('call', call) || (model.fault === 'knownByStep' && run.known[place])) continue
    if (model.fault === 'knownByStep') run.known[place] = 1
    begin(world, 'call', instance, call, { alone })
  }
  for (const call of start) if (!isUnderWay('child', call)) begin(world, 'child', instance, call)
  for (const child of stop)
    if (!mine.some((activity) => activity.child === child))
      begin(world, 'stop', instance, { step: '', round: 0, attempt: 0, key: child }, { child })
  run.timer = delay === null ? null : world.now + world.skew + delay
  if (more) run.poked = true
}
