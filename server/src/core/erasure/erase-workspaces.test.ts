import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testConfig } from '../../../test/config.ts'
import { eventually } from '../../../test/eventually.ts'
import { createKeyring } from '../keys/keyring.ts'
import { createTemporal } from '../temporal/client.ts'
import { createWorkerRunner } from '../temporal/run-worker.ts'

const tried: string[] = []
const config = testConfig(`erase_${crypto.randomUUID()}`)
const keyring = createKeyring(config)
const temporal = createTemporal(config, keyring)
const runner = createWorkerRunner({
  config,
  keyring,
  log: pino({ level: 'silent' }),
  code: { module: join(import.meta.dirname, 'erase-workspaces.workflow.ts') },
  activities: {
    closedWorkspaces: async () => ['stuck', 'other'],
    eraseWorkspace: async (tenantId: string) => {
      tried.push(tenantId)
      if (tenantId === 'stuck') throw new Error('it cannot be erased')
    },
  },
})
beforeAll(async () => {
  runner.run()
  await eventually(() => expect(runner.running()).toBe(true), 60_000)
}, 90_000)
afterAll(async () => {
  await runner.stop()
  await temporal.close()
})

test('a workspace that cannot be erased is tried once in a run, and the next one after it', async () => {
  const taskQueue = config.TEMPORAL_TASK_QUEUE
  await temporal.client.workflow.execute('eraseWorkspaces', { taskQueue, workflowId: `${taskQueue}:erase`, args: [] })
  expect(tried).toEqual(['stuck', 'other'])
})
