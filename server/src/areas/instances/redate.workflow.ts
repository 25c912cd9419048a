import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { RedateActivities, RedateLeft } from './redate.activities.ts'

const { redateBite } = proxyActivities<RedateActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Days stay the days they are; when they end is worked out anew in the organisation's zone. What has a time of day keeps
 * its moment and goes to the day on which that falls there.
 */
export async function redateWork({ tenantId, table = 'instances', after = FIRST }: Partial<RedateLeft>): Promise<void> {
  if (!tenantId) return
  let left: RedateLeft | undefined = { tenantId, table, after }
  while (left) {
    const last: string | undefined = await redateBite(left)
    if (last !== undefined) left = { ...left, after: last }
    else left = left.table === 'instances' ? { tenantId, table: 'tasks', after: FIRST } : undefined
    if (left && workflowInfo().continueAsNewSuggested) await continueAsNew<typeof redateWork>(left)
  }
}
