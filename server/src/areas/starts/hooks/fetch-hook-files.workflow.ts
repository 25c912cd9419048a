import { proxyActivities, sleep } from '@temporalio/workflow'
import type { HookFileActivities, HookFiles } from './fetch-hook-files.activities.ts'

const patient = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' } as const

const { hookFilesReady, giveUpHookFile } = proxyActivities<HookFileActivities>({
  startToCloseTimeout: '1 minute',
  retry: patient,
})
/** Five tries within about an hour: a server that is away for longer is told of as a failure. */
const { fetchHookFile } = proxyActivities<HookFileActivities>({
  startToCloseTimeout: '6 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '10 seconds', backoffCoefficient: 6, maximumInterval: '30 minutes', maximumAttempts: 5 },
})

const BETWEEN = '1 hour'
/** As long as the body is kept that holds the addresses. */
const MAX_CHECKS = 167

/** Files of a call, one after the other, once its instance has started; each ends as kept, or failed with its reason. */
export async function fetchHookFiles(of: HookFiles): Promise<void> {
  let state = await hookFilesReady(of)
  for (let checks = 0; state === 'waiting' && checks < MAX_CHECKS; checks++) {
    await sleep(BETWEEN)
    state = await hookFilesReady(of)
  }
  for (let at = 0; at < of.count; at++) {
    if (state !== 'ready') {
      await giveUpHookFile(of, at, 'Its instance didn’t start in time.')
      continue
    }
    try {
      await fetchHookFile(of, at)
    } catch {
      await giveUpHookFile(of, at, 'Its server couldn’t be reached, or didn’t answer in time.')
    }
  }
}
