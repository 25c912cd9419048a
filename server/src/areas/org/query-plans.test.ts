import { afterAll, describe, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { planOf } from '../../../test/query-plan.ts'
import { OURS, putSamples } from '../../../test/tenancy/samples.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { scanByName } from './members-list.queries.ts'
import { pageOfTeams } from './teams.queries.ts'

/** In one tenant; one in ten is in the trash or was removed. */
const ROWS = 50_000
const LIMIT = 51
/** Down to the first row, and beside each row lookups of what stands elsewhere (its count, its first few members). */
const DESCENT = 5
const LOOKUP = 5
const MAX_READ_IN_VAIN = 200

const database = await createTestDatabase()
await database.admin(async (admin) => {
  await putSamples(admin)
  // Without checking each foreign key: they are right, and there are many.
  await admin.query('set session_replication_role = replica')
  const rows: [string, unknown[]][] = [
    [
      `insert into roles (tenant_id, name, display_name, rank)
       select uuidv7(), 'owner', 'Owner', 0 from generate_series(1, $1::int)`,
      [ROWS],
    ],
    [
      `insert into teams (tenant_id, name, deleted_at)
       select $2, 'Team ' || n, case when n % 10 = 0 then now() end from generate_series(1, $1::int) n`,
      [ROWS, OURS.tenant],
    ],
    [
      `insert into counters (tenant_id, name, key, slot, n)
       select tenant_id, 'team.members', id::text, 1, 1 from teams where tenant_id = $1`,
      [OURS.tenant],
    ],
    [
      `insert into members (tenant_id, name, email, role_id, primary_team_id, status)
       select $2, 'Member ' || n, 'member' || n || '@example.test', m.role_id, m.primary_team_id,
         case when n % 10 = 0 then 'removed' else 'active' end
       from generate_series(1, $1::int) n, members m where m.tenant_id = $2 and m.id = $3`,
      [ROWS, OURS.tenant, OURS.member],
    ],
  ]
  for (const [query, values] of rows) await admin.query(query, values)
  await admin.query('analyze teams, members, roles, counters')
})
const client = await connectAs('tl_api', database.name)
await client.query(`begin; set local app.tenant = '${OURS.tenant}'`)
afterAll(async () => {
  await client.end()
  await database.drop()
})

const pageOfMembers = (db: Db, tenantId: string, after: string[] | undefined, limit: number) =>
  scanByName(db, tenantId, {}, after, limit)

const SOME_ID = '01a00000-0000-7000-8000-000000000000'
const lists = [
  { list: 'teams', page: pageOfTeams, index: 'teams_page', deep: ['team 5', SOME_ID] },
  { list: 'members', page: pageOfMembers, index: 'members_page', deep: ['member 5', SOME_ID] },
]

describe.each(lists)(`a page of $list among ${ROWS}`, ({ page, index, deep }) => {
  const planAfter = (after: string[] | undefined) => planOf(client, (db) => page(db, OURS.tenant, after, LIMIT))

  test.each([
    ['first', undefined],
    ['deep', deep],
  ])('is read from its index and no further: %s', async (_, after) => {
    const plan = await planAfter(after)
    expect(plan.rows).toBe(LIMIT)
    expect(plan.indexes).toContain(index)
    expect(plan.nodes).not.toContain('Seq Scan')
    expect(plan.nodes).not.toContain('Sort')
    expect(plan.removed).toBeLessThanOrEqual(MAX_READ_IN_VAIN)
    expect(plan.buffers).toBeLessThanOrEqual(DESCENT + LIMIT * (1 + LOOKUP))
  })

  test('costs the same however deep it is', async () => {
    const [first, last] = [await planAfter(undefined), await planAfter(deep)]
    expect(Math.abs(last.buffers - first.buffers)).toBeLessThanOrEqual(2 * DESCENT)
  })
})
