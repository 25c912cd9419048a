import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../../contracts/src/client.ts'
import { startInstance } from '../../../contracts/src/instances.ts'
import type { Installation } from '../crash/installation.ts'
import type { RunsWorld } from '../runs/world.ts'

const WARM_UP = 10_000
/** Nothing that was accepted takes longer to come to its first task. */
const SETTLES_WITHIN = 60_000

export interface Rate {
  /** A second, by the answers of the API and by the first tasks that were there. */
  accepted: number
  opened: number
}

/** Every starter starts one instance after the other, until told to end; says how many were accepted so far. */
function starting(origin: string, worlds: readonly RunsWorld[], most = Number.POSITIVE_INFINITY) {
  const so = { begun: 0, accepted: 0, over: false }
  const going = worlds.map(async ({ workflowId, people: [starter] }) => {
    if (!starter) throw new Error('nobody starts')
    const client = createClient({ origin, fetch: starter.fetch })
    while (!so.over && so.begun < most) {
      so.begun += 1
      const body = { name: 'Waits', title: 'For somebody', answers: {} }
      await client(startInstance, { params: { workflowId }, body })
      so.accepted += 1
    }
  })
  return {
    accepted: () => so.accepted,
    all: Promise.all(going),
    end: () => {
      so.over = true
      return Promise.all(going)
    },
  }
}

type Database = Installation['database']

const countOf = (database: Database, text: string, values: unknown[] = []): Promise<number> =>
  database.admin(async (admin) => {
    const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n from ${text}`, values)
    return rows[0]?.n ?? Number.NaN
  })

/** Instances whose first task waits for somebody. */
const waiting = (database: Database) => countOf(database, `tasks where status = 'pending' and number = 1`)

/** Until each instance has its first task. */
async function settled(database: Database): Promise<number> {
  const until = Date.now() + SETTLES_WITHIN
  for (;;) {
    const [started, open] = [await countOf(database, 'instances'), await waiting(database)]
    if (started === open) return open
    if (Date.now() > until) throw new Error(`${started - open} of ${started} instances have no task`)
    await sleep(500)
  }
}

/** How many starts a second the installation takes, as fast as its starters can ask. */
export async function startRate(
  installation: Installation,
  worlds: readonly RunsWorld[],
  seconds: number,
): Promise<Rate> {
  const starts = starting(installation.origin, worlds)
  await sleep(WARM_UP)
  const [from, before, began] = [new Date(), starts.accepted(), performance.now()]
  await sleep(seconds * 1000)
  const [to, after, took] = [new Date(), starts.accepted(), (performance.now() - began) / 1000]
  await starts.end()
  await settled(installation.database)
  const opened = await countOf(
    installation.database,
    'tasks where number = 1 and created_at >= $1 and created_at < $2',
    [from, to],
  )
  return { accepted: (after - before) / took, opened: opened / took }
}

/** Through the same door, until so many wait. */
export async function fill(installation: Installation, worlds: readonly RunsWorld[], count: number): Promise<number> {
  const missing = count - (await waiting(installation.database))
  if (missing > 0) await starting(installation.origin, worlds, missing).all
  return settled(installation.database)
}
