import { proxyActivities, workflowInfo } from '@temporalio/workflow'
import { callsQueueOf } from '../../../core/temporal/calls-queue.workflow.ts'
import type { TestCallActivities, TestCallInput } from './test-call.activities.ts'

/** One test call, where all calls to the outside are made; never a second time by itself. */
export async function testCall(input: TestCallInput): Promise<void> {
  const { makeTestCall } = proxyActivities<TestCallActivities>({
    taskQueue: callsQueueOf(workflowInfo().taskQueue),
    priority: { fairnessKey: input.tenantId },
    startToCloseTimeout: '30 seconds',
    retry: { maximumAttempts: 1 },
  })
  await makeTestCall(input)
}
