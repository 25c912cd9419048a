import { readFileSync } from 'node:fs'
import { CopyOut } from '../../src/areas/reports/run/copy-out.ts'
import type { TestDatabase } from '../database.ts'
import { connectBound } from './cage-world.ts'

const many = (text: string, times: number, between = ' ') => Array.from({ length: times }, () => text).join(between)
const rows = (name: string) => `report.generate_series(1, 10000) ${name}`
/** As wide as a text may be, 10,000 × 10,000 of them, of which the planner expects few enough for a hash in memory. */
const WIDE = `report.repeat('x', 30000) || c || ' ' || d`
const FEW = `from ${rows('c')}, ${rows('d')} where c * 0 = 0`
/** Nothing but the system's limit bounds what these hashes of subqueries keep in memory. */
export const HOARDS: Record<string, string> = {
  'not in': `select a from ${rows('a')} where report.repeat('z', 9) NOT IN (select ${WIDE} ${FEW})`,
  'in, or false': `select a from ${rows('a')} where report.repeat('z', 9) IN (select ${WIDE} ${FEW}) or a < 0`,
}

/** Statements that would take all the time or memory there is, as the cage meets them past the gate. */
export const BOMBS: Record<string, string> = {
  'cross joins': `select count(*) from ${rows('a')}, ${rows('b')}, ${rows('c')}`,
  'a cross join that answers': `select a, b from ${rows('a')}, ${rows('b')}, ${rows('c')}`,
  'a sort': `select a, b from ${rows('a')}, ${rows('b')} order by b desc, a`,
  'a hash': `select a, b, count(*) from ${rows('a')}, ${rows('b')} group by a, b`,
  'distinct texts': `select count(distinct a::text || b::text) from ${rows('a')}, ${rows('b')}`,
  'a regular expression': `select pg_catalog.regexp_count(report.repeat('a', 30000), '(a|aa)+$') from ${rows('a')}`,
  'texts that double': `with t0 as (select report.repeat('x', 30000) as x)${Array.from({ length: 14 }, (_, n) => `, t${n + 1} as (select report.short(x || x) as x from t${n})`).join('')} select x from t14`,
  'texts that are escaped': `with t0 as (select report.repeat('\\', 30000) as x)${Array.from({ length: 14 }, (_, n) => `, t${n + 1} as (select report.short(pg_catalog.like_escape(x, '!')) as x from t${n})`).join('')} select x from t14`,
  'padded constants': `select ${many("'x'::char(32767)", 190, ', ')} from ${rows('a')}, ${rows('b')}`,
  'long numbers': `select pg_catalog.power(1.0000001::numeric, a * 1000000) from ${rows('a')}`,
  'many columns': `select ${many('a', 200, ', ')} from ${rows('a')}, ${rows('b')}`,
  'long literals': `select ${many(`'${many('x', 90, '')}'`, 190, ', ')} from ${rows('a')}, ${rows('b')}`,
  'deep nesting': `select ${many('(select', 30)} 1${many(')', 30)} from ${rows('a')}, ${rows('b')}, ${rows('c')}`,
  ...HOARDS,
  'equal keys': `select count(x.t), count(y.t) from (select c * 0 as k, ${WIDE} as t ${FEW}) x join (select c * 0 as k, ${WIDE} as t ${FEW}) y on x.k = y.k`,
  except: `select report.repeat('z', 9) from ${rows('a')} EXCEPT select ${WIDE} ${FEW}`,
  windows: `select sum(a) over (order by b, a) from ${rows('a')}, ${rows('b')}`,
}

/** As a person writes them: past the gate they name the schemas that the gate writes in. */
export const written = (statement: string) =>
  statement.replaceAll(/report\.short\((.*?)\)/g, '$1').replaceAll(/\b(report|pg_catalog)\./g, '')

/** What the process that answers may hold. */
export const MAX_MEGABYTES = 300

/** The most that a process ever held. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

async function drain(copy: CopyOut): Promise<string> {
  try {
    for await (const _ of copy.batches());
    return 'answered'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

/** What becomes of a statement that is read as a run reads it, and of the connection after it. */
export async function explode(database: TestDatabase, statement: string, limitSeconds: number) {
  const client = await connectBound(database)
  try {
    const { rows: found } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await client.query(`set statement_timeout = '${limitSeconds}s'`)
    const began = performance.now()
    const ending = await drain(client.query(new CopyOut(statement)))
    const seconds = (performance.now() - began) / 1000
    const { rows: after } = await client.query<{ one: number }>('select 1 as one')
    return { ending, seconds, megabytes: peakOf(found[0]?.pid ?? 0), usable: after[0]?.one === 1 }
  } finally {
    await client.end()
  }
}
