import { setTimeout as sleep } from 'node:timers/promises'
import { publishWebsite, saveWebsite } from '../../../contracts/src/websites.ts'
import { randomFrom } from '../../../server/test/statistics.ts'
import type { Installation } from '../crash/installation.ts'
import type { Service } from '../crash/service.ts'
import { type Act, perform } from '../runs/acts.ts'
import { type Known, type Visits, visit } from './visitors.ts'
import { release, type SitesWorld } from './world.ts'

export const STRUCK = ['api', 'worker', 's3', 'redis'] as const
type Struck = (typeof STRUCK)[number]

export interface Sizes {
  sites: number
  publishes: number
  kills: number
  visitors: number
  /** Milliseconds between two visits of one visitor. */
  pause: number
}

interface Strike {
  part: Struck
  at: number
  back: number
}

export interface Story {
  seed: number
  sizes: Sizes
  known: Known[]
  acts: Act[]
  visits: Visits
  strikes: Strike[]
  began: number
  ended: number
}

export interface Parts {
  installation: Installation
  world: SitesWorld
  /** Those that are killed besides the product's own. */
  others: Record<'s3' | 'redis', { service: Service; ready: () => Promise<void> }>
  seed: number
  sizes: Sizes
  say: (line: string) => void
}

const LONGEST_DELAY = 400
const BETWEEN_PUBLISHES = 250

/** The same for the same seed: each part as often as the others, after how many publishes, and how long after that. */
function drawStrikes(seed: number, { kills, publishes }: Sizes) {
  const random = randomFrom(seed)
  const order = Array.from({ length: kills }, (_, n) => ({ part: STRUCK[n % STRUCK.length] ?? 'api', place: random() }))
  return order
    .toSorted((a, b) => a.place - b.place)
    .map(({ part }, n) => ({
      part,
      after: Math.floor(((n + random()) * publishes) / (kills + 1)),
      delay: Math.round(random() * LONGEST_DELAY),
    }))
}

/** Releases one after the other: each is saved and published, again and again until that is acknowledged. */
async function publishAll(story: Story, { client }: SitesWorld, one: Known): Promise<void> {
  const params = { websiteId: one.site.id }
  const number = story.sizes.publishes / story.sizes.sites
  for (let n = 1; n <= number; n++) {
    const act: Act = { kind: 'publish', subject: `${one.site.id} ${n}`, tries: [] }
    story.acts.push(act)
    await perform(
      act,
      () => true,
      async (idempotencyKey) => {
        await client(saveWebsite, { params, body: release(n, one.site.picture) })
        await client(publishWebsite, { params, body: {} }, { idempotencyKey })
      },
    )
    if (act.ok === undefined) return
    one.acknowledged.push({ number: n, at: act.ok })
    await sleep(BETWEEN_PUBLISHES)
  }
}

export async function runPublishes({ installation, world, others, seed, sizes, say }: Parts): Promise<Story> {
  const began = Date.now()
  const known = world.sites.map((site): Known => ({ site, acknowledged: [], seen: 0 }))
  const visits: Visits = { pages: 0, pictures: 0, unchanged: 0, lost: 0, behind: 0, longest: 0, broken: new Set() }
  const story: Story = { seed, sizes, known, acts: [], visits, strikes: [], began, ended: 0 }
  const wasAway = (from: number, to: number) =>
    story.strikes.some(({ part, at, back }) => part === 'api' && at <= to && !(back < from))
  let over = false
  const visitors = Array.from({ length: sizes.visitors }, (_, n) => {
    const random = randomFrom(seed + n + 1)
    const place = { origin: installation.origin, host: world.host }
    return visit({ ...place, known, visits, random, on: () => !over, wasAway, pause: sizes.pause })
  })
  const publishing = known.map((one) => publishAll(story, world, one))
  const acknowledged = () => known.reduce((sum, one) => sum + one.acknowledged.length, 0)
  for (const { part, after, delay } of drawStrikes(seed, sizes)) {
    while (acknowledged() < after) await sleep(10)
    await sleep(delay)
    const strike: Strike = { part, at: Date.now(), back: Number.NaN }
    story.strikes.push(strike)
    const own = part === 's3' || part === 'redis' ? others[part].service : installation.services[part]
    own?.strike('SIGKILL')
    await (part === 's3' || part === 'redis' ? others[part].ready() : installation.ready())
    strike.back = Date.now()
    say(`${((strike.at - began) / 1000).toFixed(1)} s: ${part}, back after ${strike.back - strike.at} ms`)
  }
  await Promise.all(publishing)
  // Everybody reads the last release before the visits end.
  await sleep(1_000)
  over = true
  await Promise.all(visitors)
  story.ended = Date.now()
  return story
}
