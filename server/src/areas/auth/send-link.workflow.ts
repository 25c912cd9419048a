import { proxyActivities } from '@temporalio/workflow'
import type { SendLinkActivities } from './send-link.activities.ts'

const activities = proxyActivities<SendLinkActivities>({
  startToCloseTimeout: '30 seconds',
  heartbeatTimeout: '6 seconds',
  scheduleToCloseTimeout: '12 hours',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
})

/** One asked-for link: found, made and mailed. */
export async function sendLink(input: { id: string; sealed: string }): Promise<void> {
  await activities.sendLink(input)
}
