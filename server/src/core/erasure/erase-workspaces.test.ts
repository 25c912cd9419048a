import { expect, test } from 'vitest'
import { useSmallWorker } from '../../../test/small-worker.ts'

const tried: string[] = []
const { temporal, taskQueue } = useSmallWorker({
  activities: {
    closedWorkspaces: async () => ['stuck', 'other'],
    eraseWorkspace: async (tenantId: string) => {
      tried.push(tenantId)
      if (tenantId === 'stuck') throw new Error('it cannot be erased')
    },
  },
})

test('a workspace that cannot be erased is tried once in a run, and the next one after it', async () => {
  await temporal.client.workflow.execute('eraseWorkspaces', { taskQueue, workflowId: `${taskQueue}:erase`, args: [] })
  expect(tried).toEqual(['stuck', 'other'])
})
