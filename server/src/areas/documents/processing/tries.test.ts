import { join } from 'node:path'
import { ApplicationFailure } from '@temporalio/common'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testConfig } from '../../../../test/config.ts'
import { eventually } from '../../../../test/eventually.ts'
import { createKeyring } from '../../../core/keys/keyring.ts'
import { createTemporal } from '../../../core/temporal/client.ts'
import { createWorkerRunner } from '../../../core/temporal/run-worker.ts'
import type { Step } from './steps.ts'

/** One more than what was once given up after. */
const AWAY = 3

const calls: string[] = []
const times = (name: string) => calls.filter((call) => call === name).length
const unlessAway = (name: string) => {
  calls.push(name)
  if (times(name) <= AWAY) throw new Error('the database is away')
}

const config = testConfig(`tries_${crypto.randomUUID()}`)
const keyring = createKeyring(config)
const temporal = createTemporal(config, keyring)
const runner = createWorkerRunner({
  config,
  keyring,
  log: pino({ level: 'silent' }),
  code: { module: join(import.meta.dirname, 'process-document.workflow.ts') },
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
beforeAll(async () => {
  runner.run()
  await eventually(() => expect(runner.running()).toBe(true), 60_000)
}, 90_000)
afterAll(async () => {
  await runner.stop()
  await temporal.close()
})

test('a database that is away is waited for: what is to be read is planned, what failed is noted', {
  timeout: 60_000,
}, async () => {
  const workflowId = `${config.TEMPORAL_TASK_QUEUE}:away:1`
  const args = { tenantId: 'tenant', documentId: 'away', number: 1 }
  await temporal.startWorkflow({ workflow: 'processDocument', workflowId, args })
  await temporal.client.workflow.getHandle(workflowId).result()
  expect([times('plan'), times('note')]).toEqual([AWAY + 1, AWAY + 1])
})
