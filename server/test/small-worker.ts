import { pino } from 'pino'
import { afterAll, beforeAll, expect } from 'vitest'
import { createKeyring } from '../src/core/keys/keyring.ts'
import { createTemporal } from '../src/core/temporal/client.ts'
import { createWorkerRunner } from '../src/core/temporal/run-worker.ts'
import { testConfig } from './config.ts'
import { eventually } from './eventually.ts'
import { workflowBundle } from './workflow-bundle.ts'

type Runner = Parameters<typeof createWorkerRunner>[0]

interface Parts extends Pick<Runner, 'activities'>, Partial<Pick<Runner, 'calls' | 'reading' | 'config' | 'log'>> {}

/** Runs workflows for this file alone, with activities that the test wrote or made; it may be stopped and started again. */
export function useSmallWorker({ config = testConfig(`small_${crypto.randomUUID()}`), ...parts }: Parts) {
  const keyring = createKeyring(config)
  const temporal = createTemporal(config, keyring)
  let runner: ReturnType<typeof createWorkerRunner> | undefined
  const start = async () => {
    const code = { bundle: await workflowBundle() }
    runner = createWorkerRunner({ config, keyring, log: pino({ level: 'silent' }), code, ...parts })
    runner.run()
    await eventually(() => expect(runner?.running()).toBe(true), 60_000)
  }
  const stop = async () => runner?.stop()
  beforeAll(start, 90_000)
  afterAll(async () => {
    await stop()
    await temporal.close()
  })
  return { temporal, taskQueue: config.TEMPORAL_TASK_QUEUE, start, stop }
}
