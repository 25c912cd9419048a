import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow'
import { callsQueueOf } from '../../../core/temporal/calls-queue.workflow.ts'
import type { HookFileActivities, HookFiles } from './fetch-hook-files.activities.ts'

const patient = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' } as const

const { hookFilesReady, giveUpHookFile } = proxyActivities<HookFileActivities>({
  startToCloseTimeout: '1 minute',
  retry: patient,
})

/** Five tries within about an hour: a server that is away for longer is told of as a failure. */
const fetching = ({ tenantId }: HookFiles) =>
  proxyActivities<HookFileActivities>({
    // A server may be as slow as its owner likes: nothing but other calls waits behind it, and tenants take turns.
    taskQueue: callsQueueOf(workflowInfo().taskQueue),
    priority: { fairnessKey: tenantId },
    startToCloseTimeout: '6 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '10 seconds', backoffCoefficient: 6, maximumInterval: '30 minutes', maximumAttempts: 5 },
  })

const BETWEEN = '1 hour'
/** As long as a start may wait for the runs of a new month: the body that holds the addresses is kept until then. */
const MAX_CHECKS = 31 * 24

/** Files of a call, one after the other, once its instance has started; each ends as kept, or failed with its reason. */
export async function fetchHookFiles({ checked = 0, ...of }: HookFiles & { checked?: number }): Promise<void> {
  const { fetchHookFile } = fetching(of)
  let state = await hookFilesReady(of)
  for (let checks = checked; state === 'waiting' && checks < MAX_CHECKS; checks++) {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof fetchHookFiles>({ ...of, checked: checks })
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
