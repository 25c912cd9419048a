import { ActivityFailure, continueAsNew, log, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow'
import { readingQueueOf } from '../../../core/temporal/reading-queue.workflow.ts'
import type { ProcessMailActivities, ReceivedMail } from './process-mail.activities.ts'

const activity = {
  startToCloseTimeout: '5 minutes',
  // What a killed worker was reading is read by another soon.
  heartbeatTimeout: '10 seconds',
} as const
const patient = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' } as const

const { holdUnreadMail } = proxyActivities<ProcessMailActivities>({ ...activity, retry: patient })

/** A message is taken apart by a process of its own, which may take much memory: few at a time, and tenants take turns. */
const readingOf = ({ tenantId }: ReceivedMail) => ({
  ...activity,
  taskQueue: readingQueueOf(workflowInfo().taskQueue),
  priority: { fairnessKey: tenantId },
})

const BETWEEN = '1 hour'

async function decide(of: ReceivedMail): Promise<boolean> {
  // For about an hour: what can’t be kept for a reason of its own would be tried for ever.
  const { processReceivedMail } = proxyActivities<ProcessMailActivities>({
    ...readingOf(of),
    retry: { ...patient, maximumAttempts: 60 },
  })
  try {
    return (await processReceivedMail(of)) === 'waiting'
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error
    log.error('a mail could not be processed', { ...of })
    await holdUnreadMail(of)
    return false
  }
}

/**
 * A message whose receipt was confirmed, until somebody can see what became of it, however long a server is away. One that
 * fails for an hour is held, so that a person lets it be read once more. Where its start waits, its files are given to the
 * instance once that has begun; what waits until the message is nearly gone is held, and starts nothing by itself later.
 */
export async function processMail({ decided = false, ...of }: ReceivedMail & { decided?: boolean }): Promise<void> {
  const { finishWaitingMail } = proxyActivities<ProcessMailActivities>({ ...readingOf(of), retry: patient })
  let isWaiting = decided || (await decide(of))
  while (isWaiting) {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof processMail>({ ...of, decided: true })
    await sleep(BETWEEN)
    isWaiting = await finishWaitingMail(of)
  }
}
