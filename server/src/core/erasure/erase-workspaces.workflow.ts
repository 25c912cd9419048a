import { ActivityFailure, log, proxyActivities } from '@temporalio/workflow'
import type { ErasureActivities } from './erase-workspaces.activities.ts'

const activities = proxyActivities<ErasureActivities>({
  startToCloseTimeout: '50 minutes',
  heartbeatTimeout: '30 seconds',
  // The next hour is the retry: others must have their turn in this one.
  retry: { maximumAttempts: 1 },
})

/** One that cannot be erased does not hold up the others. It is tried again by the next run, and told of each time. */
export async function eraseWorkspaces(): Promise<void> {
  for (const tenantId of await activities.closedWorkspaces()) {
    try {
      await activities.eraseWorkspace(tenantId)
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error
      log.error('a closed workspace was not erased', { tenantId, reason: error.cause?.message })
    }
  }
}
