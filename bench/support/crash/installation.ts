import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileServer } from '../../../scripts/compile-server.ts'
import { repository } from '../../../scripts/stack/places.ts'
import { program } from '../../../scripts/stack/programs.ts'
import { run } from '../../../scripts/stack/run.ts'
import { createTestDatabase, type TestDatabase } from '../../../server/test/database.ts'
import { NO_SHARED_LIMIT } from '../open-sessions.ts'
import { untilReady } from '../until-ready.ts'
import { startOwnServers } from './engine.ts'
import type { CaughtMail } from './ledger.ts'
import type { KILLED, Struck } from './plan.ts'
import { createPorts } from './ports.ts'
import { Service } from './service.ts'

const HOST = '127.0.0.1'

export interface Installation {
  database: TestDatabase
  /** What the processes were started with. */
  environment: NodeJS.ProcessEnv
  origin: string
  /** Where every process writes its log. */
  folder: string
  services: Partial<Record<Struck | 'mail-in', Service>>
  /** Where mail is handed over; 0 where nothing receives any. */
  mailPort: number
  /** Waits until api, relay and worker, and what else was started, all do their work. */
  ready(): Promise<void>
  /** One of the product's programs that end by themselves, with the same settings; what it says goes nowhere. */
  runToEnd(program: 'migrate' | 'after-restore', ...args: string[]): Promise<void>
  /** Of api, relay and worker as they run now. */
  pids(): Record<string, number>
  mails(): Promise<CaughtMail[]>
  stop(keepLogs: boolean): Promise<void>
}

/**
 * A copy of what was compiled, as deep as that: processes start again even while others compile anew, and confined programs
 * may read the same installation around it.
 */
async function compiledCopy(): Promise<string> {
  await compileServer()
  const copy = mkdtempSync(join(repository, 'server/.crash-'))
  cpSync(join(repository, 'server/dist'), copy, { recursive: true })
  return copy
}

/** Loaded by one of the processes before anything else: a module of the bench, as a path from the repository. */
type Preloads = Partial<Record<(typeof KILLED)[number], string>>

/** The product's own processes, not started yet. */
function productServices(
  compiled: string,
  folder: string,
  env: NodeJS.ProcessEnv,
  preloads: Preloads,
  receivesMail: boolean,
) {
  const part = (name: (typeof KILLED)[number] | 'mail-in') => {
    const preload = name === 'mail-in' ? undefined : preloads[name]
    const args = [
      ...(preload ? ['--import', pathToFileURL(join(repository, preload)).href] : []),
      join(compiled, 'main', `${name}.js`),
    ]
    return new Service({ name, command: process.execPath, args, env }, folder)
  }
  return {
    api: part('api'),
    relay: part('relay'),
    worker: part('worker'),
    ...(receivesMail && { 'mail-in': part('mail-in') }),
  }
}

function mailCatcher(folder: string, { smtp, page }: { smtp: number; page: number }) {
  const args = [program('mail/main.ts'), HOST, String(smtp), String(page), join(folder, 'mails.jsonl')]
  return new Service({ name: 'mail', command: process.execPath, args }, folder)
}

/**
 * The product as it is in production, from what was compiled: api, relay and worker with a database, a task queue, a mail
 * catcher and ports of their own; on request with a Temporal and a Redis of their own too, or with mail in.
 */
export async function startInstallation(
  ownServers: boolean,
  connections = 8,
  preloads: Preloads = {},
  receivesMail = false,
): Promise<Installation> {
  const compiled = await compiledCopy()
  const folder = mkdtempSync(join(tmpdir(), 'throughline-crash-'))
  const nextPort = createPorts()
  const database = await createTestDatabase()
  const others = ownServers ? await startOwnServers(database.name, folder, nextPort) : undefined
  const mailIn = receivesMail ? { port: await nextPort(), health: await nextPort() } : undefined
  const ports = {
    api: await nextPort(),
    worker: await nextPort(),
    relay: await nextPort(),
    ...(mailIn && { 'mail-in': mailIn.health }),
  }
  const catcher = { smtp: await nextPort(), page: await nextPort() }
  const origin = `http://${HOST}:${ports.api}`
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    // What killed processes were reading goes with the run.
    TMPDIR: folder,
    LOG_LEVEL: 'warn',
    PG_DATABASE: database.name,
    PG_POOL_SIZE: String(connections),
    TEMPORAL_TASK_QUEUE: database.name,
    SMTP_URL: `smtp://${HOST}:${catcher.smtp}`,
    APP_ORIGIN: origin,
    API_PORT: String(ports.api),
    WORKER_HEALTH_PORT: String(ports.worker),
    RELAY_HEALTH_PORT: String(ports.relay),
    TRUST_PROXY: HOST,
    SHARED_LIMITS_FACTOR: NO_SHARED_LIMIT,
    MAIL_BUDGET_FACTOR: NO_SHARED_LIMIT,
    ...(mailIn && { MAIL_IN_PORT: String(mailIn.port), MAIL_IN_HEALTH_PORT: String(mailIn.health) }),
    ...others?.environment,
  }

  const mail = mailCatcher(folder, catcher)
  const own = productServices(compiled, folder, environment, preloads, receivesMail)
  for (const service of [mail, ...Object.values(own)]) service.start()
  const messages = `http://${HOST}:${catcher.page}/api/messages`
  await untilReady('the mail catcher', messages)
  const ready = async () => {
    for (const [name, port] of Object.entries(ports)) await untilReady(`the ${name}`, `http://${HOST}:${port}/readyz`)
  }
  await ready()

  return {
    database,
    environment,
    origin,
    folder,
    mailPort: mailIn?.port ?? 0,
    services: { ...own, ...(others ? { temporal: others.temporal, redis: others.redis } : {}) },
    ready,
    runToEnd: async (name, ...args) => {
      await run(process.execPath, [join(repository, 'server/dist/main', `${name}.js`), ...args], { env: environment })
    },
    pids: () => Object.fromEntries(Object.entries(own).map(([name, { pid }]) => [name, pid ?? 0])),
    mails: async () => {
      const list: CaughtMail[] = JSON.parse(await (await fetch(messages)).text())
      return list.toReversed()
    },
    stop: async (keepLogs) => {
      await Promise.all([mail, ...Object.values(own)].map((service) => service.stop()))
      if (others) await Promise.all([others.temporal.stop(), others.redis.stop()])
      await others?.drop()
      await database.drop()
      rmSync(compiled, { recursive: true })
      if (!keepLogs) rmSync(folder, { recursive: true })
    },
  }
}

/** Nothing is left behind by a run that is told to end. */
export function stopOnSignal(installation: Installation): void {
  const end = () => void installation.stop(false).finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
}
