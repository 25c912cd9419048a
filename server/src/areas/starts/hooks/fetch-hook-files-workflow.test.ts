import { ApplicationFailure } from '@temporalio/common'
import { expect, test } from 'vitest'
import { engineHistory } from '../../../../test/engine-history.ts'
import { useSmallWorker } from '../../../../test/small-worker.ts'

const of = { tenantId: 'ours', hookId: 'hook', deliveryId: 'call', path: '$.file', count: 2 }

const failed: number[] = []
const { temporal, taskQueue } = useSmallWorker({
  activities: {
    hookFilesReady: async () => 'ready',
    giveUpHookFile: async (_: object, at: number) => void failed.push(at),
  },
  calls: {
    fetchHookFile: async (_: object, at: number) => {
      if (at === 1) throw ApplicationFailure.nonRetryable('it can’t be reached')
    },
  },
})

test('files are fetched in the queue of calls to the outside, and one that can’t be is given up', async () => {
  const args: [object] = [of]
  const workflowId = `${taskQueue}:hook-files:call`
  await temporal.client.workflow.execute('fetchHookFiles', { taskQueue, workflowId, args })
  expect(failed).toEqual([1])
})

test('files are waited for as long as a start may wait for a new month, in one history after the other', async () => {
  const first = engineHistory('fetchHookFiles', of)
  first.act('hookFilesReady', 'waiting')
  first.sleep()
  first.act('hookFilesReady', 'waiting', { isLong: true })
  await first.continued()
  const last = engineHistory('fetchHookFiles', { ...of, checked: 31 * 24 - 1 })
  last.act('hookFilesReady', 'waiting')
  last.sleep()
  last.act('hookFilesReady', 'waiting')
  for (let at = 0; at < of.count; at++) last.act('giveUpHookFile', null)
  await last.completed()
})
