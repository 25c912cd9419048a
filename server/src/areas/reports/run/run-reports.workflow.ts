import {
  ActivityFailure,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'
import { reportsQueueOf } from '../../../core/temporal/reports-queue.workflow.ts'
import type { RunReportsActivities } from './run-reports.activities.ts'

export const poke = defineSignal('poke')

const { nextReportRun, failReportRun } = proxyActivities<RunReportsActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

/** The reports of one organization, one after the other, until none waits. */
export async function runReports({ tenantId }: { tenantId: string }): Promise<void> {
  // A report takes a minute at most; a killed worker is noticed by its missing heartbeat.
  const { runReport } = proxyActivities<RunReportsActivities>({
    taskQueue: reportsQueueOf(workflowInfo().taskQueue),
    startToCloseTimeout: '10 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds', maximumAttempts: 4 },
  })
  let again = true
  setHandler(poke, () => {
    again = true
  })
  while (again) {
    again = false
    for (;;) {
      const runId = await nextReportRun({ tenantId })
      if (runId === undefined) break
      try {
        await runReport({ tenantId, runId })
      } catch (error) {
        if (!(error instanceof ActivityFailure)) throw error
        await failReportRun({ tenantId, runId })
      }
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof runReports>({ tenantId })
    }
  }
}
