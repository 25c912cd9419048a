import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../../server/src/core/config.ts'
import { createKeyring } from '../../../server/src/core/keys/keyring.ts'
import { createTemporal } from '../../../server/src/core/temporal/client.ts'
import type { TestDatabase } from '../../../server/test/database.ts'
import { addressOf } from '../browser.ts'
import type { Installation } from './installation.ts'
import { type CaughtMail, countOf, type Registration, withoutMail } from './ledger.ts'
import { type Blow, drawPlan, type Sizes, type Step } from './plan.ts'
import { register } from './register.ts'

/** Seconds. Nothing may still be under way so long after the last request. */
const STUCK_AFTER = 60
/** Milliseconds after which a strike waits no longer for the requests it should meet. */
const LONGEST_WAIT = 60_000

export interface Strike extends Blow {
  at: number
  /** Rows in the outbox just before. */
  rows: number
}

interface Left {
  /** Accepted registrations without a mail. */
  owed: number
  rows: number
  dead: number
  workflows: number
  /** Seconds after the last request at which nothing was left, or at which we stopped looking. */
  seconds: number
}

export interface Story {
  seed: number
  sizes: Sizes
  began: number
  ended: number
  strikes: Strike[]
  registrations: Registration[]
  mails: CaughtMail[]
  left: Left
  /** Processes that ended although nobody struck them. */
  faults: string[]
}

type Admin = Parameters<Parameters<TestDatabase['admin']>[0]>[0]

async function countIn(admin: Admin, table: 'outbox' | 'outbox_dead'): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return rows[0]?.n ?? Number.NaN
}

/** Looks until nothing is left, at most until everything left counts as stuck. */
async function whatIsLeft(admin: Admin, installation: Installation, registrations: Registration[]): Promise<Left> {
  const config = readConfig(installation.environment)
  const temporal = createTemporal(config, createKeyring(config))
  const query = `TaskQueue = '${config.TEMPORAL_TASK_QUEUE}' and ExecutionStatus = 'Running' and WorkflowType in ('sendLink', 'sendMail')`
  const began = Date.now()
  try {
    for (;;) {
      const { count: workflows } = await temporal.client.workflow.count(query)
      const [rows, dead] = [await countIn(admin, 'outbox'), await countIn(admin, 'outbox_dead')]
      const owed = withoutMail(registrations, await installation.mails()).length
      const seconds = (Date.now() - began) / 1000
      if (owed + rows + dead + workflows === 0 || seconds >= STUCK_AFTER)
        return { owed, rows, dead, workflows, seconds }
      await sleep(500)
    }
  } finally {
    await temporal.close()
  }
}

export interface Crashes {
  installation: Installation
  seed: number
  sizes: Sizes
  say: (line: string) => void
}

async function perform(admin: Admin, { installation, seed, sizes, say }: Crashes): Promise<Story> {
  const { database, origin, services } = installation
  const began = Date.now()
  const registrations: Registration[] = []
  const strikes: Strike[] = []
  const going: Promise<void>[] = []

  const come = async (wait: number) => {
    const registration: Registration = { email: `${database.name}-${registrations.length}@example.test`, tries: [] }
    registrations.push(registration)
    const address = addressOf(registrations.length)
    await sleep(wait)
    await register(origin, address, registration)
  }
  const take = async ({ part, signal, hasty, pause, arrivals, after, delay }: Step, number: number) => {
    if (!hasty) await installation.ready()
    await sleep(pause)
    const wave = registrations.length
    going.push(...arrivals.map(come))
    const asked = () => registrations.slice(wave).filter(({ tries }) => tries.length > 0).length
    for (const latest = Date.now() + LONGEST_WAIT; asked() < after && Date.now() < latest; ) await sleep(5)
    await sleep(delay)
    const rows = await countIn(admin, 'outbox')
    strikes.push({ part, signal, rows, at: Date.now() })
    services[part]?.strike(signal)
    say(`${((Date.now() - began) / 1000).toFixed(1)} s: ${part} ${signal} (${number + 1})`)
  }

  for (const [number, step] of drawPlan(seed, sizes).entries()) await take(step, number)
  await Promise.all(going)
  // In the place of those who were refused others come, as long as that helps.
  for (let more = sizes.registrations, before = more + 1; more > 0 && more < before; before = more) {
    more = sizes.registrations - countOf(registrations, 'ok')
    await Promise.all(Array.from({ length: more }, () => come(0)))
  }
  const ended = Date.now()
  const left = await whatIsLeft(admin, installation, registrations)
  const mails = await installation.mails()
  const faults = Object.values(services).flatMap(({ name, faults }) => Array.from({ length: faults }, () => name))
  return { seed, sizes, began, ended, strikes, registrations, mails, left, faults }
}

/** People register while the processes are struck down as the seed has it; then everything is looked at. */
export const runCrashes = (crashes: Crashes): Promise<Story> =>
  crashes.installation.database.admin((admin) => {
    // When the run is told to end, the database goes before the connection; a query on it fails all the same.
    admin.on('error', () => undefined)
    return perform(admin, crashes)
  })
