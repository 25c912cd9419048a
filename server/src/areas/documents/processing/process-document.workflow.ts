import { ActivityFailure, proxyActivities, workflowInfo } from '@temporalio/workflow'
import { readingQueueOf } from '../../../core/temporal/reading-queue.workflow.ts'
import type { ProcessedVersion, ProcessingActivities, ReadingActivities } from './process-document.activities.ts'

const UNTIL_DONE = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' } as const

const BRIEF = { startToCloseTimeout: '3 minutes', heartbeatTimeout: '10 seconds' } as const

// A step that is neither planned nor noted as failed would be waited for for ever.
const { planReading, noteFailure } = proxyActivities<ProcessingActivities>({ ...BRIEF, retry: UNTIL_DONE })

const TRIED = { initialInterval: '1 second', backoffCoefficient: 2, maximumAttempts: 3 } as const

/** Reads what was found clean. One step that fails does not hold up the others. */
export async function processDocument(version: ProcessedVersion): Promise<void> {
  const planned = await planReading(version)
  const taskQueue = readingQueueOf(workflowInfo().taskQueue)
  const reading = proxyActivities<ReadingActivities>({ ...BRIEF, retry: TRIED, taskQueue })
  const does = async (step: keyof ReadingActivities) => {
    if (!planned.includes(step)) return
    try {
      await reading[step](version)
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error
      await noteFailure({ ...version, step })
    }
  }
  // Which pages are scans is known by how many there are and by what they say.
  await does('pages')
  await Promise.all([does('thumbnail'), does('preview'), does('text').then(() => does('ocr'))])
}
