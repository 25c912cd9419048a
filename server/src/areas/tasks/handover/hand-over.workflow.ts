import { continueAsNew, proxyActivities } from '@temporalio/workflow'
import type { HandOverActivities, HandoverLeft } from './hand-over.activities.ts'

const { handOverBatch } = proxyActivities<HandOverActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

const MAX_BATCHES = 100

/** The rest of somebody's open work, batch by batch. */
export async function handOverWork(left: HandoverLeft): Promise<void> {
  let { after } = left
  for (let n = 0; n < MAX_BATCHES; n++) {
    const next = await handOverBatch({ ...left, after })
    if (next === undefined) return
    after = next
  }
  await continueAsNew<typeof handOverWork>({ ...left, after })
}
