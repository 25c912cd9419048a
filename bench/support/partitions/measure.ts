import { readFileSync } from 'node:fs'
import type { Context } from '../../../server/src/core/context.ts'
import { boundKysely } from '../../../server/src/core/db/bound-kysely.ts'
import type { Viewer } from '../../../server/src/core/http/viewer.ts'
import { connectAs } from '../../../server/test/connect.ts'
import { beginFor, joining } from '../../../server/test/plans-behind.ts'
import { type PageRefs, WORK_PAGES } from '../../../server/test/plans-by-size.ts'
import { median } from '../../../server/test/statistics.ts'
import { completeTask, type OpenTask } from './act.ts'
import type { VariantDatabase } from './variant.ts'

export const WARM_ACTS = 30
export const ACTS = 200
const READS = 10
const CHANGED = 200

type Client = Awaited<ReturnType<typeof connectAs>>

/** Milliseconds of one figure's name. */
export type Figures = Map<string, number>

const pidOf = async (client: Pick<Client, 'query'>): Promise<number> =>
  Number((await client.query('select pg_backend_pid() as pid')).rows[0]?.pid)

/** Of a backend, exact to the microsecond: what else the machine does counts little. */
const cpuMs = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

const anonymousMb = (pid: number) =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function timed(pid: number, work: () => Promise<unknown>): Promise<{ cpu: number; elapsed: number }> {
  const [cpu, began] = [cpuMs(pid), performance.now()]
  await work()
  return { cpu: cpuMs(pid) - cpu, elapsed: performance.now() - began }
}

interface Side {
  database: VariantDatabase
  ctx: Context
  viewer: Viewer
  refs: PageRefs
  /** Used up from the front. */
  open: OpenTask[]
}

/** One turn: a new connection, its first act and its first pages, then acts and pages as they are when all is planned. */
export async function measureWork(side: Side): Promise<Figures> {
  const client = await connectAs('tl_api', side.database.name)
  try {
    const pid = await pidOf(client)
    return new Map([
      ...(await measureActs(client, pid, side.open)),
      ...(await measurePages(client, pid, side)),
      ['memory of a connection, MB', anonymousMb(pid)],
    ])
  } finally {
    await client.end()
  }
}

async function measureActs(client: Client, pid: number, open: OpenTask[]): Promise<[string, number][]> {
  const act = async () => {
    const task = open.shift()
    if (!task) throw new Error('there are no more tasks to complete')
    const began = performance.now()
    await completeTask(client, task)
    return performance.now() - began
  }
  const first = await timed(pid, act)
  for (let done = 0; done < WARM_ACTS; done++) await act()
  const each: number[] = []
  const acts = await timed(pid, async () => {
    for (let done = 0; done < ACTS; done++) each.push(await act())
  })
  return [
    ['first act on a connection', first.cpu],
    ['first act on a connection, ms until done', first.elapsed],
    ['an act', acts.cpu / ACTS],
    ['an act, ms until done', median(each)],
  ]
}

async function measurePages(client: Client, pid: number, { ctx, viewer, refs }: Side): Promise<[string, number][]> {
  const read = async ({ name, ask }: (typeof WORK_PAGES)[number]): Promise<[string, number]> => {
    await client.query(beginFor(viewer))
    const { cpu } = await timed(pid, () =>
      ask(joining(ctx, viewer, boundKysely(client, { over: false })), viewer, refs),
    )
    await client.query('rollback')
    return [`page: ${name}`, cpu]
  }
  let first = 0
  for (const page of WORK_PAGES) first += (await read(page))[1]
  const figures = new Map<string, number>()
  for (let times = 0; times < READS; times++) {
    for (const page of WORK_PAGES) {
      const [name, cpu] = await read(page)
      figures.set(name, (figures.get(name) ?? 0) + cpu / READS)
    }
  }
  return [['all pages, each for the first time on a connection', first], ...figures]
}

/** One task in two hundred has changed, of all tenants: what cleaning them costs, and how long one table takes at most. */
export const measureVacuum = (database: VariantDatabase, turn: number): Promise<Figures> =>
  database.admin(async (admin) => {
    const pid = await pidOf(admin)
    await admin.query('set session_replication_role = replica')
    await admin.query(
      `update tasks set priority = (priority + 1) % 4 where (uuid_hash_extended(id, 99) & 2147483647) % ${CHANGED} = $1`,
      [turn],
    )
    const { rows } = await admin.query<{ name: string }>(
      `select t.relid::regclass::text as name from pg_partition_tree('tasks') t where t.isleaf`,
    )
    const tables = rows.length > 0 ? rows.map(({ name }) => name) : ['tasks']
    const taken: { cpu: number; elapsed: number }[] = []
    for (const name of tables) {
      taken.push(await timed(pid, async () => void (await admin.query(`vacuum (parallel 0) ${name}`))))
    }
    return new Map([
      ['vacuum of all tasks', taken.reduce((sum, { cpu }) => sum + cpu, 0)],
      ['vacuum of all tasks, ms until done', taken.reduce((sum, { elapsed }) => sum + elapsed, 0)],
      ['the longest vacuum of one table, ms until done', Math.max(...taken.map(({ elapsed }) => elapsed))],
    ])
  })
