import { CancellationScope, isCancellation, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow'
import type { Command } from '@throughline/flow/run'
import { callsQueueOf } from '../../../core/temporal/calls-queue.workflow.ts'
import type { Address, Call, CallActivities, CallResult, Told } from './run-instance.activities.ts'

export type Called = Extract<Command, { c: 'call' | 'child' }>
type Addressed = { step: string; round: number; item?: number }

/** Beyond this no call is added to those under way, so that the history comes to rest and can be begun anew. */
const VERY_LONG = 2_000

const keyOf = ({ step, round, item }: Addressed) => `${step}:${round}:${item ?? ''}`

/** Calls of tools that are under way. */
export function createCalls(address: Address, tell: (result: Told) => void) {
  const underWay = new Map<string, CancellationScope>()
  let held: Called[] = []
  const { callTool } = proxyActivities<CallActivities>({
    taskQueue: callsQueueOf(workflowInfo().taskQueue),
    // Tenants take turns, however much one of them calls.
    priority: { fairnessKey: address.tenantId },
    startToCloseTimeout: '15 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
  })

  /** What is held back is called again when its time has come; the activity knows when that has gone on for too long. */
  const callUntilAdmitted = async (call: Call): Promise<Omit<CallResult, 'again_in'>> => {
    for (;;) {
      const { again_in, ...result } = await callTool(call)
      if (again_in === undefined) return result
      await sleep(again_in)
    }
  }

  const outcomeOf = async (
    { attempt, key, ...command }: Called,
    scope: CancellationScope,
  ): Promise<Told | undefined> => {
    const { step, round, item } = command
    const ticket = { step, round, ...(item !== undefined && { item }) }
    try {
      const result = await scope.run(() => callUntilAdmitted({ ...address, ...ticket, attempt, key }))
      return { t: 'result', ...ticket, attempt, ...result }
    } catch (error) {
      // A call that cannot even say what became of it is looked at by somebody.
      return isCancellation(error) ? undefined : { t: 'result', ...ticket, attempt, ok: false, code: 'unknown' }
    }
  }

  const call = async (command: Called, scope: CancellationScope) => {
    const result = await outcomeOf(command, scope)
    if (underWay.get(keyOf(command)) === scope) underWay.delete(keyOf(command))
    if (result) tell(result)
  }

  return {
    make: (command: Called) => {
      if (underWay.size > 0 && workflowInfo().historyLength > VERY_LONG) {
        held.push(command)
        return
      }
      const scope = new CancellationScope()
      underWay.set(keyOf(command), scope)
      void call(command, scope)
    },
    takeBack: (command: Addressed) => {
      underWay.get(keyOf(command))?.cancel()
      underWay.delete(keyOf(command))
      held = held.filter((one) => keyOf(one) !== keyOf(command))
    },
    underWay: () => underWay.size,
    held: () => held,
  }
}
