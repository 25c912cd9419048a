import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { migrate, migrationFile, readMigrations } from './migrate.ts'
import { asMigrator } from './migrator.ts'
import { onlineMigration } from './online-migration.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.admin(async (admin) => {
    await admin.query(`
      set role tl_owner;
      create table plain (id int, name text, name_key text);
      create table parted (id int, name text) partition by hash (id);
      create table parted_p0 partition of parted for values with (modulus 2, remainder 0);
      create table parted_p1 partition of parted for values with (modulus 2, remainder 1);
      alter table plain enable row level security, force row level security;
      reset role;
      insert into plain select n, 'Name ' || n from generate_series(1, 2500) n;
      insert into parted select n, 'Name ' || n from generate_series(1, 2500) n`)
  })
})

afterAll(() => database.drop())

const run = async (name: string, source: string) => {
  const files = [...(await readMigrations()), migrationFile(name, source)]
  return asMigrator(async (client) => {
    // The test ends this connection from outside: what it was asked says so.
    client.on('error', () => undefined)
    await migrate(client, files, () => undefined)
  }, database.name)
}

/** Somebody who writes to the table, in a transaction that stays open until `work` is over. */
async function whileWritten<T>(table: string, work: () => Promise<T>): Promise<T> {
  const writer = new pg.Client({ connectionString: database.url })
  await writer.connect()
  try {
    await writer.query(`begin; lock table ${table} in row exclusive mode`)
    return await work()
  } finally {
    await writer.query('commit')
    await writer.end()
  }
}

const building = () =>
  database.admin((admin) =>
    eventually(async () => {
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query ^@ 'create index'`,
        [database.name],
      )
      expect(rows).toHaveLength(1)
      return rows[0]?.pid
    }),
  )

const writes = (table: string) =>
  database.admin((admin) => admin.query(`set lock_timeout = '200ms'; insert into ${table} values (1, 'Meanwhile')`))

const indexes = (table: string) =>
  database.admin(async (admin) => {
    const { rows } = await admin.query<{ name: string; valid: boolean }>(
      `select i.indexrelid::regclass::text as name, i.indisvalid as valid from pg_index i
       where i.indrelid = $1::regclass or i.indrelid in (select relid from pg_partition_tree($1::regclass)) order by 1`,
      [table],
    )
    return rows
  })

test('an index on a table with rows is built while others write, and a second run waits for the first', async () => {
  const source = '--! online\ncreate index concurrently plain_name on plain (name) where id > 0;\n'
  let runs: Promise<unknown> | undefined
  await whileWritten('plain', async () => {
    runs = Promise.all([run('9001-plain.sql', source), run('9001-plain.sql', source)])
    await building()
    await writes('plain')
  })
  await runs
  expect(await indexes('plain')).toEqual([{ name: 'plain_name', valid: true }])
})

test.each(['plain', 'parted'])(
  'an index on a %s table whose building was killed is finished by the next run',
  async (table) => {
    const name = `9002-${table}.sql`
    const source = `--! online\n-- Found by their number.\ncreate index concurrently ${table}_id on ${table} (id);\n`
    await whileWritten(table === 'plain' ? table : 'parted_p1', async () => {
      const killed = run(name, source).catch((error: unknown) => error)
      const pid = await building()
      await writes(table)
      await database.admin((admin) => admin.query('select pg_terminate_backend($1)', [pid]))
      expect(await killed).toBeInstanceOf(Error)
    })
    const left = await indexes(table)
    expect(left.filter(({ valid }) => !valid)).not.toEqual([])
    await run(name, source)
    const expected = table === 'plain' ? ['plain_id', 'plain_name'] : ['parted_id', 'parted_p0_id', 'parted_p1_id']
    expect(await indexes(table)).toEqual(expected.map((index) => ({ name: index, valid: true })))
  },
)

test('rows are rewritten in batches, and row security is forced again afterwards', async () => {
  await run(
    '9003-keys.sql',
    `--! online plain
update plain set name_key = lower(name)
where ctid = any (array(select ctid from plain where name_key is null limit 1000));
`,
  )
  await database.admin(async (admin) => {
    const rows = await admin.query('select count(*)::int as n from plain where name_key is distinct from lower(name)')
    expect(rows.rows).toEqual([{ n: 0 }])
    const times = await admin.query('select count(distinct xmin::text)::int as n from plain')
    expect(times.rows).toEqual([{ n: 3 }])
    const forced = await admin.query(`select relforcerowsecurity as forced from pg_class where relname = 'plain'`)
    expect(forced.rows).toEqual([{ forced: true }])
  })
})

test('an online file holds only what is harmless to repeat', () => {
  const online = (statement: string) => () => onlineMigration(`--! online plain\n${statement};\n`)
  expect(online('create index plain_name on plain (name)')).toThrow('not a statement')
  expect(online('alter table plain add column more text')).toThrow('not a statement')
  expect(online('update plain set id = 1')).toThrow('not a statement')
  expect(online('update parted set id = 1 where id in (select 2 limit 10)')).toThrow('does not name the table parted')
  expect(online('alter table plain validate constraint plain_check')).not.toThrow()
})
