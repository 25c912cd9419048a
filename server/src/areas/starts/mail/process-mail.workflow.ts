import { proxyActivities, sleep } from '@temporalio/workflow'
import type { ProcessMailActivities, ReceivedMail } from './process-mail.activities.ts'

const { processReceivedMail, finishWaitingMail } = proxyActivities<ProcessMailActivities>({
  startToCloseTimeout: '5 minutes',
  // What a killed worker was reading is read by another soon.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

const BETWEEN = '1 hour'
/** Two months: by then there were runs again, or nobody wants it. */
const MAX_CHECKS = 1_500

/**
 * A message whose receipt was confirmed: until it is decided, however long a server is away. Where its start waits, its files
 * are given to the instance once that has begun.
 */
export async function processMail(of: ReceivedMail): Promise<void> {
  let isWaiting = (await processReceivedMail(of)) === 'waiting'
  for (let checks = 0; isWaiting && checks < MAX_CHECKS; checks++) {
    await sleep(BETWEEN)
    isWaiting = await finishWaitingMail(of)
  }
}
