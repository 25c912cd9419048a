import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../../../../server/test/statistics.ts'
import type { Installation } from '../../crash/installation.ts'
import type { Act } from '../../runs/acts.ts'
import type { OwnStore } from './own-store.ts'
import { readAll, sendAll } from './people.ts'
import { drawTickets, type Ticket } from './tickets.ts'
import type { FilesWorld } from './world.ts'

export const STRUCK = ['api', 'worker', 's3'] as const
type Struck = (typeof STRUCK)[number]

export interface Sizes {
  uploads: number
  kills: number
}

interface Strike {
  part: Struck
  at: number
  back: number
  /** Uploads without an answer at that moment. */
  underWay: number
}

export interface Story {
  seed: number
  sizes: Sizes
  tickets: Ticket[]
  acts: Act[]
  strikes: Strike[]
  began: number
  ended: number
  read: number
  readBroken: string[]
}

interface Parts {
  installation: Installation
  store: OwnStore
  world: FilesWorld
  seed: number
  sizes: Sizes
  say: (line: string) => void
}

const STUCK_AFTER = 240_000
const LOOK_AGAIN = 20

/** A kill comes so many milliseconds at most after the upload it waits for. */
const LONGEST_DELAY = 1_000

/** The same for the same seed: each part as often as the others, in what order, after how many uploads. */
function drawStrikes(seed: number, { kills, uploads }: Sizes) {
  const random = randomFrom(seed)
  const order = Array.from({ length: kills }, (_, n) => STRUCK[n % STRUCK.length] ?? 'api')
  return order
    .map((part) => ({ part, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ part }, n) => ({
      part,
      after: Math.floor(((n + random()) * uploads) / (kills + 1)),
      delay: Math.round(random() * LONGEST_DELAY),
    }))
}

const isUnanswered = ({ ok, refused }: Act) => ok === undefined && refused === undefined

/** Nothing waits for the scanner or for a later step. */
const unprocessed = ({ database }: Installation): Promise<number> =>
  database.admin(async (admin) => {
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from document_versions where state = 'quarantined' or 'waiting' in (thumbnail, text)`,
    )
    return rows[0]?.n ?? 0
  })

export async function runUploads({ installation, store, world, seed, sizes, say }: Parts): Promise<Story> {
  const began = Date.now()
  const acts: Act[] = []
  let over = false
  const going = { acts, on: () => !over }
  const tickets = drawTickets(seed, sizes.uploads)
  const [reader, ...senders] = world.people
  if (!reader) throw new Error('nobody reads')
  const sending = senders.map((person, n) =>
    sendAll(
      world,
      person,
      tickets.filter((_, at) => at % senders.length === n),
      going,
    ),
  )
  const reading = readAll(world, reader, tickets, going)

  const strikes: Strike[] = []
  const returning: Promise<void>[] = []
  const untilBack = (part: Struck) => (part === 's3' ? store.ready() : installation.ready())
  for (const [number, { part, after, delay }] of drawStrikes(seed, sizes).entries()) {
    while (acts.filter(({ ok }) => ok !== undefined).length < after) await sleep(LOOK_AGAIN)
    await sleep(delay)
    const strike: Strike = { part, at: Date.now(), back: Number.NaN, underWay: acts.filter(isUnanswered).length }
    strikes.push(strike)
    const service = part === 's3' ? store.service : installation.services[part]
    service?.strike('SIGKILL')
    returning.push(untilBack(part).then(() => void (strike.back = Date.now())))
    say(`${((strike.at - began) / 1000).toFixed(1)} s: ${part} (${number + 1}), ${strike.underWay} under way`)
  }
  await Promise.all(returning)
  const deadline = Date.now() + STUCK_AFTER
  await Promise.race([Promise.all(sending), sleep(STUCK_AFTER, undefined, { ref: false })])
  say(`sent: ${acts.filter(({ ok }) => ok !== undefined).length}`)
  while ((await unprocessed(installation)) > 0 && Date.now() < deadline) await sleep(500)
  over = true
  const { read, broken: readBroken } = await reading
  return { seed, sizes, tickets, acts, strikes, began, ended: Date.now(), read, readBroken }
}
