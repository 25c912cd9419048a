import { ActivityFailure, log, proxyActivities } from '@temporalio/workflow'
import type { MaintenanceActivities } from './maintenance.activities.ts'

const activities = proxyActivities<MaintenanceActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '5 seconds', maximumAttempts: 3 },
})

/** More than this many rounds are left to the next run of the schedule. */
const MAX_ROUNDS = 50

export async function sweep(): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if ((await activities.sweepBite()) === 0) return
  }
}

/** One tenant whose trash cannot be emptied does not hold up the others. */
export async function purgeTrash(): Promise<void> {
  for (const tenantId of await activities.tenantsWithOldTrash()) {
    try {
      await activities.purgeTenantTrash(tenantId)
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error
      log.error('trash of a tenant was not emptied', { tenantId })
    }
  }
}

export async function eventPartitions(): Promise<void> {
  await activities.ensureEventPartitions()
}

export async function quarantine(): Promise<void> {
  await activities.purgeQuarantine()
}
