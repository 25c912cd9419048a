import { continueAsNew, defineSignal, proxyActivities, setHandler, sleep, workflowInfo } from '@temporalio/workflow'
import type { OldestLeft, ReleaseActivities } from './release-starts.activities.ts'

const poke = defineSignal('poke')

const { releaseHeld } = proxyActivities<ReleaseActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
})
const { startOldestSome } = proxyActivities<ReleaseActivities>({
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

/** Waits until the month is over for which a workspace had no runs left, then has what it held begin. */
export async function releaseStarts({ tenantId, until }: { tenantId: string; until: number }): Promise<void> {
  await sleep(Math.max(0, until - Date.now()))
  await releaseHeld({ tenantId })
}

/** One after the other, the oldest first, as long as there are runs; and again where some were added meanwhile. */
export async function startOldest({ tenantId, after }: OldestLeft): Promise<void> {
  let again = true
  setHandler(poke, () => {
    again = true
  })
  let place = after
  while (again) {
    again = false
    do {
      place = await startOldestSome(place === undefined ? { tenantId } : { tenantId, after: place })
      if (place !== undefined && workflowInfo().continueAsNewSuggested) {
        await continueAsNew<typeof startOldest>({ tenantId, after: place })
      }
    } while (place !== undefined)
  }
}
