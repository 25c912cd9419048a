import { ApplicationFailure } from '@temporalio/common'
import { describe, expect, test } from 'vitest'
import { engineHistory } from '../../../../test/engine-history.ts'
import { useSmallWorker } from '../../../../test/small-worker.ts'

const done: string[] = []

const { temporal, taskQueue } = useSmallWorker({
  reading: {
    processReceivedMail: async ({ mailId }: { mailId: string }) => {
      const isFirst = !done.includes(`read ${mailId}`)
      done.push(`read ${mailId}`)
      if (mailId !== 'broken') return 'started'
      if (isFirst) throw new Error('the database is away')
      // What it comes to when the engine tries no more; its sixty times would take an hour.
      throw ApplicationFailure.nonRetryable('the database refuses it')
    },
  },
  activities: {
    holdUnreadMail: async ({ mailId }: { mailId: string }) => void done.push(`held ${mailId}`),
  },
})

/** Which activities it had, and how often the engine tries each; 0 is without end. */
async function run(mailId: string) {
  const args: [object] = [{ tenantId: 'ours', mailId }]
  const handle = await temporal.client.workflow.start('processMail', {
    taskQueue,
    workflowId: `${taskQueue}:mail:${mailId}`,
    args,
  })
  await handle.result()
  const { events } = await handle.fetchHistory()
  return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: activity }) =>
    activity ? `${activity.activityType?.name} ${activity.retryPolicy?.maximumAttempts}` : [],
  )
}

test('a mail is read in the queue of what opens files, and one that fails however often it is tried is held', async () => {
  const [whole, broken] = await Promise.all([run('whole'), run('broken')])
  expect(whole).toEqual(['processReceivedMail 60'])
  expect(broken).toEqual(['processReceivedMail 60', 'holdUnreadMail 0'])
  expect(done.toSorted()).toEqual(['held broken', 'read broken', 'read broken', 'read whole'])
})

describe('a mail whose start waits', () => {
  const of = { tenantId: 'ours', mailId: 'waiting' }
  /** After it was read, with what each check says. */
  function checked(checks: boolean[], isLong = false) {
    const history = engineHistory('processMail', of)
    history.act('processReceivedMail', 'waiting')
    for (const isWaiting of checks) {
      history.sleep()
      history.act('finishWaitingMail', isWaiting, { isLong })
    }
    return history
  }

  test('is checked hour after hour, and done with once a check says that it waits no more', async () => {
    await checked([false]).completed()
    await checked([true, true, false]).completed()
  })

  test('is not left while it waits', async () => {
    await expect(checked([true]).completed()).rejects.toThrow('Nondeterminism')
  })

  test('goes on in a new history before one grows too long, without being read again', async () => {
    await checked([true], true).continued()
    const next = engineHistory('processMail', { ...of, decided: true })
    next.sleep()
    next.act('finishWaitingMail', false)
    await next.completed()
  })
})
