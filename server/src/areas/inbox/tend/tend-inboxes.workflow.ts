import { condition, continueAsNew, defineSignal, proxyActivities, setHandler, workflowInfo } from '@temporalio/workflow'
import type { TendActivities } from './tend-inboxes.activities.ts'

export const poke = defineSignal('poke')

const LONG_HISTORY = 500

const { tendInboxesOnce } = proxyActivities<TendActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

/**
 * Looks after the inboxes of a workspace: tells long queues, wakes what was put off, sends mails when they are due. The
 * rows say what is to be done and when. Ends when nothing is; the next that comes pokes it back to life.
 */
export async function tendInboxes({ tenantId }: { tenantId: string }): Promise<void> {
  let poked = true
  setHandler(poke, () => {
    poked = true
  })
  for (;;) {
    poked = false
    const next = await tendInboxesOnce(tenantId)
    if (next === null && !poked) return
    if (next !== null && !poked) {
      const pause = Math.max(next - Date.now(), 0)
      if (pause > 0) await condition(() => poked, pause)
    }
    if (workflowInfo().historyLength > LONG_HISTORY) await continueAsNew<typeof tendInboxes>({ tenantId })
  }
}
