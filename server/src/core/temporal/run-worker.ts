import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import threads, { type WorkerOptions as ThreadOptions } from 'node:worker_threads'
import {
  type ActivityInterceptorsFactory,
  type Logger as EngineLogger,
  type LogLevel,
  NativeConnection,
  Runtime,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Keyring } from '../keys/keyring.ts'
import { dataConverter } from '../keys/payload-codec.ts'
import { createTrouble } from '../telemetry/trouble.ts'
import { callsQueueOf } from './calls-queue.workflow.ts'
import { readingQueueOf } from './reading-queue.workflow.ts'
import { reportsQueueOf } from './reports-queue.workflow.ts'
import { traceActivities } from './trace-interceptors.ts'
import { bundleFromSource, type Code, traceInterceptorsModule } from './workflow-code.ts'

const PAUSE = 1_000
const READERS = 2
/** Each keeps about a core of the database busy. */
const REPORTS = Math.max(1, Math.floor(availableParallelism() / 2))

const preload = new URL(`./no-promise-traces${extname(import.meta.filename)}`, import.meta.url).href

class ThreadWithoutTraces extends threads.Worker {
  constructor(file: string | URL, options: ThreadOptions = {}) {
    const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${preload}`
    super(file, { ...options, env: { ...process.env, NODE_OPTIONS } })
  }
}

/**
 * The engine's library keeps the stack of every promise that a workflow makes, for a query that nobody asks here: that was
 * most of what its threads did, and there is no setting for it.
 */
function startThreadsWithoutTraces(): void {
  threads.Worker = ThreadWithoutTraces
}

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const

/** An activity that has a heartbeat timeout shows signs of life while it runs, so that a killed worker is noticed soon. */
const beatHearts: ActivityInterceptorsFactory = (context) => ({
  inbound: {
    execute: async (input, next) => {
      const { heartbeatTimeoutMs } = context.info
      if (!heartbeatTimeoutMs) return next(input)
      const beat = setInterval(() => context.heartbeat(), heartbeatTimeoutMs / 3)
      try {
        return await next(input)
      } finally {
        clearInterval(beat)
      }
    },
  },
})

/** The engine's own talk, a level quieter than ours. */
function engineLogger(log: Logger): EngineLogger {
  const at = (level: LogLevel) => (message: string, meta: object | undefined) => {
    log[levels[level]]({ ...meta, part: 'temporal' }, message)
  }
  return {
    log: (level, message, meta) => at(level)(message, meta),
    trace: at('TRACE'),
    debug: at('DEBUG'),
    info: at('INFO'),
    warn: at('WARN'),
    error: at('ERROR'),
  }
}

export interface WorkerParts {
  config: Config
  keyring: Keyring
  log: Logger
  activities: object
  /** Those that call the outside. */
  calls?: object
  /** Those that open files, each by a process of its own. */
  reading?: object
  /** People's own queries. */
  reports?: object
  /** Built beforehand, or the module to build from. */
  code: Code
}

function workflowsOf(code: Code): Partial<WorkerOptions> {
  if ('bundle' in code) return { workflowBundle: { codePath: code.bundle } }
  return { workflowsPath: code.module, bundlerOptions: { webpackConfigHook: bundleFromSource } }
}

function commonOptions({ config, keyring }: WorkerParts) {
  return {
    namespace: config.TEMPORAL_NAMESPACE,
    dataConverter: dataConverter(keyring),
    shutdownGraceTime: '5 seconds',
    shutdownForceTime: '8 seconds',
  } satisfies Partial<WorkerOptions>
}

function workflowWorker(parts: WorkerParts, connection: NativeConnection) {
  const { config, activities, code } = parts
  startThreadsWithoutTraces()
  return Worker.create({
    ...commonOptions(parts),
    ...workflowsOf(code),
    connection,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    activities,
    interceptors: {
      activity: [beatHearts, traceActivities],
      ...('module' in code ? { workflowModules: [traceInterceptorsModule] } : {}),
    },
    maxCachedWorkflows: 500,
    maxConcurrentActivityTaskExecutions: 50,
  })
}

type Own = { taskQueue: string; activities: object; maxConcurrentActivityTaskExecutions: number }

/** Those whose activities have a queue of their own. */
function ownQueues({ config, calls, reading, reports }: WorkerParts): Own[] {
  const queue = config.TEMPORAL_TASK_QUEUE
  return [
    ...(calls ? [{ taskQueue: callsQueueOf(queue), activities: calls, maxConcurrentActivityTaskExecutions: 100 }] : []),
    ...(reading
      ? [{ taskQueue: readingQueueOf(queue), activities: reading, maxConcurrentActivityTaskExecutions: READERS }]
      : []),
    ...(reports
      ? [{ taskQueue: reportsQueueOf(queue), activities: reports, maxConcurrentActivityTaskExecutions: REPORTS }]
      : []),
  ]
}

const activityWorker = (parts: WorkerParts, connection: NativeConnection, own: Own) =>
  Worker.create({
    ...commonOptions(parts),
    ...own,
    connection,
    interceptors: { activity: [beatHearts, traceActivities] },
  })

function shutDown(workers: readonly Worker[]) {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
}

/** Until all have stopped; if one cannot go on, none does. */
async function runTogether(workers: readonly Worker[]): Promise<void> {
  await Promise.all(workers.map((worker) => worker.run().finally(() => shutDown(workers))))
}

/** Works whenever the engine can be reached, and waits for it whenever it cannot: its absence never ends the process. */
export function createWorkerRunner(parts: WorkerParts) {
  const { config, log } = parts
  // Signals are the process's own business.
  Runtime.install({ logger: engineLogger(log), shutdownSignals: [] })
  const trouble = createTrouble(log, { began: 'the engine cannot be reached', ended: 'worker is at work again' })
  const stopping = new AbortController()
  let workers: Worker[] = []
  let ended: Promise<void> = Promise.resolve()

  async function work() {
    const connection = await NativeConnection.connect({ address: config.TEMPORAL_ADDRESS })
    try {
      workers = [
        await workflowWorker(parts, connection),
        ...(await Promise.all(ownQueues(parts).map((own) => activityWorker(parts, connection, own)))),
      ]
      const done = runTogether(workers)
      if (stopping.signal.aborted) shutDown(workers)
      else trouble.ended()
      await done
    } finally {
      workers = []
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
    running: () => workers.length > 0 && workers.every((worker) => worker.getState() === 'RUNNING'),
    stop: async () => {
      stopping.abort()
      shutDown(workers)
      await ended
    },
  }
}
