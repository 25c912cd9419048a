import { ActivityFailure, log, proxyActivities } from '@temporalio/workflow'
import type { RollUpActivities } from './roll-up.activities.ts'

const activities = proxyActivities<RollUpActivities>({
  startToCloseTimeout: '10 minutes',
  // What a killed worker was counting is counted by another soon: until then no round after it begins.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '5 seconds', maximumAttempts: 3 },
})

/** One tenant that cannot be counted does not hold up the others. */
async function forEach(tenants: readonly string[], count: (tenantId: string) => Promise<void>): Promise<void> {
  for (const tenantId of tenants) {
    try {
      await count(tenantId)
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error
      log.error('figures of a tenant were not counted', { tenantId })
    }
  }
}

export async function rollUps(): Promise<void> {
  await forEach(await activities.tenantsToRollUp(), activities.rollUp)
}

export async function compareRollUps(): Promise<void> {
  await forEach(await activities.tenantsToCompare(), activities.compareRollUps)
}
