import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { createTestDatabase, type TestDatabase } from '../../server/test/database.ts'
import { cpuSeconds, stackPid } from './cpu.ts'
import { table, writeFigures } from './figures.ts'
import { figureOf, inTurns, ROUNDS, ratiosOf, spread } from './interleave.ts'
import { NO_SHARED_LIMIT } from './open-sessions.ts'
import { untilReady } from './until-ready.ts'

const SECONDS = 6
const CONNECTIONS = 16
const PORT = 8095
const HOST = `app.localhost:${PORT}`
/** Reads a second that no machine is expected to reach. */
export const FASTEST = 5_000

const servers = () => ['postgres', 'pgbouncer', 'redis'].map(stackPid)

/** Whose sessions ask, and what the database is asked for one request of theirs. */
export interface Reader {
  tenantId: string
  memberId: string
  personId: string
  tokens: string[]
  /** Of the first token, in hexadecimal digits. */
  hash: string
  path: string
  sql: string[]
}

interface Side {
  count: number
  seconds: number
  cpu: number
}

async function measured(pids: () => number[], work: () => Promise<number>): Promise<Side> {
  const before = cpuSeconds(pids())
  const began = performance.now()
  const count = await work()
  return { count, seconds: (performance.now() - began) / 1000, cpu: cpuSeconds(pids()) - before }
}

function startApi(database: string): ChildProcess {
  return spawn(process.execPath, ['server/dist/main/api.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PG_DATABASE: database,
      API_PORT: String(PORT),
      APP_ORIGIN: `http://${HOST}`,
      TRACE_RATIO: '0.01',
      SHARED_LIMITS_FACTOR: NO_SHARED_LIMIT,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function loadApi({ tokens, path }: Reader, seconds: number): Promise<number> {
  const requests = tokens.map((token) => ({ path, headers: { host: HOST, cookie: `__Host-session=${token}` } }))
  let connection = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${PORT}`,
    connections: CONNECTIONS,
    duration: seconds,
    // Each has sessions of its own: otherwise all would ask as the same one at a time.
    setupClient: (client) => {
      const first = connection++
      client.setRequests(requests.filter((_, n) => n % CONNECTIONS === first))
    },
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.total
}

/** To pgbench a colon within a text is the beginning of a variable. */
const withoutColons = (sql: string) =>
  sql.replaceAll(/'[^']*'/g, (text) => (text.includes(':') ? `E${text.replaceAll(':', '\\x3a')}` : text))

const script = ({ tenantId, memberId, personId, hash, sql }: Reader): string =>
  [
    `select * from auth.session('\\x${hash}'::bytea, '${HOST}');`,
    '\\startpipeline',
    'begin read only;',
    `set local app.tenant = '${tenantId}';`,
    `set local app.member = '${memberId}';`,
    `set local app.person = '${personId}';`,
    ...sql.map((one) => `${withoutColons(one)};`),
    'commit;',
    '\\endpipeline',
  ].join('\n')

/** Runs in its own process so that its CPU time counts as the API's does. */
async function pgbench(database: string, file: string, seconds: number): Promise<Side> {
  const load = ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '1', '-T', String(seconds), '-f', file]
  const place = ['-h', '127.0.0.1', '-p', process.env.PG_POOL_PORT ?? '', '-U', 'tl_api', database]
  const child = spawn('pgbench', [...load, ...place], {
    env: { ...process.env, PGPASSWORD: process.env.PG_PASSWORD_TL_API },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  const before = cpuSeconds(servers())
  const began = performance.now()
  let own = 0
  const watch = setInterval(() => (own = Math.max(own, cpuSeconds([child.pid ?? 0]))), 100)
  await new Promise((resolve) => child.on('close', resolve))
  clearInterval(watch)
  const count = Number(/transactions actually processed: (\d+)/.exec(output)?.[1] ?? 0)
  if (count === 0) throw new Error(`pgbench did nothing:\n${output}`)
  return { count, seconds: (performance.now() - began) / 1000, cpu: cpuSeconds(servers()) - before + own }
}

const rate = (side: Side) => side.count / side.cpu
const row = (name: string, turns: Side[]) => [
  name,
  spread(
    turns.map(({ count, seconds }) => count / seconds),
    0,
  ),
  spread(
    turns.map(({ count, cpu }) => (cpu / count) * 1000),
    3,
  ),
  spread(turns.map(rate), 0),
]

interface Read {
  /** The figures' section, and its title. */
  name: string
  title: string
  /** What a request reads. */
  what: string
  goal: number
  world: (database: TestDatabase, host: string) => Promise<Reader>
}

/** A signed-in read through the whole stack, beside the same SQL sent by pgbench through the same PgBouncer. */
export async function measureRead({ name, title, what, goal, world }: Read): Promise<void> {
  const database = await createTestDatabase()
  const reader = await world(database, HOST)
  // pgbench is one role; the product asks for the session through another door.
  await database.admin(async (admin) => {
    await admin.query('grant execute on function auth.session(bytea, text) to tl_api')
    await admin.query('vacuum analyze')
  })
  const api = startApi(database.name)
  try {
    await untilReady('the API', `http://127.0.0.1:${PORT}/readyz`)
    const file = join(tmpdir(), `throughline-bench-${process.pid}.sql`)
    writeFileSync(file, script(reader))
    await loadApi(reader, 10)
    await pgbench(database.name, file, 3)
    const sides = await inTurns({
      bare: () => pgbench(database.name, file, SECONDS),
      product: () =>
        measured(
          () => [...servers(), api.pid ?? 0],
          () => loadApi(reader, SECONDS),
        ),
    })
    const ratios = ratiosOf(figureOf(sides, rate))
    writeFigures(name, title, [
      `${CONNECTIONS} connections, ${ROUNDS} × ${SECONDS} s each, in turns: ${what}, with session, rate class, policy, row security,`,
      'schema, logs and 1% traces, beside the same statements by pgbench through the same PgBouncer. CPU is that of API or pgbench,',
      'PgBouncer, PostgreSQL and Redis together. Median (least – most).',
      '',
      ...table(
        ['', 'a second', 'CPU ms each', 'for each CPU second'],
        [row('API', sides.product), row('pgbench', sides.bare)],
      ),
      '',
      `Ratio ${spread(ratios, 2)} (goal ${goal}).`,
    ])
  } finally {
    api.kill('SIGTERM')
    await new Promise((resolve) => api.once('close', resolve))
    await database.drop()
  }
}
