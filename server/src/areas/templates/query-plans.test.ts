import { afterAll, describe, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { planOf } from '../../../test/query-plan.ts'
import { OURS, putSamples } from '../../../test/tenancy/samples.ts'
import { pageOfTemplates } from './templates.queries.ts'

/** In one workspace; one in ten is in the trash, one in a hundred about marketing. */
const ROWS = 20_000
const LIMIT = 51

const database = await createTestDatabase()
await database.admin(async (admin) => {
  await putSamples(admin)
  await admin.query(
    `insert into templates (tenant_id, name, category, document, step_count, uses, deleted_at)
     select $2, 'Template ' || n, case when n % 100 = 1 then 'marketing' else 'finance' end, '{}', n % 40 + 1, n % 50,
       case when n % 10 = 0 then now() end from generate_series(1, $1::int) n`,
    [ROWS, OURS.tenant],
  )
  await admin.query('analyze templates')
})
const client = await connectAs('tl_api', database.name)
await client.query(`begin; set local app.tenant = '${OURS.tenant}'`)
afterAll(async () => {
  await client.end()
  await database.drop()
})

const deep = { rank: 5, nameKey: 'template 3', id: '01a00000-0000-7000-8000-000000000000' }

describe.each(['popular', 'name', 'complexity'] as const)(`a page of templates by %s among ${ROWS}`, (sort) => {
  test.each([
    ['first', undefined, undefined],
    ['deep', undefined, { ...deep, rank: sort === 'popular' ? -20 : deep.rank }],
    ['first of a category', 'marketing', undefined],
    ['deep in a category', 'marketing', { ...deep, rank: sort === 'popular' ? -20 : deep.rank }],
  ])('reads no more than it shows: %s', async (_, category, after) => {
    const plan = await planOf(client, (db) => pageOfTemplates(db, OURS.tenant, sort, category, after, LIMIT))
    expect(plan.nodes).not.toContain('Seq Scan')
    expect(plan.nodes).not.toContain('Sort')
    expect(plan.rows).toBeGreaterThan(LIMIT / 2)
    expect(plan.read).toBeLessThanOrEqual(LIMIT)
  })
})
