/**
 * The cage of reports: 50,000 generated statements with the gate and past it, 100,000 printed trees, and bombs, which must
 * end by their limit with little memory. `pnpm bench cage`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createTestDatabase } from '../server/test/database.ts'
import { connectBound, putCageWorld, send } from '../server/test/reports/cage-world.ts'

const LIMIT_SECONDS = 5
const MAX_MEGABYTES = 300

const many = (text: string, times: number, between = ' ') => Array.from({ length: times }, () => text).join(between)
const rows = (name: string) => `report.generate_series(1, 10000) ${name}`
const BOMBS: Record<string, string> = {
  'cross joins': `select count(*) from ${rows('a')}, ${rows('b')}, ${rows('c')}`,
  'a cross join that answers': `select a, b from ${rows('a')}, ${rows('b')}, ${rows('c')}`,
  'a sort': `select a, b from ${rows('a')}, ${rows('b')} order by b desc, a`,
  'a hash': `select a, b, count(*) from ${rows('a')}, ${rows('b')} group by a, b`,
  'distinct texts': `select count(distinct a::text || b::text) from ${rows('a')}, ${rows('b')}`,
  'a regular expression': `select pg_catalog.regexp_count(report.repeat('a', 30000), '(a|aa)+$') from ${rows('a')}`,
  'texts that double': `with t0 as (select report.repeat('x', 30000) as x)${Array.from({ length: 14 }, (_, n) => `, t${n + 1} as (select report.short(x || x) as x from t${n})`).join('')} select x from t14`,
  'long numbers': `select pg_catalog.power(1.0000001::numeric, a * 1000000) from ${rows('a')}`,
  'many columns': `select ${many('a', 200, ', ')} from ${rows('a')}, ${rows('b')}`,
  'long literals': `select ${many(`'${many('x', 90, '')}'`, 190, ', ')} from ${rows('a')}, ${rows('b')}`,
  'deep nesting': `select ${many('(select', 60)} 1${many(')', 60)} from ${rows('a')}, ${rows('b')}, ${rows('c')}`,
  windows: `select sum(a) over (order by b, a) from ${rows('a')}, ${rows('b')}`,
}

const problems: string[] = []
const note = (line: string) => process.stdout.write(`${line}\n`)
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const database = await createTestDatabase()
try {
  await putCageWorld(database, { twin: false })
  for (const [name, statement] of Object.entries(BOMBS)) {
    const client = await connectBound(database)
    const { rows: found } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await client.query(`set statement_timeout = '${LIMIT_SECONDS}s'`)
    const began = performance.now()
    // As a run reads it, which holds no rows.
    const { code } = await send(client, `declare bomb cursor with hold for ${statement}`)
    const seconds = (performance.now() - began) / 1000
    const megabytes = peakOf(found[0]?.pid ?? 0)
    note(`${name}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB, ${code ?? 'answered'}`)
    if (seconds > LIMIT_SECONDS + 1 || megabytes > MAX_MEGABYTES) problems.push(name)
    await client.end()
  }
} finally {
  await database.drop()
}

const tested = spawnSync(
  'pnpm',
  ['test', 'server/src/areas/reports/cage-generated.test.ts', 'server/src/areas/reports/gate'],
  {
    stdio: 'inherit',
    env: { ...process.env, CAGE_STATEMENTS: '50000', CAGE_TREES: '100000' },
  },
)
if (tested.status !== 0) problems.push('generated statements')
if (problems.length > 0) throw new Error(`not held: ${problems.join(', ')}`)
