import { getMe } from '@throughline/contracts/auth'
import type { Context } from '../src/core/context.ts'
import type { Sample } from './endpoint-samples.ts'
import { just } from './org-samples.ts'
import { makeWorkflow } from './running-world.ts'
import type { World } from './world.ts'

export function analyticsSamples(ctx: Context, { ours, actors }: World): Record<string, () => Promise<Sample>> {
  return {
    'GET /v1/analytics/org/:organizationId/dashboard/': just({ params: { organizationId: ours.tenantId } }),
    'GET /v1/analytics/user/:userId/analytics/': async () => ({
      params: { userId: (await actors.owner.client(getMe)).id },
    }),
    'GET /v1/analytics/overview/': just({}),
    'GET /v1/analytics/workflows/:workflowId/': async () => ({ params: { workflowId: await makeWorkflow(ctx, ours) } }),
    'GET /v1/analytics/workflows/:workflowId/steps/:step/': async () => ({
      params: { workflowId: await makeWorkflow(ctx, ours), step: 'ask' },
    }),
    'GET /v1/analytics/runs/': just({}),
  }
}
