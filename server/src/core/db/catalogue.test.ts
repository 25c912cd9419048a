import type pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { RELATIONS, RIGHT_CHECKS, TABLE_CHECKS } from '../../../test/tenancy/catalogue-checks.ts'
import { OPEN_POLICIES } from '../../../test/tenancy/open-policies.ts'
import { undone } from '../../../test/undone.ts'
import { GLOBAL_TABLES } from '../global-tables.ts'

const database = await createTestDatabase()
const globals = Object.keys(GLOBAL_TABLES)

afterAll(() => database.drop())

async function namesOf(client: pg.Client, query: string): Promise<string[]> {
  const takesGlobals = query.includes('$1')
  const found = await client.query<string[]>({
    text: query,
    values: takesGlobals ? [globals] : [],
    rowMode: 'array',
  })
  return found.rows.flat().sort()
}

const tried = <T>(work: (client: pg.Client) => Promise<T>) =>
  database.admin((client) => undone(client, () => work(client)))

const CHECKS = [...TABLE_CHECKS, ...RIGHT_CHECKS]

describe.each(CHECKS)('$promise', ({ offenders, breach }) => {
  test('holds', async () => {
    expect(await database.admin((client) => namesOf(client, offenders))).toEqual([])
  })

  test('would be noticed', async () => {
    const named = await tried(async (client) => {
      await client.query(breach)
      return namesOf(client, offenders)
    })
    expect(named.length).toBeGreaterThan(0)
  })
})

test('policies open to all rows are the written ones', async () => {
  const open = await database.admin((client) =>
    namesOf(
      client,
      `select tablename || '.' || policyname || ' ' || lower(cmd) || ' ' || array_to_string(roles, ',') from pg_policies
       where coalesce(qual, 'true') = 'true' and coalesce(with_check, 'true') = 'true'`,
    ),
  )
  expect(open).toEqual(Object.keys(OPEN_POLICIES).sort())
})

test('the list of global tables names tables that exist', async () => {
  const tables = await database.admin((client) =>
    namesOf(client, `select relname from (${RELATIONS}) c where relkind in ('r', 'p') and not relispartition`),
  )
  expect(globals.filter((name) => !tables.includes(name))).toEqual([])
  expect(tables.length).toBeGreaterThan(globals.length)
})

test('only events are partitioned: by month, to be dropped by month', async () => {
  const partitioned = await database.admin((client) =>
    namesOf(client, `select relname from (${RELATIONS}) c where relkind = 'p'`),
  )
  expect(partitioned).toEqual(['events'])
})

test('a month of events made by the schedule is as closed as the others', async () => {
  await tried(async (client) => {
    const months = await namesOf(client, `select relname from pg_class where relname ~ '^events_[0-9_]+$'`)
    const last = months.at(-1)
    await client.query(`drop table ${last}`)
    await client.query('set local role tl_worker')
    await client.query('select app.ensure_event_partitions()')
    await client.query('reset role')
    expect(await namesOf(client, `select relname from pg_class where relname ~ '^events_[0-9_]+$'`)).toEqual(months)
    for (const { offenders } of CHECKS) expect(await namesOf(client, offenders)).toEqual([])
  })
})

test('the owner itself sees no rows of people and tenants', async () => {
  await tried(async (client) => {
    await client.query(`insert into tenants (kind, name) values ('organization', 'Ours')`)
    await client.query('set local role tl_owner')
    expect(await namesOf(client, 'select name from tenants')).toEqual([])
  })
})
