import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../../contracts/src/client.ts'
import { generateReport, REPORT_LIMITS } from '../../../contracts/src/reports.ts'
import { BOMBS, written } from '../../../server/test/reports/bombs.ts'
import { quantile } from '../../../server/test/statistics.ts'
import { type Installation, startInstallation, stopOnSignal } from '../crash/installation.ts'
import { makeOrganization, type Someone, withSession } from '../organization.ts'
import { tasksWorld } from '../tasks-world.ts'

const PAUSE_MS = 50
const LOOK_MS = 250
/** Two bombs at a time wait in one organization, then as long without any. */
const AT_ONCE = 2
const BOMBERS = ['one', 'two', 'three']
const SMALL = 'select count(*) as people from members'
/** How often the other organization asks for a small report. */
const SMALL_EVERY_MS = 4_000
const WARM_UP_SECONDS = 10

type Phase = 'quiet' | 'bombs' | 'none'
type Latencies = Record<Phase, number[]>

/** Twenty pages of tasks a second, by the people of a third organization. */
function loadLists(origin: string, path: string, tokens: readonly string[]) {
  const latencies: Latencies = { quiet: [], bombs: [], none: [] }
  let phase: Phase = 'none'
  const over = new AbortController()
  const asked: Promise<void>[] = []
  const ask = async (n: number) => {
    const during = phase
    const began = performance.now()
    const answer = await withSession(tokens[n % tokens.length] ?? '')(`${origin}${path}`)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`a page of tasks was answered with ${answer.status}`)
    latencies[during].push(performance.now() - began)
  }
  const asking = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      asked.push(ask(n))
      await sleep(PAUSE_MS)
    }
    await Promise.all(asked)
  })()
  return {
    latencies,
    during: (next: Phase) => {
      phase = next
    },
    end: () => {
      over.abort()
      return asking
    },
  }
}

const peakOf = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    // It ended between two looks.
    return 0
  }
}

interface RunState {
  id: string
  report_id: string
  state: string
  problem: string | null
  /** From the question to its turn, and from there to its end. */
  waited: number | null
  took: number | null
}

const runsOf = ({ database }: Installation, reports: readonly string[]): Promise<RunState[]> =>
  database.admin(async (admin) => {
    const { rows } = await admin.query<RunState>(
      `select id, report_id, state, problem ->> 'message' as problem,
         extract(epoch from started_at - created_at)::float8 as waited, extract(epoch from finished_at - started_at)::float8 as took
       from report_runs where report_id = any ($1::uuid[])`,
      [reports],
    )
    return rows
  })

/** What the backends of reports held at most, looked at while others work. */
function watchBackends({ database }: Installation) {
  let most = 0
  const over = new AbortController()
  const watching = database.admin(async (admin) => {
    while (!over.signal.aborted) {
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where usename = 'tl_report' and datname = current_database()`,
      )
      for (const { pid } of rows) most = Math.max(most, peakOf(pid))
      await sleep(LOOK_MS)
    }
  })
  return async () => {
    over.abort()
    await watching
    return most
  }
}

const ask = async (origin: string, { fetch }: Someone, query: string): Promise<string> => {
  const client = createClient({ origin, fetch })
  return (await client(generateReport, { body: { title: 'Bench', query_params: { query } } })).id
}

async function untilEnded(installation: Installation, reports: readonly string[]): Promise<RunState[]> {
  for (;;) {
    const runs = await runsOf(installation, reports)
    if (runs.length === reports.length && runs.every(({ state }) => state !== 'processing')) return runs
    await sleep(LOOK_MS)
  }
}

export interface UnderLoad {
  bombs: { name: string; seconds: number; ending: string }[]
  megabytes: number
  /** Seconds in which a small report of another organization began, while bombs ran. */
  begins: number[]
  p99: { quiet: number; bombs: number; pages: number }
}

/** Bombs as reports of one organization, while another reads its tasks and a third asks small questions. */
export async function bombsUnderLoad(note: (line: string) => void): Promise<UnderLoad> {
  const installation = await startInstallation(false)
  stopOnSignal(installation)
  const { origin, environment, database } = installation
  try {
    const reader = await tasksWorld(database, new URL(origin).host)
    // The seed sells plans, and its Free is for one person: an organization here has several.
    await database.admin((admin) => admin.query('update plans set people = null where price = 0'))
    const bombing = await makeOrganization(environment, origin, 'Bombers', BOMBERS)
    const other = await makeOrganization(environment, origin, 'Neighbors', [], 'neighbor')
    await database.admin((admin) => admin.query('analyze'))
    const load = loadLists(origin, reader.path, reader.tokens)
    await sleep(WARM_UP_SECONDS * 1_000)
    const endWatch = watchBackends(installation)
    const bombs: UnderLoad['bombs'] = []
    const small: string[] = []
    const all = Object.entries(BOMBS)
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const some = all.slice(at, at + AT_ONCE)
      load.during('bombs')
      const began = performance.now()
      const asking = setInterval(() => {
        void ask(origin, other.owner, SMALL).then((id) => small.push(id))
      }, SMALL_EVERY_MS)
      const ids: string[] = []
      for (const [n, [, statement]] of some.entries()) {
        const person = bombing.people[(at + n) % BOMBERS.length]
        if (!person) throw new Error('nobody asks')
        ids.push(await ask(origin, person, written(statement)))
      }
      const ended = await untilEnded(installation, ids)
      clearInterval(asking)
      for (const [n, [name]] of some.entries()) {
        const { took, state, problem } = ended.find(({ report_id }) => report_id === ids[n]) ?? {}
        bombs.push({ name, seconds: took ?? 0, ending: problem ?? state ?? '' })
        note(`${name}: ${(took ?? 0).toFixed(1)} s, ${problem ?? state ?? ''}`)
      }
      load.during('quiet')
      await sleep(performance.now() - began)
    }
    await load.end()
    const { quiet, bombs: during } = load.latencies
    const begins = (await untilEnded(installation, small)).map(({ waited }) => waited ?? 0)
    const p99 = (times: number[]) =>
      quantile(
        times.toSorted((a, b) => a - b),
        0.99,
      )
    return {
      bombs,
      megabytes: await endWatch(),
      begins,
      p99: { quiet: p99(quiet), bombs: p99(during), pages: quiet.length + during.length },
    }
  } finally {
    await installation.stop(false)
  }
}

/** A run may take its limit, and a second to be ended. */
export const MOST_SECONDS = REPORT_LIMITS.page_seconds + 1
