import { setTimeout as sleep } from 'node:timers/promises'
import { openPayment, verifyPayment } from '../../../contracts/src/billing.ts'
import type { Body } from '../../../contracts/src/endpoint.ts'
import { readConfig } from '../../../server/src/core/config.ts'
import { createKeyring } from '../../../server/src/core/keys/keyring.ts'
import { createTemporal } from '../../../server/src/core/temporal/client.ts'
import { randomFrom } from '../../../server/test/statistics.ts'
import { keepServersUp, strikeServer } from '../runs/own-stack.ts'
import { untilReady } from '../until-ready.ts'
import type { Buyer, PaymentsWorld } from './world.ts'

const SERVERS = ['temporal', 'postgres', 'pgbouncer', 'redis'] as const
export const STRUCK = ['api', 'worker', 'relay', 'payments', ...SERVERS] as const
type Struck = (typeof STRUCK)[number]

export interface Sizes {
  payments: number
  kills: number
  /** Starts that wait for runs in the workspace of one buyer. */
  held: number
  /** Whether the clock of billing is moved, since a run with the tests cannot wait until open orders are asked about. */
  movedClock: boolean
}

export interface Story {
  seed: number
  sizes: Sizes
  strikes: { part: Struck; at: number; back: number; underWay: number }[]
  /** What a buyer was told that they should not have been. */
  refusals: string[]
  verified: number
  sentLate: number
  began: number
  /** When nothing was open any more, or nobody waited any longer. */
  ended: number
}

const AT_ONCE = 4
const PAUSE = 200
const LONGEST_QUIET = 800
const STUCK_AFTER = 300_000
/** Of the answers of windows, so many get lost, come hours later, or come again then. */
const FAULTY = 0.2

type Answer = Body<typeof verifyPayment>
const hasStatus = (error: unknown): error is { status: number; message: string } =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'

/** Again until it is answered; undefined where it was refused. */
async function untilAnswered<T>(refusals: string[], call: () => Promise<T>): Promise<T | undefined> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (hasStatus(error) && error.status >= 400 && error.status < 500 && error.status !== 408) {
        refusals.push(`${error.status} ${error.message}`)
        return undefined
      }
      await sleep(PAUSE)
    }
  }
}

interface Going extends Story {
  world: PaymentsWorld
  /** Answers that are handed over at the end. */
  late: [Buyer, Answer][]
}

/** In the window. An answer that got lost is that of somebody whose tab was closed. */
async function payIn({ world, refusals }: Going, order_id: string): Promise<Omit<Answer, 'payment_id'> | undefined> {
  const answer = await untilAnswered(refusals, async () => {
    const body = JSON.stringify({ order_id, card: '4000 0000 0000 4242' })
    const response = await fetch(`${world.providerUrl}/v1/checkout/pay`, { method: 'POST', body })
    const read: { kind: string; answer?: Omit<Answer, 'payment_id'> } = JSON.parse(await response.text())
    return read
  })
  return answer?.answer
}

async function buyOne(going: Going, buyer: Buyer, random: () => number): Promise<void> {
  const { world, refusals, late } = going
  const plan_id = world.plans[Math.floor(random() * world.plans.length)]
  const [chance, kind] = [random(), random()]
  if (!plan_id) throw new Error('nothing is sold')
  const order = await untilAnswered(refusals, () => buyer.client(openPayment, { body: { plan_id } }))
  if (!order) return
  const paid = await payIn(going, order.razorpay_order_id)
  if (!paid) return
  const body = { payment_id: order.payment_id, ...paid }
  const isFaulty = chance < FAULTY
  if (isFaulty && kind * 3 >= 1) late.push([buyer, body])
  if (isFaulty && kind * 3 < 2) return
  if (await untilAnswered(refusals, () => buyer.client(verifyPayment, { body }))) going.verified++
}

/** The same for the same seed: which part, after how many payments, and how long after that. */
function drawStrikes(seed: number, { kills, payments }: Sizes) {
  const random = randomFrom(seed)
  const shuffled = () =>
    STRUCK.map((part) => ({ part, place: random() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ part }) => part)
  const parts: Struck[] = []
  while (parts.length < kills) parts.push(...shuffled())
  return parts.slice(0, kills).map((part, n) => ({
    part,
    after: Math.floor(((n + random()) * payments) / (kills + 1)),
    quiet: Math.round(random() * LONGEST_QUIET),
  }))
}

async function strike({ world }: Going, part: Struck): Promise<void> {
  const { installation, provider, providerUrl } = world
  if (part === 'payments') provider.strike('SIGKILL')
  else if (part === 'api' || part === 'worker' || part === 'relay') installation.services[part]?.strike('SIGKILL')
  else await strikeServer(part)
  await untilReady('the payment provider', providerUrl)
  await installation.ready()
}

/** A quarter of an hour later by the clock of billing, and what the engine does every minute is done at once. */
async function moveClock({ installation }: PaymentsWorld): Promise<void> {
  await installation.database.admin((admin) =>
    admin.query(`create or replace function app.billing_now() returns timestamptz language sql stable
      as $$ select now() + interval '15 minutes' $$`),
  )
  const config = readConfig(installation.environment)
  const temporal = createTemporal(config, createKeyring(config))
  const schedule = temporal.client.schedule.getHandle(`${config.TEMPORAL_TASK_QUEUE}:ask-open-payments`)
  try {
    await untilAnswered([], () => schedule.trigger())
  } finally {
    await temporal.close()
  }
}

/** Payments that are not credited, duties and starts that wait, and receipts that did not arrive. */
async function unfinished({ world, sizes }: Going): Promise<number> {
  const { installation } = world
  const rows = await installation.database.admin(async (admin) => {
    const found = await admin.query<{ n: number }>(
      `select ((select count(*) from payments where status in ('open', 'refunding')) + (select count(*) from outbox)
        + (select count(*) from held_starts where started_at is null))::int as n`,
    )
    return found.rows[0]?.n ?? 0
  })
  const reached = new Set((await installation.mails()).flatMap(({ to }) => to))
  return rows + sizes.payments - reached.size
}

async function untilFinished(going: Going): Promise<void> {
  const deadline = Date.now() + STUCK_AFTER
  while (Date.now() < deadline && (await unfinished(going).catch(() => 1)) > 0) await sleep(300)
}

export async function runPayments(world: PaymentsWorld, seed: number, sizes: Sizes, say: (line: string) => void) {
  const began = Date.now()
  const story: Story = { seed, sizes, strikes: [], refusals: [], verified: 0, sentLate: 0, began, ended: 0 }
  const going: Going = { ...story, world, late: [] }
  const random = randomFrom(seed + 1)
  const left = [...world.buyers]
  let done = 0
  const isBefore = (payments: number) => done < payments
  const stopKeeping = keepServersUp(SERVERS)
  const buying = Array.from({ length: AT_ONCE }, async () => {
    for (let buyer = left.pop(); buyer; buyer = left.pop()) {
      await buyOne(going, buyer, random)
      done++
    }
  })
  for (const { part, after, quiet } of drawStrikes(seed, sizes)) {
    while (isBefore(after)) await sleep(20)
    await sleep(quiet)
    const underWay = sizes.payments - left.length - done
    const at = Date.now()
    await strike(going, part)
    going.strikes.push({ part, at, back: Date.now(), underWay })
    say(`${((at - began) / 1000).toFixed(1)} s: ${part}, ${underWay} under way`)
  }
  await Promise.all(buying)
  const control = { method: 'POST', body: JSON.stringify({ send_kept: true }) }
  const sent: { sent: number } = JSON.parse(await (await fetch(`${world.providerUrl}/control`, control)).text())
  for (const [buyer, body] of going.late)
    await untilAnswered(going.refusals, () => buyer.client(verifyPayment, { body }))
  if (sizes.movedClock) await moveClock(world)
  await untilFinished(going)
  stopKeeping()
  return { ...going, sentLate: sent.sent + going.late.length, ended: Date.now() } satisfies Story
}
