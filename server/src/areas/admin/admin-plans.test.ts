import { afterAll, describe, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { CONSOLE_LISTS, putConsole, readList, readPlaces } from '../../../test/staff/many-rows.ts'

const SIZE = { people: 40_000, organizations: 10_000, feedback: 20_000, log: 20_000 }

const database = await createTestDatabase()
await database.admin((admin) => putConsole(admin, SIZE))
const client = await connectAs('tl_staff', database.name)
afterAll(async () => {
  await client.end()
  await database.drop()
})

describe(`among ${SIZE.people} people, ${SIZE.organizations} organizations and ${SIZE.feedback} messages`, () => {
  test.each(CONSOLE_LISTS)('$name: a first page and a later one read their rows and hardly more', async (list) => {
    const pages = await readList(client, list)
    expect(pages.flatMap(({ problems }) => problems)).toEqual([])
    expect(pages).toHaveLength(2)
  })

  test('where the people of a page belong is looked up for them alone', async () => {
    expect((await readPlaces(client)).problems).toEqual([])
  })
})
