import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKeyring } from '../src/core/keys/keyring.ts'
import { createTemporal } from '../src/core/temporal/client.ts'
import { testConfig, testEnvironment } from './config.ts'
import type { TestDatabase } from './database.ts'
import { listen } from './listen.ts'

const STARTED_WITHIN = 60_000

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}

interface Running {
  pid: number
  stop: () => Promise<void>
}

/** The process as it is in production, in this environment; resolves when it does its work. */
async function start(name: 'worker' | 'relay', settings: NodeJS.ProcessEnv): Promise<Running> {
  const port = await freePort()
  const entry = join(import.meta.dirname, '../src/main', `${name}.ts`)
  const env = {
    ...settings,
    LOG_LEVEL: 'warn',
    PG_POOL_SIZE: '4',
    [`${name.toUpperCase()}_HEALTH_PORT`]: String(port),
  }
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', entry], {
    // How JSX is meant is read from the folder's own tsconfig.
    cwd: join(import.meta.dirname, '..'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString('utf8')))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  await ready(port, child, () => new Error(`the ${name} did not come up:\n${said}`))
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      process.off('exit', kill)
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
    },
  }
}

async function ready(port: number, child: ChildProcess, failure: () => Error): Promise<void> {
  const deadline = Date.now() + STARTED_WITHIN
  while (child.exitCode === null && Date.now() < deadline) {
    const answered = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) return
    await sleep(100)
  }
  child.kill('SIGKILL')
  throw failure()
}

/** Schedules outlive the worker that made them; those of a test database must not. */
export async function removeSchedules(database: string): Promise<void> {
  const config = testConfig(database)
  const temporal = createTemporal(config, createKeyring(config))
  try {
    for await (const { scheduleId } of temporal.client.schedule.list()) {
      if (scheduleId.startsWith(`${database}:`)) await temporal.client.schedule.getHandle(scheduleId).delete()
    }
  } finally {
    await temporal.close()
  }
}

interface Processes {
  /** The worker's process. */
  worker: number
  stop: () => Promise<void>
}

/** The product's worker and relay. Others may run beside them: each piece of work is done by one. */
export async function startProcesses(env: NodeJS.ProcessEnv): Promise<Processes> {
  const starting = [start('worker', env), start('relay', env)] as const
  try {
    const [worker, relay] = await Promise.all(starting)
    return { worker: worker.pid, stop: async () => void (await Promise.all([worker.stop(), relay.stop()])) }
  } catch (error) {
    // The process that runs the tests goes on: nothing that came up may be left in it.
    for (const started of await Promise.allSettled(starting))
      if (started.status === 'fulfilled') await started.value.stop()
    throw error
  }
}

/** Loaded only by who starts a worker: with it comes all that builds workflows. */
const withBundle = async (name: string, settings: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> => {
  const { workflowBundle } = await import('./workflow-bundle.ts')
  return { ...testEnvironment(name), WORKFLOW_BUNDLE: await workflowBundle(), ...settings }
}

/** Beside a test's API: what the API queues is done, as in production. */
export async function startWorker({ name }: Pick<TestDatabase, 'name'>): Promise<Processes> {
  const { worker, stop } = await startProcesses(await withBundle(name, {}))
  return {
    worker,
    stop: async () => {
      await stop()
      await removeSchedules(name)
    },
  }
}

/** The same without a relay, which sends only what could not be sent at once. */
export async function startWorkerAlone(
  { name }: Pick<TestDatabase, 'name'>,
  settings: NodeJS.ProcessEnv,
): Promise<Processes> {
  const { pid, stop } = await start('worker', await withBundle(name, settings))
  return {
    worker: pid,
    stop: async () => {
      await stop()
      await removeSchedules(name)
    },
  }
}
