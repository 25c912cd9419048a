import { ApplicationFailure } from '@temporalio/common'
import { expect, test } from 'vitest'
import { useSmallWorker } from '../../../test/small-worker.ts'

const done: string[] = []

const { temporal, taskQueue } = useSmallWorker({
  activities: {
    writeExport: async ({ exportId }: { exportId: string }) => {
      if (exportId === 'broken') throw ApplicationFailure.nonRetryable('the store refuses it')
      if (!done.includes(`tried ${exportId}`)) {
        done.push(`tried ${exportId}`)
        throw new Error('the worker was killed')
      }
      done.push(`wrote ${exportId}`)
    },
    failExport: async ({ exportId }: { exportId: string }) => void done.push(`told of ${exportId}`),
  },
})

const run = (exportId: string) =>
  temporal.client.workflow.execute('writeExport', {
    taskQueue,
    workflowId: `${taskQueue}:export:${exportId}`,
    args: [{ tenantId: 'ours', exportId }],
  })

test('an export is tried again after a failure, and the person is told of one that cannot be written', async () => {
  await Promise.all([run('whole'), run('broken')])
  expect(done.toSorted()).toEqual(['told of broken', 'tried whole', 'wrote whole'])
})
