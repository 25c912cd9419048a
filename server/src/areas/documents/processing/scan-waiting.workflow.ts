import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow'
import type { Place, ProcessedVersion, ProcessingActivities } from './process-document.activities.ts'

export const poke = defineSignal('poke')

/** Continues as new beyond this, once nothing is under way. */
const LONG_HISTORY = 500
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000

const UNTIL_DONE = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' } as const
const { scanLot, scanVersion } = proxyActivities<ProcessingActivities>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '20 seconds',
  retry: UNTIL_DONE,
})

/**
 * Has a tenant's quarantined files scanned, many in one activity: the rows are the queue. Large files are scanned beside
 * the lots, so that nobody's small one waits for them. Ends when nothing waits; the next upload pokes it back to life.
 */
export async function scanWaiting({ tenantId }: { tenantId: string }): Promise<void> {
  let poked = workflowInfo().continuedFromExecutionRunId !== undefined
  setHandler(poke, () => {
    poked = true
  })
  const large = new Set<string>()
  let after: Place | undefined
  let failed = 0
  let pause = FIRST_PAUSE

  const scanAlone = async (version: ProcessedVersion) => {
    const key = `${version.documentId}:${version.number}`
    if (large.has(key)) return
    large.add(key)
    await scanVersion(version)
    large.delete(key)
  }

  // A poke begins it; whoever comes while a lot is scanned is for the next round.
  await condition(() => poked)
  for (;;) {
    if (!after) poked = false
    const lot = await scanLot({ tenantId, ...(after && { after }) })
    failed += lot.failed
    for (const version of lot.large) void scanAlone(version)
    // Where none could be scanned the scanner or the store is away: the rest would fail as well.
    const isAway = lot.failed > 0 && lot.scanned === 0
    after = isAway ? undefined : lot.next
    if (after) continue
    if (failed > 0) {
      await sleep(FIRST_PAUSE)
      if (pause > FIRST_PAUSE) await condition(() => poked, pause - FIRST_PAUSE)
      pause = isAway ? Math.min(pause * 2, LONGEST_PAUSE) : FIRST_PAUSE
      failed = 0
    } else {
      pause = FIRST_PAUSE
      await condition(() => poked || large.size === 0)
      if (!poked) return
    }
    if (workflowInfo().historyLength > LONG_HISTORY && large.size === 0)
      await continueAsNew<typeof scanWaiting>({ tenantId })
  }
}
