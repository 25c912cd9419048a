import { proxyActivities, sleep } from '@temporalio/workflow'
import type { ReleaseActivities } from './release-starts.activities.ts'

const { releaseHeld } = proxyActivities<ReleaseActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
})

/** Waits until the month is over for which a workspace had no runs left, then has what it held begin. */
export async function releaseStarts({ tenantId, until }: { tenantId: string; until: number }): Promise<void> {
  await sleep(Math.max(0, until - Date.now()))
  await releaseHeld({ tenantId })
}
