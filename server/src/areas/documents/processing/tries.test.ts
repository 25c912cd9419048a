import { join } from 'node:path'
import { ApplicationFailure } from '@temporalio/common'
import { expect, test } from 'vitest'
import { useSmallWorker } from '../../../../test/small-worker.ts'
import type { Step } from './steps.ts'

/** One more than what was once given up after. */
const AWAY = 3

const calls: string[] = []
const times = (name: string) => calls.filter((call) => call === name).length
const unlessAway = (name: string) => {
  calls.push(name)
  if (times(name) <= AWAY) throw new Error('the database is away')
}

const { temporal, taskQueue } = useSmallWorker(join(import.meta.dirname, 'process-document.workflow.ts'), {
  activities: {
    planReading: async (): Promise<Step[]> => {
      unlessAway('plan')
      return ['text']
    },
    noteFailure: async () => unlessAway('note'),
  },
  reading: {
    text: async () => {
      throw ApplicationFailure.nonRetryable('unreadable')
    },
  },
})

test('a database that is away is waited for: what is to be read is planned, what failed is noted', {
  timeout: 60_000,
}, async () => {
  const workflowId = `${taskQueue}:away:1`
  const args = { tenantId: 'tenant', documentId: 'away', number: 1 }
  await temporal.startWorkflow({ workflow: 'processDocument', workflowId, args })
  await temporal.client.workflow.getHandle(workflowId).result()
  expect([times('plan'), times('note')]).toEqual([AWAY + 1, AWAY + 1])
})
