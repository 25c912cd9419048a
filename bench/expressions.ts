/**
 * Expressions and templates that try to grow, `pnpm bench expressions`, with the machine to itself: what one of them takes,
 * and how long other people wait while the API is sent forms full of them.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ApiError, createClient } from '../contracts/src/client.ts'
import { TenantId } from '../contracts/src/ids.ts'
import { startInstance } from '../contracts/src/instances.ts'
import { listTeams } from '../contracts/src/org-teams.ts'
import { evaluate, fill } from '../flow/src/eval.ts'
import { growthCases, growthScope } from '../flow/src/testing/growth.ts'
import { seedOfThisRun, seedText } from '../flow/src/testing/seed.ts'
import { quantile } from '../server/test/statistics.ts'
import { startInstallation, stopOnSignal } from './support/crash/installation.ts'
import { growingForm, LONGEST_ANSWER } from './support/expressions/growing-form.ts'
import { table, writeFigures } from './support/figures.ts'
import { type RunsWorld, runsWorld } from './support/runs/world.ts'

const CASES = 2_000
const GOALS = { ms: 50, megabytes: 20, otherMs: 100 }
/** Each form holds conditions of its own. */
const FORMS = 10
const CONDITIONS = 40
const SECONDS = 30
/** A read class allows twenty calls a second. */
const PAUSE = 60

const seed = seedOfThisRun()
const sorted = (values: readonly number[]) => Float64Array.from(values).sort()

function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') throw new Error('memory cannot be collected on demand')
  // Of what is young: a full collection for each case would take minutes.
  return () => void collect({ type: 'minor' })
}

/** What was allocated counts, whether or not it is garbage by then. */
function measureCases() {
  const cases = growthCases(CASES, seed)
  const collect = collector()
  const times: number[] = []
  const sizes: number[] = []
  let refused = 0
  for (const one of cases) {
    collect()
    const before = process.memoryUsage().heapUsed
    const began = performance.now()
    const found = 'tree' in one ? evaluate(one.tree, growthScope) : fill('', { '': one.template }, growthScope)
    times.push(performance.now() - began)
    sizes.push((process.memoryUsage().heapUsed - before) / 2 ** 20)
    if (!found.ok) refused += 1
  }
  return { times: sorted(times), sizes: sorted(sizes), refused }
}

/** One person sends the forms in turn, as fast as the rate class allows; says how often that was answered. */
async function send(origin: string, worlds: readonly RunsWorld[], ends: number): Promise<number> {
  const sender = worlds[0]?.people[0]
  const client = createClient({ origin, ...(sender && { fetch: sender.fetch }) })
  const answers = { s: 'x', long: 'aA'.repeat(LONGEST_ANSWER / 2) }
  let count = 0
  while (performance.now() < ends) {
    const world = worlds[count % worlds.length]
    if (!world) throw new Error('there is no form to send')
    const params = { workflowId: world.workflowId }
    try {
      await client(startInstance, { params, body: { name: 'Grows', title: 'Grows', answers } })
      count += 1
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error
      await sleep(1_000)
    }
  }
  return count
}

/** How long each of another person's calls takes. */
async function watch(origin: string, { tenantId, people }: RunsWorld, ends: number): Promise<number[]> {
  const client = createClient({ origin, ...(people[1] && { fetch: people[1].fetch }) })
  const times: number[] = []
  while (performance.now() < ends) {
    const began = performance.now()
    await client(listTeams, { params: { orgId: TenantId.parse(tenantId) }, query: {} })
    times.push(performance.now() - began)
    await sleep(PAUSE)
  }
  return times
}

async function measureOthers() {
  const installation = await startInstallation(false)
  stopOnSignal(installation)
  try {
    const { environment, origin } = installation
    const document = (pair: number) => growingForm(pair, CONDITIONS, seed)
    const worlds = await runsWorld(environment, origin, { pairs: FORMS, document })
    const [first] = worlds
    if (!first) throw new Error('nobody is there to watch')
    const quiet = await watch(origin, first, performance.now() + 5_000)
    const ends = performance.now() + SECONDS * 1_000
    const [busy, sent] = await Promise.all([watch(origin, first, ends), send(origin, worlds, ends)])
    return { quiet: sorted(quiet), busy: sorted(busy), sent }
  } finally {
    await installation.stop(false)
  }
}

process.stdout.write(`${seedText(seed)}\n`)
const { times, sizes, refused } = measureCases()
const { quiet, busy, sent } = await measureOthers()
const row = (name: string, values: Float64Array, digits: number) => [
  name,
  ...[0.5, 0.99, 1].map((share) => quantile(values, share).toFixed(digits)),
]
writeFigures('expressions', 'Expressions that try to grow', [
  `${CASES.toLocaleString('en')} generated expressions and templates, seed ${seed}; ${refused.toLocaleString('en')} of them refused. Then one person sends ${FORMS} forms of`,
  `${CONDITIONS} such conditions in turn, as fast as allowed, for ${SECONDS} s (${sent} sent), while another person reads a list. Goals: none above`,
  `${GOALS.ms} ms or ${GOALS.megabytes} MB, the other person's p99 at most ${GOALS.otherMs} ms.`,
  '',
  ...table(
    ['', 'p50', 'p99', 'most'],
    [
      row('one of them, ms', times, 2),
      row('one of them, MB', sizes, 2),
      row('another call before, ms', quiet, 1),
      row('another call meanwhile, ms', busy, 1),
    ],
  ),
])
const held = quantile(times, 1) <= GOALS.ms && quantile(sizes, 1) <= GOALS.megabytes
process.exitCode = held && quantile(busy, 0.99) <= GOALS.otherMs ? 0 : 1
