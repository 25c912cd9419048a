import { USER_STATUSES } from '@throughline/contracts/admin'
import { afterAll, describe, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { type Plan, planOf, readsTooMuch } from '../../../test/query-plan.ts'
import { feedbackPart } from './feedback.service.ts'
import { organizationRows, organizationsNamed } from './organizations.queries.ts'
import { newestPeople, peopleByKey } from './users.queries.ts'

const PEOPLE = 40_000
const ORGANIZATIONS = 10_000
const FEEDBACK = 20_000
const LIMIT = 51
/** Rows that are read and not shown, as the few open messages among resolved ones. */
const IN_VAIN = 5

const database = await createTestDatabase()
await database.admin(async (admin) => {
  await admin.query('set session_replication_role = replica')
  await admin.query(
    `insert into people (username, email, name, auth_type, is_approved, is_internal, is_beta, is_developer)
     select 'u' || n, 'p' || n || '@example.test', 'Somebody', 'custom_individual', n % 40 > 0, n % 2000 = 0, n % 90 = 0,
       n % 100 = 0 from generate_series(1, $1::int) n`,
    [PEOPLE],
  )
  await admin.query(
    `insert into tenants (kind, name) select case when n % 4 = 0 then 'organization' else 'personal' end, 'Firm ' || n
     from generate_series(1, $1::int) n`,
    [ORGANIZATIONS * 4],
  )
  await admin.query(
    `insert into feedback (tenant_id, person_id, feedback_type, feedback, resolved)
     select t.id, p.id, 'other', 'text', n % 100 > 0 from generate_series(1, $1::int) n,
       lateral (select id from tenants limit 1) t, lateral (select id from people limit 1) p`,
    [FEEDBACK],
  )
  await admin.query('analyze people, tenants, feedback')
})
const client = await connectAs('tl_staff', database.name)
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Rows of the list are those that are shown and hardly more; what stands beside each is looked up by its key. */
function expectKeyset(plan: Plan, index: string | RegExp) {
  expect(plan.rows).toBeLessThanOrEqual(LIMIT)
  expect(plan.indexes).toContainEqual(expect.stringMatching(index))
  expect(plan.removed).toBeLessThanOrEqual(IN_VAIN)
  expect(plan.accesses.filter(readsTooMuch)).toEqual([])
}

const middleOf = async (table: string, where: string) => {
  const found = await client.query<{ id: string }>(
    `select id from ${table} where ${where} order by id desc offset 100 limit 1`,
  )
  return found.rows[0]?.id
}

describe(`lists of staff among ${PEOPLE} people, ${ORGANIZATIONS} organizations and ${FEEDBACK} messages`, () => {
  const INDEXES = {
    all: /^people_(newest|pkey)$/,
    waiting: 'people_waiting',
    internal: 'people_internal',
    beta: 'people_beta',
    developer: 'people_developer',
  }

  test.each(USER_STATUSES)('people: %s, the first page and a later one', async (status) => {
    const where = {
      all: 'true',
      waiting: 'not is_approved',
      internal: 'is_internal',
      beta: 'is_beta',
      developer: 'is_developer',
    }
    for (const before of [undefined, await middleOf('people', where[status])])
      expectKeyset(await planOf(client, (db) => newestPeople(db, status, before, LIMIT)), INDEXES[status])
  })

  test.each([
    ['email_key', 'people_email'],
    ['username_key', 'people_username'],
  ] as const)('people by the beginning of their %s', async (by, index) => {
    const prefix = by === 'email_key' ? 'p77' : 'u77'
    const range = { status: 'all' as const, prefix, after: undefined, limit: LIMIT }
    expectKeyset(await planOf(client, (db) => peopleByKey(db, by, range)), index)
  })

  test('organizations, the first page and a later one', async () => {
    for (const before of [undefined, await middleOf('tenants', `kind = 'organization'`)])
      expectKeyset(await planOf(client, (db) => organizationRows(db, before, LIMIT)), 'tenants_organizations')
  })

  test('organizations by the beginning of their name', async () => {
    const after = { key: 'firm 1100', id: '00000000-0000-7000-8000-000000000000' }
    for (const from of [undefined, after])
      expectKeyset(
        await planOf(client, (db) => organizationsNamed(db, 'firm 1', from, LIMIT)),
        'tenants_organization_names',
      )
  })

  test.each([false, true])('feedback, resolved: %s', async (resolved) => {
    for (const before of [undefined, await middleOf('feedback', `resolved = ${resolved}`)])
      expectKeyset(await planOf(client, (db) => feedbackPart(db, resolved, before, LIMIT)), /^feedback_(open|pkey)$/)
  })
})
