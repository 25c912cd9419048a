import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../../server/src/core/config.ts'
import { createKeyring } from '../../../server/src/core/keys/keyring.ts'
import { createTemporal } from '../../../server/src/core/temporal/client.ts'
import { randomFrom } from '../../../server/test/statistics.ts'
import type { Installation } from '../crash/installation.ts'
import { keepServersUp, strikeServer } from '../runs/own-stack.ts'
import { isSent, KINDS, type SentStart, sendStart } from './send.ts'
import type { Counts, StartsWorld } from './world.ts'

/** Those that anybody may kill, and those of a stack of its own. */
export const STRUCK = ['api', 'worker', 'mail-in', 'relay'] as const
const SERVERS = ['temporal', 'postgres', 'pgbouncer', 'redis', 's3'] as const
export const STRUCK_ALL = [...STRUCK, ...SERVERS] as const
type Struck = (typeof STRUCK_ALL)[number]

export interface Sizes extends Counts {
  kills: number
  struck: readonly Struck[]
}

export interface Story {
  seed: number
  sizes: Sizes
  sent: SentStart[]
  strikes: { part: Struck; at: number; back: number; underWay: number }[]
  began: number
  /** When everything was sent, and when nothing was open any more. */
  allSent: number
  ended: number
}

const SENDERS = 4
const LONGEST_QUIET = 1_500
const STUCK_AFTER = 300_000

export const ticketOf = (seed: number) => (kind: SentStart['kind'], n: number) => `${kind}-${seed}-${n}`

/** All kinds mixed, the same for the same seed. */
function drawStarts(seed: number, counts: Counts): SentStart[] {
  const random = randomFrom(seed + 1)
  return KINDS.flatMap((kind) =>
    Array.from({ length: counts[kind] }, (_, n) => {
      const start: SentStart = { kind, n, ticket: ticketOf(seed)(kind, n), tries: 0, accepted: [], refusals: [] }
      return { start, place: random() }
    }),
  )
    .toSorted((a, b) => a.place - b.place)
    .map(({ start }) => start)
}

/** Every part in turn, in an order of the seed's: which, after how many starts, and how long after that. */
function drawStrikes(seed: number, { kills, struck }: Sizes, starts: number) {
  const random = randomFrom(seed)
  return Array.from({ length: kills }, (_, n) => struck[n % struck.length] ?? 'api')
    .map((part) => ({ part, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ part }, n) => ({
      part,
      after: Math.floor(((n + random()) * starts) / (kills + 1)),
      quiet: Math.round(random() * LONGEST_QUIET),
    }))
}

async function strike(installation: Installation, part: Struck): Promise<void> {
  if (part === 'api' || part === 'worker' || part === 'relay' || part === 'mail-in')
    installation.services[part]?.strike('SIGKILL')
  else await strikeServer(part)
  await installation.ready()
}

const openRows = ({ database }: Installation): Promise<number> =>
  database.admin(async (admin) => {
    const { rows } = await admin.query<{ n: number }>(
      `select (select count(*) from inbound_mails where state = 'received')::int + (select count(*) from outbox)::int as n`,
    )
    return rows[0]?.n ?? 0
  })

/** Until no row and no workflow of the engine is open, at most until what is left counts as stuck. */
async function untilNothingIsOpen(installation: Installation, expected: number): Promise<void> {
  const config = readConfig(installation.environment)
  const temporal = createTemporal(config, createKeyring(config))
  const query = `TaskQueue = '${config.TEMPORAL_TASK_QUEUE}' and ExecutionStatus = 'Running' and WorkflowType in ('fireSchedule', 'processMail')`
  const deadline = Date.now() + STUCK_AFTER
  const isOpen = async () => {
    if ((await openRows(installation)) > 0 || (await countInstances(installation)) < expected) return true
    return (await temporal.client.workflow.count(query)).count > 0
  }
  try {
    while (Date.now() < deadline && (await isOpen().catch(() => true))) await sleep(500)
  } finally {
    await temporal.close()
  }
}

const countInstances = ({ database }: Installation): Promise<number> =>
  database.admin(async (admin) => {
    const { rows } = await admin.query<{ n: number }>('select count(*)::int as n from instances')
    return rows[0]?.n ?? 0
  })

interface Parts {
  installation: Installation
  world: StartsWorld
  seed: number
  sizes: Sizes
  say: (line: string) => void
}

export async function runStarts({ installation, world, seed, sizes, say }: Parts): Promise<Story> {
  const began = Date.now()
  const sent = drawStarts(seed, sizes)
  const strikes: Story['strikes'] = []
  const stopKeeping = keepServersUp(sizes.struck.filter((part) => SERVERS.some((one) => one === part)))
  const left = sent.toReversed()
  const sending = Array.from({ length: SENDERS }, async () => {
    for (let start = left.pop(); start; start = left.pop()) await sendStart(installation, world, start)
  })
  const countSent = () => sent.filter(isSent).length
  for (const { part, after, quiet } of drawStrikes(seed, sizes, sent.length)) {
    while (countSent() < after) await sleep(20)
    await sleep(quiet)
    const underWay = sent.filter((one) => one.tries > 0 && !isSent(one)).length
    const at = Date.now()
    await strike(installation, part)
    strikes.push({ part, at, back: Date.now(), underWay })
    say(`${((at - began) / 1000).toFixed(1)} s: ${part}, ${countSent()} sent, ${underWay} under way`)
  }
  await Promise.all(sending)
  const allSent = Date.now()
  await untilNothingIsOpen(installation, sent.length)
  stopKeeping()
  return { seed, sizes, sent, strikes, began, allSent, ended: Date.now() }
}
