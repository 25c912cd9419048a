import { ApplicationFailure } from '@temporalio/common'
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js'
import { Worker } from '@temporalio/worker'
import { describe, expect, test } from 'vitest'
import { useSmallWorker } from '../../../../test/small-worker.ts'
import { workflowBundle } from '../../../../test/workflow-bundle.ts'

const done: string[] = []

const { temporal, taskQueue } = useSmallWorker({
  activities: {
    processReceivedMail: async ({ mailId }: { mailId: string }) => {
      const isFirst = !done.includes(`read ${mailId}`)
      done.push(`read ${mailId}`)
      if (mailId !== 'broken') return 'started'
      if (isFirst) throw new Error('the database is away')
      // What it comes to when the engine tries no more; its sixty times would take an hour.
      throw ApplicationFailure.nonRetryable('the database refuses it')
    },
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

test('a mail that fails however often it is tried is held', async () => {
  const [whole, broken] = await Promise.all([run('whole'), run('broken')])
  expect(whole).toEqual(['processReceivedMail 60'])
  expect(broken).toEqual(['processReceivedMail 60', 'holdUnreadMail 0'])
  expect(done.toSorted()).toEqual(['held broken', 'read broken', 'read broken', 'read whole'])
})

const payloads = (value: unknown) => ({
  payloads: [
    {
      metadata: { encoding: Buffer.from('json/plain').toString('base64') },
      data: Buffer.from(JSON.stringify(value)).toString('base64'),
    },
  ],
})

/** What the engine notes of a mail whose start waits, with what each check says; nobody waits for its hours here. */
function historyWith(...checks: boolean[]) {
  const events: object[] = []
  const add = (kind: string, attributes: object): string => {
    const eventId = String(events.length + 1)
    const name = kind.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    const eventTime = '2026-03-03T12:00:00Z'
    events.push({ eventId, eventTime, eventType: `EVENT_TYPE_${kind}`, [`${name}EventAttributes`]: attributes })
    return eventId
  }
  const turn = () => {
    const scheduledEventId = add('WORKFLOW_TASK_SCHEDULED', {})
    const startedEventId = add('WORKFLOW_TASK_STARTED', { scheduledEventId })
    return add('WORKFLOW_TASK_COMPLETED', { scheduledEventId, startedEventId })
  }
  const act = (at: number, name: string, answer: unknown) => {
    const scheduledEventId = add('ACTIVITY_TASK_SCHEDULED', { activityId: String(at), activityType: { name } })
    const startedEventId = add('ACTIVITY_TASK_STARTED', { scheduledEventId })
    add('ACTIVITY_TASK_COMPLETED', { scheduledEventId, startedEventId, result: payloads(answer) })
    turn()
  }
  const sleep = (at: number) => {
    const startedEventId = add('TIMER_STARTED', { timerId: String(at), startToFireTimeout: '3600s' })
    add('TIMER_FIRED', { timerId: String(at), startedEventId })
    turn()
  }
  add('WORKFLOW_EXECUTION_STARTED', {
    workflowType: { name: 'processMail' },
    input: payloads({ tenantId: 'ours', mailId: 'waiting' }),
    taskQueue: { name: 'any' },
    workflowTaskTimeout: '10s',
  })
  turn()
  act(1, 'processReceivedMail', 'waiting')
  for (const [at, isWaiting] of checks.entries()) {
    sleep(at + 1)
    act(at + 2, 'finishWaitingMail', isWaiting)
  }
  add('WORKFLOW_EXECUTION_COMPLETED', {})
  return historyFromJSON({ events })
}

describe('a mail whose start waits', () => {
  const follow = async (...checks: boolean[]) =>
    Worker.runReplayHistory({ workflowBundle: { codePath: await workflowBundle() } }, historyWith(...checks))

  test('is checked hour after hour, and done with once a check says that it waits no more', async () => {
    await follow(false)
    await follow(true, true, false)
  })

  test('is not left while it waits', async () => {
    await expect(follow(true)).rejects.toThrow('Nondeterminism')
  })
})
