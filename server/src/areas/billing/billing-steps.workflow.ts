import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import { ParentClosePolicy, proxyActivities, startChild } from '@temporalio/workflow'
import type { BillingStepActivities, DuePosition, DueSubscription, LimitMark } from './billing-steps.activities.ts'

const { findDueSubscriptions, takeSubscriptionSteps, queueLimitNotice } = proxyActivities<BillingStepActivities>({
  startToCloseTimeout: '2 minutes',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
})

/** Everything that is due for one subscription, for as long as the provider is away. */
export async function subscriptionSteps(ref: { tenantId: string; subscriptionId: string }): Promise<void> {
  await takeSubscriptionSteps(ref)
}

async function begin({ tenantId, subscriptionId, due_at }: DueSubscription): Promise<void> {
  try {
    await startChild(subscriptionSteps, {
      workflowId: `billing:${subscriptionId}:${due_at}`,
      args: [{ tenantId, subscriptionId }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowExecutionTimeout: '1 day',
    })
  } catch (error) {
    // The provider has been away since the last look: it is still at it.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}

/** Reminders, charges and ends that are due, page after page. */
export async function dueSubscriptions(): Promise<void> {
  let after: DuePosition | undefined = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  while (after) {
    const page: DueSubscription[] = await findDueSubscriptions(after)
    await Promise.all(page.map(begin))
    const last = page.at(-1)
    after = last && { at: last.due_at, id: last.subscriptionId }
  }
}

/** Tells administrators that a volume is nearly or wholly used. */
export async function tellLimit(mark: LimitMark): Promise<void> {
  await queueLimitNotice(mark)
}
