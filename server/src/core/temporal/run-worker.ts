import { setTimeout as sleep } from 'node:timers/promises'
import { NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Keyring } from '../keys/keyring.ts'
import { dataConverter } from '../keys/payload-codec.ts'
import { createTrouble } from '../telemetry/trouble.ts'
import { engineLogger } from './engine-logger.ts'
import { beatHearts } from './heartbeats.ts'
import { traceActivities } from './trace-interceptors.ts'
import { bundleFromSource, traceInterceptorsModule } from './workflow-code.ts'

const PAUSE = 1_000

export interface WorkerParts {
  config: Config
  keyring: Keyring
  log: Logger
  activities: object
  /** Built beforehand, or the module to build from. */
  code: { bundle: string } | { module: string }
}

function optionsOf({ config, keyring, activities, code }: WorkerParts): Omit<WorkerOptions, 'connection'> {
  const workflows =
    'bundle' in code
      ? { workflowBundle: { codePath: code.bundle } }
      : { workflowsPath: code.module, bundlerOptions: { webpackConfigHook: bundleFromSource } }
  return {
    ...workflows,
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    dataConverter: dataConverter(keyring),
    activities,
    interceptors: {
      activity: [beatHearts, traceActivities],
      ...('module' in code ? { workflowModules: [traceInterceptorsModule] } : {}),
    },
    maxCachedWorkflows: 500,
    maxConcurrentActivityTaskExecutions: 50,
    shutdownGraceTime: '5 seconds',
    shutdownForceTime: '8 seconds',
  }
}

/** Works whenever the engine can be reached, and waits for it whenever it cannot: its absence never ends the process. */
export function createWorkerRunner(parts: WorkerParts) {
  const { config, log } = parts
  // Signals are the process's own business.
  Runtime.install({ logger: engineLogger(log), shutdownSignals: [] })
  const trouble = createTrouble(log, { began: 'the engine cannot be reached', ended: 'worker is at work again' })
  const stopping = new AbortController()
  let worker: Worker | undefined
  let ended: Promise<void> = Promise.resolve()

  async function work() {
    const connection = await NativeConnection.connect({ address: config.TEMPORAL_ADDRESS })
    try {
      worker = await Worker.create({ ...optionsOf(parts), connection })
      const done = worker.run()
      if (stopping.signal.aborted) worker.shutdown()
      trouble.ended()
      await done
    } finally {
      worker = undefined
      await connection.close()
    }
  }

  async function loop() {
    while (!stopping.signal.aborted) {
      await work().catch(trouble.began)
      if (!stopping.signal.aborted) await sleep(PAUSE)
    }
  }

  return {
    run: () => {
      ended = loop()
    },
    running: () => worker?.getState() === 'RUNNING',
    stop: async () => {
      stopping.abort()
      if (worker?.getState() === 'RUNNING') worker.shutdown()
      await ended
    },
  }
}
