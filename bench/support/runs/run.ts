import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../../../server/test/statistics.ts'
import type { Installation } from '../crash/installation.ts'
import type { Act } from './acts.ts'
import { startRollUp } from './count-figures.ts'
import { keepServersUp, strikeServer } from './own-stack.ts'
import { startAll, work } from './people.ts'
import type { Receiver } from './receiver.ts'
import type { RunsWorld } from './world.ts'

export const STRUCK = ['api', 'worker', 'relay', 'temporal', 'postgres', 'pgbouncer', 'redis'] as const
type Struck = (typeof STRUCK)[number]

/** Nothing may still be under way so long after the last kill. */
const STUCK_AFTER = 300_000

export interface Sizes {
  instances: number
  kills: number
  /** Milliseconds between two starts of one person. */
  pace: number
  /** Milliseconds between all being back and the next kill: least and most. */
  quiet: readonly [number, number]
}

export interface Strike {
  part: Struck
  at: number
  /** Until it was there again. */
  back: number
  /** Requests without an answer, and instances under way, at that moment. */
  requests: number
  underWay: number
}

export interface Story {
  seed: number
  sizes: Sizes
  began: number
  ended: number
  acts: Act[]
  strikes: Strike[]
  /** Instances that had not ended when we stopped looking. */
  stuck: number
}

interface Parts {
  installation: Installation
  worlds: readonly RunsWorld[]
  receiver: Receiver
  seed: number
  sizes: Sizes
  say: (line: string) => void
}

type Admin = Parameters<Parameters<Installation['database']['admin']>[0]>[0]

const open = (admin: Admin): Promise<number> =>
  admin
    .query<{ n: number }>("select count(*)::int as n from instances where status not in ('completed', 'cancelled')")
    .then(({ rows }) => rows[0]?.n ?? 0)

const isUnanswered = ({ ok, refused }: Act) => ok === undefined && refused === undefined

/** The same for the same seed: what is struck in which order, and after how long a quiet. */
function drawStrikes(seed: number, { kills, quiet: [least, most] }: Sizes): { part: Struck; quiet: number }[] {
  const random = randomFrom(seed)
  const order = Array.from({ length: kills }, (_, n) => STRUCK[n % STRUCK.length] ?? 'api')
  for (let end = order.length - 1; end > 0; end--) {
    const other = Math.floor(random() * (end + 1))
    const [a, b] = [order[end], order[other]]
    if (a && b) [order[end], order[other]] = [b, a]
  }
  return order.map((part) => ({ part, quiet: Math.round(least + random() * (most - least)) }))
}

export async function runWork({ installation, worlds, seed, sizes, say }: Parts): Promise<Story> {
  const { origin, services, database } = installation
  const began = Date.now()
  const acts: Act[] = []
  let over = false
  const going = { acts, on: () => !over }
  const strikes: Strike[] = []
  // Some begin after each kill, so that the next one meets them however fast the machine is.
  const share = () => (strikes.filter(({ back }) => !Number.isNaN(back)).length + 1) / sizes.kills
  const each = Math.ceil(sizes.instances / worlds.length)
  const starting = worlds.map((world, n) => {
    const own = Math.min(each, sizes.instances - n * each)
    const tickets = Array.from({ length: Math.max(0, own) }, (_, k) => `t${n}-${k}`)
    const released = () => Math.ceil(tickets.length * share())
    return startAll(origin, world, tickets, { each: sizes.pace, released }, going)
  })
  const working = worlds.flatMap(({ people }) => people.map((person) => work(origin, person, going)))

  const stopKeeping = keepServersUp(['temporal', 'postgres', 'pgbouncer', 'redis'])
  let underWay = 0
  const watch = setInterval(
    () =>
      void database.admin(open).then(
        (n) => (underWay = n),
        () => undefined,
      ),
    1_000,
  )
  for (const [number, { part, quiet }] of drawStrikes(seed, sizes).entries()) {
    await sleep(quiet)
    const requests = acts.filter(isUnanswered).length
    const strike: Strike = { part, at: Date.now(), back: Number.NaN, requests, underWay }
    strikes.push(strike)
    const service = part === 'api' || part === 'worker' || part === 'relay' ? services[part] : undefined
    if (service) service.strike('SIGKILL')
    else await strikeServer(part)
    await installation.ready()
    strike.back = Date.now()
    // Figures are counted while the next kill comes.
    void startRollUp(installation.environment)
    say(
      `${((strike.at - began) / 1000).toFixed(1)} s: ${part} (${number + 1}), ${underWay} under way, back after ${strike.back - strike.at} ms`,
    )
  }
  await Promise.all(starting)
  const lastKill = strikes.at(-1)?.at ?? began
  let stuck = Number.POSITIVE_INFINITY
  while (stuck > 0 && Date.now() < lastKill + STUCK_AFTER) {
    await sleep(1_000)
    stuck = await database.admin(open)
  }
  over = true
  stopKeeping()
  clearInterval(watch)
  await Promise.all(working)
  return { seed, sizes, began, ended: Date.now(), acts, strikes, stuck }
}
