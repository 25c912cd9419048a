import { createTestDatabase, type TestDatabase } from '../../../server/test/database.ts'
import { connectBound, OURS, putCageWorld } from '../../../server/test/reports/cage-world.ts'
import { compare, interleave } from '../../../server/test/statistics.ts'

/** Of the member's own organization, and of the other one. */
const OWN_ROWS = 2_000
const FOREIGN_ROWS = 20_000
const WARM_UP = 20
export const PAIRS = 1_000
/** Connections are made anew: where one lies in memory is nobody's secret, and moves times as much as rows would. */
const PAIRS_A_CONNECTION = 50
const MARK = 'CANARY'
/** As long, and asked for by nobody. */
const OTHER = 'BANANA'

/** Conditions that would be dear, or fail, on the other organization's rows. */
const PROBES: Readonly<Record<string, string>> = {
  like: `select count(*) from instances where name like '%${MARK}%'`,
  'regular expression': `select count(*) from instances where name ~ '(C|CA)+NARY'`,
  equality: `select count(*) from tasks where name = '${MARK} 1'`,
  division: `select count(*) from tasks where 1 / (case when name like '${MARK}%' then 0 else 1 end) = 5`,
  join: `select count(*) from tasks t join instances i on i.id = t.instance_id where t.name || i.name like '%${MARK}%'`,
  groups: 'select name, count(*) from tasks group by name order by 2 desc, 1 limit 5',
  'greatest and least': 'select max(name), min(name) from instances',
}

type Client = Awaited<ReturnType<typeof connectBound>>
type Foreign = typeof MARK | typeof OTHER | 'none'

/** Copies of one row that differ in their id, name and number. */
async function copyRows(admin: Client, table: 'instances' | 'tasks', tenant: string, mark: string, count: number) {
  const { rows } = await admin.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  const columns = rows.map(({ name }) => name)
  await admin.query(
    `insert into ${table} (${columns.join()}) select ${columns.map((name) => `made.${name}`).join()}
     from ${table} r, generate_series(1, $3::int) n, lateral jsonb_populate_record(r,
       jsonb_build_object('id', md5($2 || n)::uuid, 'name', $2 || ' ' || n, 'number', n + 1000000, 'source_key', md5($2 || n)::uuid, 'item', n + 10)) made
     where r.tenant_id = $1 and r.id = (select id from ${table} where tenant_id = $1 and not narrowed order by id limit 1)`,
    [tenant, mark, count],
  )
}

async function world(foreign: Foreign): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await putCageWorld(database, { twin: false })
  await database.admin(async (admin) => {
    const theirs = await admin.query<{ id: string }>('select id from tenants where id <> $1 and name ~ $2', [
      OURS.tenant,
      MARK,
    ])
    await admin.query('set session_replication_role = replica')
    for (const table of ['instances', 'tasks'] as const) {
      await copyRows(admin, table, OURS.tenant, 'Plain', OWN_ROWS)
      const [other] = theirs.rows
      if (foreign !== 'none' && other) await copyRows(admin, table, other.id, foreign, FOREIGN_ROWS)
    }
    await admin.query('set session_replication_role = origin')
    await admin.query('vacuum analyze')
  })
  return database
}

const timed = async (client: Client, statement: string) => {
  const began = performance.now()
  await client.query(statement)
  return performance.now() - began
}

async function pairsOf(one: TestDatabase, other: TestDatabase, statement: string): Promise<[number, number][]> {
  const pairs: [number, number][] = []
  while (pairs.length < PAIRS) {
    const [first, second] = [await connectBound(one), await connectBound(other)]
    for (let n = 0; n < WARM_UP; n++) for (const client of [first, second]) await timed(client, statement)
    const some = await interleave(
      Math.min(PAIRS_A_CONNECTION, PAIRS - pairs.length),
      () => timed(first, statement),
      () => timed(second, statement),
    )
    pairs.push(...some)
    await Promise.all([first.end(), second.end()])
  }
  return pairs
}

export interface TimingFound {
  name: string
  compared: string
  medians: [number, number]
  cliffsDelta: number
}

/** Whether another organization's rows can be told by how long a query takes. The last comparison is that of two alike. */
export async function compareTiming(note: (line: string) => void): Promise<TimingFound[]> {
  const [marked, other, none, again] = [await world(MARK), await world(OTHER), await world('none'), await world(MARK)]
  const sides = [
    ['rows that match, rows that do not', marked, other],
    ['rows, no rows', marked, none],
    ['twice the same', marked, again],
  ] as const
  try {
    const found: TimingFound[] = []
    for (const [compared, one, two] of sides) {
      for (const [name, statement] of Object.entries(PROBES)) {
        const { medians, cliffsDelta } = compare(await pairsOf(one, two, statement))
        found.push({ name, compared, medians, cliffsDelta })
        note(`${compared}, ${name}: δ ${cliffsDelta.toFixed(3)}, ${medians.map((ms) => ms.toFixed(2)).join(' / ')} ms`)
      }
    }
    return found
  } finally {
    for (const database of [marked, other, none, again]) await database.drop()
  }
}
