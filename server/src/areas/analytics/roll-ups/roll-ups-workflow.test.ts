import { ApplicationFailure } from '@temporalio/common'
import { expect, test } from 'vitest'
import { useSmallWorker } from '../../../../test/small-worker.ts'

const TENANTS = ['slow', 'broken', 'a', 'b', 'c', 'd', 'e']
const counted: string[] = []
let [running, most] = [0, 0]
const others = Promise.withResolvers<void>()

async function rollUp(tenantId: string) {
  running += 1
  most = Math.max(most, running)
  try {
    if (tenantId === 'broken') throw ApplicationFailure.nonRetryable('its facts cannot be read')
    // Only as soon as all others are counted.
    if (tenantId === 'slow') await others.promise
    counted.push(tenantId)
    if (counted.length === TENANTS.length - 2) others.resolve()
  } finally {
    running -= 1
  }
}

const { temporal, taskQueue } = useSmallWorker({
  activities: { tenantsToRollUp: () => Promise.resolve(TENANTS), rollUp },
})

test('a tenant that takes long delays none of the others, and one that cannot be counted holds up none', async () => {
  await temporal.client.workflow.execute('rollUps', { taskQueue, workflowId: `${taskQueue}:roll-ups`, args: [] })
  expect(counted.at(-1)).toBe('slow')
  expect(counted.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'slow'])
  expect(most).toBeLessThanOrEqual(4)
})
