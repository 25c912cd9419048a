import { condition, continueAsNew, defineSignal, proxyActivities, setHandler, workflowInfo } from '@temporalio/workflow'
import type { ConnectionAddress, KeepConnectionActivities } from './keep-connection.activities.ts'

const poke = defineSignal('poke')

const LONG_HISTORY = 500

const { keepConnectionOnce } = proxyActivities<KeepConnectionActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

/**
 * Looks after a connection while there is something to wait for: tells admins of a refused sign-in that lasts, releases
 * held calls, erases the old secret after the new one has worked, and all of it once nothing calls by it any more.
 */
export async function keepConnection(address: ConnectionAddress): Promise<void> {
  let poked = true
  setHandler(poke, () => {
    poked = true
  })
  for (;;) {
    poked = false
    const next = await keepConnectionOnce(address)
    if (next === null && !poked) return
    if (next !== null && !poked) await condition(() => poked, Math.max(next - Date.now(), 1))
    if (workflowInfo().historyLength > LONG_HISTORY) await continueAsNew<typeof keepConnection>(address)
  }
}
