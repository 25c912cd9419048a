/** A signed-in read through the whole stack, beside the same SQL sent by pgbench through the same PgBouncer. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { createTestDatabase } from '../server/test/database.ts'
import { type BenchWorld, benchWorld } from './support/bench-world.ts'
import { cpuSeconds } from './support/cpu.ts'
import { table, writeFigures } from './support/figures.ts'
import { untilReady } from './support/until-ready.ts'

const SECONDS = 20
const CONNECTIONS = 16
const PORT = 8095
const HOST = `app.localhost:${PORT}`
const GOAL = 0.35

const stackPid = (part: string) => Number.parseInt(readFileSync(`.stack/pid/${part}`, 'utf8'), 10)
const servers = () => [stackPid('postgres'), stackPid('pgbouncer'), stackPid('redis')]

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
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function loadApi(world: BenchWorld, seconds: number): Promise<number> {
  const path = `/v1/org/${world.tenantId}/teams/?limit=50`
  const result = await autocannon({
    url: `http://127.0.0.1:${PORT}`,
    connections: CONNECTIONS,
    duration: seconds,
    requests: world.tokens.map((token) => ({ path, headers: { host: HOST, cookie: `__Host-session=${token}` } })),
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.total
}

function script(world: BenchWorld): string {
  const { tenantId, memberId, personId } = world
  return [
    `select * from auth.session('\\x${world.hash}'::bytea, '${HOST}');`,
    '\\startpipeline',
    'begin read only;',
    `set local app.tenant = '${tenantId}';`,
    `set local app.member = '${memberId}';`,
    `set local app.person = '${personId}';`,
    `${world.sql};`,
    'commit;',
    '\\endpipeline',
  ].join('\n')
}

/** Runs in its own process so that its CPU time counts as the API's does. */
async function pgbench(database: string, file: string, seconds: number): Promise<Side> {
  const child = spawn(
    'pgbench',
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(CONNECTIONS),
      '-j',
      '1',
      '-T',
      String(seconds),
      '-f',
      file,
      '-h',
      '127.0.0.1',
    ].concat(['-p', process.env.PG_POOL_PORT ?? '', '-U', 'tl_api', database]),
    { env: { ...process.env, PGPASSWORD: process.env.PG_PASSWORD_TL_API }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
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
const row = (name: string, side: Side) => [
  name,
  Math.round(side.count / side.seconds),
  ((side.cpu / side.count) * 1000).toFixed(3),
  Math.round(rate(side)),
]

const database = await createTestDatabase()
const world = await benchWorld(database, HOST)
const api = startApi(database.name)
try {
  await untilReady('the API', `http://127.0.0.1:${PORT}/readyz`)
  const file = join(tmpdir(), `throughline-bench-${process.pid}.sql`)
  writeFileSync(file, script(world))
  await loadApi(world, 5)
  await pgbench(database.name, file, 3)
  const pids = () => [...servers(), api.pid ?? 0]
  const first = await measured(pids, () => loadApi(world, SECONDS))
  const bare = await pgbench(database.name, file, SECONDS)
  const ratio = rate(first) / rate(bare)
  writeFigures('api', 'A signed-in read', [
    `${CONNECTIONS} connections, ${SECONDS} s each, one after the other: a page of 50 teams with session, rate class, policy, row security,`,
    'schema, logs and 1% traces, beside the same statements by pgbench through the same PgBouncer. CPU is that of API or pgbench,',
    'PgBouncer, PostgreSQL and Redis together.',
    '',
    ...table(['', 'a second', 'CPU ms each', 'for each CPU second'], [row('API', first), row('pgbench', bare)]),
    '',
    `Ratio ${ratio.toFixed(2)} (goal ${GOAL}).`,
  ])
} finally {
  api.kill('SIGTERM')
  await new Promise((resolve) => api.once('close', resolve))
  await database.drop()
}
