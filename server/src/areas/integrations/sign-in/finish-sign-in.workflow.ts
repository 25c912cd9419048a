import { proxyActivities, workflowInfo } from '@temporalio/workflow'
import { callsQueueOf } from '../../../core/temporal/calls-queue.workflow.ts'
import type { FinishSignInActivities, FinishSignInInput } from './finish-sign-in.activities.ts'

/** A code is good once: a second try goes on from the tokens that the first one kept, or says that there are none. */
export async function finishSignIn(input: FinishSignInInput): Promise<void> {
  const activities = proxyActivities<FinishSignInActivities>({
    taskQueue: callsQueueOf(workflowInfo().taskQueue),
    priority: { fairnessKey: input.tenantId },
    startToCloseTimeout: '40 seconds',
    heartbeatTimeout: '5 seconds',
    retry: { maximumAttempts: 3 },
  })
  await activities.finishSignIn(input)
}
