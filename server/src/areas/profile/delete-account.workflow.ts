import { proxyActivities, sleep } from '@temporalio/workflow'
import type { DeleteAccountActivities, PlannedAccount } from './delete-account.activities.ts'

const activities = proxyActivities<DeleteAccountActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '6 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '10 minutes' },
})

/** Waits for the promised moment. Whether the account is still to go is looked up then: nobody has to be told in between. */
export async function deleteAccount(planned: PlannedAccount): Promise<void> {
  await sleep(Math.max(1, Date.parse(planned.at) - Date.now()))
  await activities.eraseAccount(planned)
}
