import {
  analyticsOverview,
  listRuns,
  orgDashboard,
  stepAnalytics,
  userDashboard,
  workflowAnalytics,
} from '@throughline/contracts/analytics'
import { notFound } from '../../core/errors.ts'
import type { Mount } from '../../core/http/call.ts'
import { dashboard } from './dashboard.service.ts'
import { overview } from './overview.service.ts'
import { runsPage } from './runs.service.ts'
import { stepFiguresOf, workflowFigures } from './workflow.service.ts'

export const analyticsRoutes = (on: Mount) => {
  on(orgDashboard, async ({ ctx, viewer, params, query }) => {
    if (params.organizationId !== viewer.tenantId) throw notFound('This organization')
    return { data: await dashboard(ctx, viewer, query) }
  })
  on(userDashboard, async ({ ctx, viewer, params, query }) => {
    if (params.userId !== viewer.personId) throw notFound('This person')
    return { data: await dashboard(ctx, viewer, query) }
  })
  on(analyticsOverview, async ({ ctx, viewer, query }) => ({ data: await overview(ctx, viewer, query) }))
  on(workflowAnalytics, async ({ ctx, viewer, params, query }) => ({
    data: await workflowFigures(ctx, viewer, params.workflowId, query),
  }))
  on(stepAnalytics, async ({ ctx, viewer, params, query }) => ({
    data: await stepFiguresOf(ctx, viewer, params, query),
  }))
  on(listRuns, ({ ctx, viewer, query }) => runsPage(ctx, viewer, query))
}
