import { ActivityFailure, proxyActivities } from '@temporalio/workflow'
import type { ExportActivities } from './write-export.activities.ts'

// A million rows take minutes; a killed worker is noticed by its missing heartbeat, and another begins anew.
const writing = proxyActivities<ExportActivities>({
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '30 seconds',
  scheduleToCloseTimeout: '12 hours',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '2 minutes', maximumAttempts: 6 },
})

// Retried until it succeeds: the person waits to hear that the export is ready or failed.
const ending = proxyActivities<ExportActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

/** Writes a list to a file for the person who requested it, or tells them that it failed. */
export async function writeExport(ref: { tenantId: string; exportId: string }): Promise<void> {
  try {
    await writing.writeExport(ref)
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error
    await ending.failExport(ref)
  }
}
