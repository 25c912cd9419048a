import { proxyActivities } from '@temporalio/workflow'
import type { SendMailActivities } from './send-mail.activities.ts'

const { deliverMail } = proxyActivities<SendMailActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '6 seconds',
  scheduleToCloseTimeout: '24 hours',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
})

export async function sendMail(mail: Parameters<SendMailActivities['deliverMail']>[0]): Promise<void> {
  await deliverMail(mail)
}
