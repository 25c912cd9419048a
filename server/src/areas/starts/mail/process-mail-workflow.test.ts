import { ApplicationFailure } from '@temporalio/common'
import { expect, test } from 'vitest'
import { useSmallWorker } from '../../../../test/small-worker.ts'

const done: string[] = []

const { temporal, taskQueue } = useSmallWorker({
  activities: {
    processReceivedMail: async ({ mailId }: { mailId: string }) => {
      if (mailId === 'broken') throw ApplicationFailure.nonRetryable('the database refuses it')
      done.push(`read ${mailId}`)
      return 'started'
    },
    holdUnreadMail: async ({ mailId }: { mailId: string }) => void done.push(`held ${mailId}`),
  },
})

test('a mail that fails however often it is tried is held', async () => {
  const run = (mailId: string) =>
    temporal.client.workflow.execute('processMail', {
      taskQueue,
      workflowId: `${taskQueue}:mail:${mailId}`,
      args: [{ tenantId: 'ours', mailId }],
    })
  await Promise.all([run('whole'), run('broken')])
  expect(done.toSorted()).toEqual(['held broken', 'read whole'])
})
