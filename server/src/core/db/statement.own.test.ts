import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { execute } from './statement.ts'

const database = await createTestDatabase()
const client = await connectAs('tl_api', database.name)
afterAll(async () => {
  await client.end()
  await database.drop()
})

const refusesTwo = (text: string) => expect(execute(client, text)).rejects.toThrow('multiple commands')
const prepared = async () => (await client.query('select count(*)::int as n from pg_prepared_statements')).rows[0]?.n

test('a text is one statement, named or not', async () => {
  await refusesTwo('select 1; select 2')
  await execute(client, 'select 1')
  await execute(client, 'select 1')
  expect(await prepared()).toBe(1)

  const nowhere: pg.Client = Object.assign(Object.create(pg.Client.prototype), { query: async () => ({ rows: [] }) })
  for (let text = 0; text < 5_000; text++) await execute(nowhere, `select ${text}`)
  await execute(client, 'select 1 as unnamed')
  expect(await prepared()).toBe(1)
  await refusesTwo('select 2; commit')
})
