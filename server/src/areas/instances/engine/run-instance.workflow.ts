import {
  allHandlersFinished,
  condition,
  defineSignal,
  defineUpdate,
  makeContinueAsNewFunc,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'
import type { Plan } from '@throughline/flow/plan'
import { type Command, type Dropped, newState, reduce, type State, wakeOf } from '@throughline/flow/run'
import { createAlarm } from './alarm.workflow.ts'
import { type Called, createCalls } from './calls.workflow.ts'
import type { RunInstanceActivities, Told, TurnEvent } from './run-instance.activities.ts'

export interface RunInput {
  tenantId: string
  instanceId: string
  /** Absent where it is too large to travel: then it is fetched once. */
  plan?: Plan
  /** Carried over from the run before: where it stands, what nobody has read yet, calls still to be made. */
  state?: State
  unread?: TurnEvent[]
  held?: Called[]
}

type Answer = { done: true } | { dropped: Dropped }
/** An operator waits for the answer; whoever signals does not. */
type Received = { event: TurnEvent; answer?: Answer }

export const told = defineSignal<[{ event: Told }]>('told')
export const act = defineUpdate<Answer, [{ event: Told }]>('act')

/** Continues as new beyond this, once nothing is under way. */
const LONG = 500

const { commitTurn } = proxyLocalActivities<RunInstanceActivities>({
  startToCloseTimeout: '20 seconds',
  // A database that is away is waited for; after a while as an ordinary activity would be.
  localRetryThreshold: '10 seconds',
  retry: { initialInterval: '100 milliseconds', backoffCoefficient: 2, maximumInterval: '10 seconds' },
})
const { planOf, startChild, stopChild } = proxyActivities<RunInstanceActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

/**
 * One instance, from its start to its end. It holds the position alone: every turn is one local activity that commits
 * what people read, and hands back the events it found, which the same reducer applies here.
 */
export async function runInstance(input: RunInput): Promise<void> {
  const { tenantId, instanceId } = input
  const address = { tenantId, instanceId }
  const run = workflowInfo().firstExecutionRunId
  const plan = input.plan ?? (await planOf(address))
  let state = input.state ?? newState(plan)
  let over = false
  const inbox: Received[] = (input.unread ?? []).map((event) => ({ event }))
  const receive = (event: Told): Received => {
    const received: Received = { event: { ...event, at: Date.now() } }
    inbox.push(received)
    return received
  }

  const alarm = createAlarm(() => void receive({ t: 'tick' }))
  const calls = createCalls(address, (result) => void receive(result))
  setHandler(told, ({ event }) => void receive(event))
  setHandler(act, async ({ event }) => {
    const received = receive(event)
    await condition(() => received.answer !== undefined)
    return received.answer ?? { dropped: 'ended' }
  })

  const carryOut = async (command: Command) => {
    if (command.c === 'wake') alarm.set(command.at)
    else if (command.c === 'call') calls.make(command)
    else if (command.c === 'uncall') calls.takeBack(command)
    else if (command.c === 'child') await startChild({ ...address, ...command })
    else if (command.c === 'unchild') await stopChild({ ...address, ...command })
  }

  const turn = async (taken: Received[]) => {
    const seq = state.seq + 1
    const turned = await commitTurn({ ...address, run, seq, events: taken.map(({ event }) => event) })
    if ('over' in turned) {
      over = true
      for (const received of taken) received.answer = { dropped: 'ended' }
      return
    }
    const commands: Command[] = []
    const apply = (event: TurnEvent): Answer => {
      const reduced = reduce(plan, state, event)
      state = reduced.state
      commands.push(...reduced.commands)
      return reduced.dropped ? { dropped: reduced.dropped } : { done: true }
    }
    // A turn that an attempt before this one committed took what had come in by then: the rest is for the next one.
    const took = turned.took ?? taken.map(({ event }, of) => ({ event, of }))
    inbox.unshift(...taken.filter((_, place) => !took.some(({ of }) => of === place)))
    for (const { event, of } of took) {
      const answer = apply(event)
      const received = of === undefined ? undefined : taken[of]
      if (received) received.answer = answer
    }
    for (const event of turned.events) apply(event)
    state = { ...state, seq }
    for (const command of commands) await carryOut(command)
    // A tick that came a moment too early, by another machine's clock, was dropped: its moment is still to come.
    if (!ended()) alarm.set(wakeOf(state))
  }

  const ended = () => over || state.status === 'completed' || state.status === 'cancelled'
  /** Or there is a newer build to go on with. */
  const isLong = () => {
    const { historyLength, targetWorkerDeploymentVersionChanged } = workflowInfo()
    return historyLength > LONG || targetWorkerDeploymentVersionChanged
  }
  const quiet = () => calls.underWay() === 0 && allHandlersFinished()
  if (!input.state) receive({ t: 'start' })
  else alarm.set(wakeOf(state))
  for (const call of input.held ?? []) calls.make(call)
  // What comes in until the end is looked at, even if nothing counts any more: the trace keeps it.
  while (!ended() || inbox.length > 0) {
    // Calls that are held back wait for nothing but the run that comes after this one.
    await condition(() => inbox.length > 0 || (calls.held().length > 0 && quiet()))
    if (inbox.length > 0) await turn(inbox.splice(0))
    if (!ended() && isLong() && quiet()) {
      const unread = inbox.splice(0).map(({ event }) => event)
      const carryOn = makeContinueAsNewFunc<typeof runInstance>({ initialVersioningBehavior: 'AUTO_UPGRADE' })
      await carryOn({ ...input, state, unread, held: calls.held() })
    }
  }
  await condition(allHandlersFinished)
}
