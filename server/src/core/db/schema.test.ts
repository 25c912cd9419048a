import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { tableTypes } from '../../../test/table-types.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the types of the tables are those of the migrated database', () => {
  expect(tableTypes('verify', database.name)).toBe('')
})
