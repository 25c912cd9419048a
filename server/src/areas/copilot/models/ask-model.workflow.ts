import { proxyActivities, workflowInfo } from '@temporalio/workflow'
import { callsQueueOf } from '../../../core/temporal/calls-queue.workflow.ts'
import type { AskModelActivities } from './ask-model.activities.ts'

/** One question to a model, where all calls to the outside are made; never asked a second time by itself. */
export async function askModel(input: Parameters<AskModelActivities['callModel']>[0]) {
  const { callModel } = proxyActivities<AskModelActivities>({
    taskQueue: callsQueueOf(workflowInfo().taskQueue),
    priority: { fairnessKey: input.tenantId },
    scheduleToCloseTimeout: '50 seconds',
    retry: { maximumAttempts: 1 },
  })
  return await callModel(input)
}
