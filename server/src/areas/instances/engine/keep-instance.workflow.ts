import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  log,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow'
import { callId } from '@throughline/flow/run/outside-work'
import { callsQueueOf } from '../../../core/temporal/calls-queue.workflow.ts'
import type { Address, CallActivities, KeepInstanceActivities, Synced } from './keep-instance.activities.ts'

export const poke = defineSignal('poke')

/** Continues as new beyond this, once nothing is under way. */
const CONTINUE_AS_NEW_EVENTS = 500
/** Beyond this no call is added to those under way, so that the history comes to rest and can be begun anew. */
const MAX_HISTORY_EVENTS = 2_000

const isCall = (id: string) => id.startsWith('call ')

const { sync } = proxyLocalActivities<KeepInstanceActivities>({
  startToCloseTimeout: '20 seconds',
  // A database that is away is waited for; after a while as an ordinary activity would be.
  localRetryThreshold: '10 seconds',
  retry: { initialInterval: '100 milliseconds', backoffCoefficient: 2, maximumInterval: '10 seconds' },
})
const UNTIL_DONE = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' } as const
const { startChild, stopChild } = proxyActivities<KeepInstanceActivities>({
  startToCloseTimeout: '30 seconds',
  retry: UNTIL_DONE,
})

/** One timer, kept at the moment that is wanted. */
function createTimer(onRing: () => void) {
  let current: { alarm: number; scope: CancellationScope } | undefined
  const ring = async (scope: CancellationScope, delay: number) => {
    try {
      await scope.run(() => sleep(Math.max(delay, 1)))
    } catch (error) {
      if (isCancellation(error)) return
      throw error
    }
    if (current?.scope === scope) current = undefined
    onRing()
  }
  const set = (alarm: number | null, delay: number) => {
    if (alarm === (current?.alarm ?? null)) return
    current?.scope.cancel()
    current = undefined
    if (alarm === null) return
    current = { alarm, scope: new CancellationScope() }
    void ring(current.scope, delay)
  }
  return { set, isSet: () => current !== undefined }
}

/**
 * Keeps what an instance waits for as its rows want it: one timer, calls, starts and stops of children. It holds no state
 * of the instance and carries no content, so that it may be lost, or begun twice, and nothing is. Ends where nothing is
 * waited for; the next turn that wants something pokes it back to life.
 */
export async function keepInstance(address: Address): Promise<void> {
  let poked = true
  let round = 0
  /** What a call that was alone has synced already. */
  let brought: Synced | undefined
  setHandler(poke, () => {
    poked = true
  })
  const { callTool } = proxyActivities<CallActivities>({
    taskQueue: callsQueueOf(workflowInfo().taskQueue),
    // Tenants take turns, however much one of them calls.
    priority: { fairnessKey: address.tenantId },
    startToCloseTimeout: '15 minutes',
    heartbeatTimeout: '10 seconds',
    retry: UNTIL_DONE,
  })
  const inFlight = new Map<string, CancellationScope>()
  const timer = createTimer(() => {
    poked = true
  })

  /** Whatever ends, and however, the rows say what follows. */
  const run = async (id: string, scope: CancellationScope, act: () => Promise<Synced | void>) => {
    const begun = round
    let synced: Synced | void = undefined
    try {
      synced = await scope.run(act)
    } catch (error) {
      if (!isCancellation(error))
        log.error('an activity of an instance ended in an error', { id, error: String(error) })
    }
    inFlight.delete(id)
    // The latest word only if nothing was synced since the call began, and nothing has come in.
    if (synced && begun === round && !poked) brought = synced
    else poked = true
  }
  const begin = (id: string, act: () => Promise<Synced | void>) => {
    if (inFlight.has(id)) return
    const scope = new CancellationScope()
    inFlight.set(id, scope)
    void run(id, scope, act)
  }

  for (;;) {
    await condition(() => poked || brought !== undefined)
    round += 1
    const known = poked ? undefined : brought
    poked = false
    brought = undefined
    const { calls, start, stop, alarm, delay } = known ?? (await sync(address))
    const alone = inFlight.size === 0 && (calls ?? []).length + start.length + stop.length === 1
    const wanted = new Map<string, () => Promise<Synced | void>>([
      ...(calls ?? []).map((call) => [`call ${callId(call)}`, () => callTool({ ...address, ...call, alone })] as const),
      ...start.map((call) => [`start ${callId(call)}`, () => startChild({ ...address, ...call })] as const),
      ...stop.map((childId) => [`stop ${childId}`, () => stopChild({ ...address, childId })] as const),
    ])
    if (calls) for (const [id, scope] of inFlight) if (!wanted.has(id)) scope.cancel()
    // Never while calls are made: nobody would notice their end. Starts and stops are begun anew, whatever became of them.
    if (workflowInfo().historyLength > CONTINUE_AS_NEW_EVENTS && ![...inFlight.keys()].some(isCall)) {
      for (const scope of inFlight.values()) scope.cancel()
      await continueAsNew<typeof keepInstance>(address)
    }
    for (const [id, act] of wanted) if (!isCall(id) || workflowInfo().historyLength < MAX_HISTORY_EVENTS) begin(id, act)
    timer.set(alarm, delay)
    // Children tell of their ends: waiting for them alone needs no run.
    if (inFlight.size === 0 && !timer.isSet() && !poked) return
  }
}
