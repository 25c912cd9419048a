import { ActivityFailure, log, patched, proxyActivities } from '@temporalio/workflow'
import type { RollUpActivities } from './roll-up.activities.ts'

const activities = proxyActivities<RollUpActivities>({
  startToCloseTimeout: '10 minutes',
  // What a killed worker was counting is counted by another soon: until then no round after it begins.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '5 seconds', maximumAttempts: 3 },
})

/** So many tenants are counted side by side: of those that take long, the others do not wait for one. */
const AT_ONCE = 4

/** One tenant that cannot be counted does not hold up the others. */
async function forEach(
  tenants: readonly string[],
  count: (tenantId: string) => Promise<void>,
  atOnce: number,
): Promise<void> {
  const queue = [...tenants]
  const countNext = async () => {
    for (let tenantId = queue.shift(); tenantId !== undefined; tenantId = queue.shift()) {
      try {
        await count(tenantId)
      } catch (error) {
        if (!(error instanceof ActivityFailure)) throw error
        log.error('figures of a tenant were not counted', { tenantId })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, countNext))
}

export async function rollUps(): Promise<void> {
  const tenants = await activities.tenantsToRollUp()
  // A round that began before they were counted side by side goes on as its history says.
  await forEach(tenants, activities.rollUp, patched('tenants-side-by-side') ? AT_ONCE : 1)
}

/** One after the other: at night there is time, and everything is read. */
export async function compareRollUps(): Promise<void> {
  await forEach(await activities.tenantsToCompare(), activities.compareRollUps, 1)
}
