import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow'
import type { ProcessedVersion, ProcessingActivities, VersionRef } from './process-document.activities.ts'

export const poke = defineSignal('poke')

/** Continues as new beyond this, once nothing is under way. */
const LONG_HISTORY = 500
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000

const UNTIL_DONE = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' } as const
const { scanLot, scanVersion } = proxyActivities<ProcessingActivities>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '10 seconds',
  retry: UNTIL_DONE,
})

/**
 * Has a tenant's quarantined files scanned, many in one activity: the rows are the queue. Large files are scanned beside
 * the lots, so that nobody's small one waits for them. Ends when nothing waits; the next upload pokes it back to life.
 * A long history goes on as a new one `after` the last lot, with another round from the start behind it.
 */
export async function scanWaiting({ tenantId, after }: { tenantId: string; after?: VersionRef }): Promise<void> {
  let poked = workflowInfo().continuedFromExecutionRunId !== undefined
  let woken = false
  setHandler(poke, () => {
    poked = true
    woken = true
  })
  const large = new Set<string>()
  let place = after
  /** Whether something of this round, and something since the last pause, could not be scanned. */
  let isLeft = false
  let hasFailed = false
  let pause = FIRST_PAUSE

  const scanAlone = async (version: ProcessedVersion) => {
    const key = `${version.documentId}:${version.number}`
    if (large.has(key)) return
    large.add(key)
    await scanVersion(version)
    large.delete(key)
  }

  const rest = async () => {
    woken = false
    hasFailed = false
    await sleep(FIRST_PAUSE)
    if (pause > FIRST_PAUSE) await condition(() => woken, pause - FIRST_PAUSE)
  }

  // A poke begins it; one that comes while a lot is scanned is for the next round.
  await condition(() => poked)
  for (;;) {
    if (!place) poked = isLeft = false
    const lot = await scanLot({ tenantId, ...(place && { after: place }) })
    place = lot.next
    for (const version of lot.large) void scanAlone(version)
    if (lot.scanned > 0) pause = FIRST_PAUSE
    if (lot.failed > 0) isLeft = hasFailed = true
    // Where none could be scanned the scanner or the store may be away: the lots behind it are not tried all at once. Nor
    // are they given up, since it may be these files alone that cannot be scanned.
    const isAway = lot.failed > 0 && lot.scanned === 0
    if (isAway || (hasFailed && !place)) await rest()
    if (isAway) pause = Math.min(pause * 2, LONGEST_PAUSE)
    if (!place && !isLeft) {
      await condition(() => poked || large.size === 0)
      if (!poked) return
    }
    if (workflowInfo().historyLength > LONG_HISTORY && large.size === 0)
      await continueAsNew<typeof scanWaiting>({ tenantId, ...(place && { after: place }) })
  }
}
