import type { Dashboard, orgDashboard } from '@throughline/contracts/analytics'
import type { Query } from '@throughline/contracts/endpoint'
import type * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { overview, percent } from './overview.service.ts'

type DashboardWire = z.input<typeof Dashboard>

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]
const HOURS_AS_DAYS = 48
const rounded = (n: number) => Math.round(n * 10) / 10

/** As the specification's fields have them: "45 min", "3.5 hours", "2.1 days"; never 60 min, which is 1 hour. */
export function durationInWords(seconds: number): string {
  const minutes = Math.round(seconds / MINUTE)
  if (minutes < HOUR / MINUTE) return `${minutes} min`
  const hours = rounded(seconds / HOUR)
  if (hours < HOURS_AS_DAYS) return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
  return `${rounded(seconds / DAY)} days`
}

const wordsOrNull = (seconds: number | null) => (seconds === null ? null : durationInWords(seconds))

/** The overview in the specification's shape. */
export async function dashboard(
  ctx: Context,
  viewer: Viewer,
  { timeRange }: Query<typeof orgDashboard>,
): Promise<DashboardWire> {
  const found = await overview(ctx, viewer, { range: timeRange, hours: 'all' })
  const { summary } = found
  const { automation, client_on_time: clients } = summary
  return {
    summary: {
      totalActiveWorkflows: summary.active_workflows.value,
      automationRate: percent(automation.count, automation.of),
      overdueItems: summary.overdue.value,
      clientOnTimeRate: percent(clients.count, clients.of),
    },
    workflowHealth: found.health.map(({ workflow, completed, on_time, average_s, status }) => ({
      name: workflow.name,
      instances: completed,
      onTimeRate: percent(on_time.count, on_time.of),
      avgDuration: wordsOrNull(average_s),
      status,
    })),
    workflowPerformance: found.performance.rows.map(({ workflow, done, pending_manual, pending_automated }) => ({
      name: workflow.name,
      total: done + pending_manual + pending_automated,
      pendingManual: pending_manual,
      pendingAutomated: pending_automated,
    })),
    automationPerformance: found.automations.rows.map(({ name, success, error }) => ({
      name,
      total: success + error,
      success,
      error,
    })),
    automationIssues: found.issues.rows.map(({ issue, count, workflows, resolved_s }) => ({
      issue,
      count,
      workflows: workflows.map(({ name }) => name),
      avgResolutionTime: wordsOrNull(resolved_s),
    })),
    slowestManualTasks: found.slow_tasks.map(({ name, waited_s, worked_s, workflow, runs }) => ({
      task: name,
      avgTime: durationInWords(waited_s + worked_s),
      workflow: workflow.name,
      volume: runs,
    })),
    as_of: found.as_of,
  }
}
