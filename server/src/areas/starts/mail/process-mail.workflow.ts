import { proxyActivities } from '@temporalio/workflow'
import type { ProcessMailActivities, ReceivedMail } from './process-mail.activities.ts'

const { processReceivedMail } = proxyActivities<ProcessMailActivities>({
  startToCloseTimeout: '5 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

/** A message whose receipt was confirmed: until it is decided, however long a server is away. */
export async function processMail(of: ReceivedMail): Promise<void> {
  await processReceivedMail(of)
}
