import { MemberId, TenantId } from '@throughline/contracts/ids'
import { afterAll, describe, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { planOf } from '../../../test/query-plan.ts'
import { OURS } from '../../../test/tenancy/samples.ts'
import { lastScanned, MAX_SCANNED, visibleInstances } from '../../../test/visibility/instances-page.ts'
import { LIMITED, MEMBERS, putManyInstances } from '../../../test/visibility/many-instances.ts'
import { boundKysely } from '../../core/db/bound-kysely.ts'
import { hiddenFrom } from './visibility.queries.ts'
import { visibleTo } from './visibility.service.ts'

const ROWS = 30_000
/** The newest, all of them of limited workflows. */
const HIDDEN = 10_000
const LIMIT = 50
const DESCENT = 10

const database = await createTestDatabase()
await database.admin((admin) => putManyInstances(admin, ROWS, HIDDEN))
const client = await connectAs('tl_api', database.name)
await client.query(`begin; set local app.tenant = '${OURS.tenant}'`)
afterAll(async () => {
  await client.end()
  await database.drop()
})

const tenantId = TenantId.parse(OURS.tenant)
const visible = (member: string) =>
  visibleTo(
    { db: boundKysely(client, { over: false }), tenantId },
    { memberId: MemberId.parse(member), user: { is_admin: false } },
  )

const older = async (rows: number) => {
  const found = await client.query<{ id: string }>(
    'select id from instances where tenant_id = $1 and deleted_at is null order by id desc offset $2 limit 1',
    [OURS.tenant, rows],
  )
  return found.rows[0]?.id
}

describe(`${LIMITED} limited workflows, ${ROWS} instances`, () => {
  /** Of two hundred and fifty workflows fifty are open: a page without any of the others looks at five times its rows. */
  test.each([
    ['none', 5],
    ['half', 2],
    ['all', 1],
  ] as const)('a page for somebody who sees %s of them looks at about %i times its rows', async (name, times) => {
    const seen = await visible(MEMBERS[name])
    const after = await older(HIDDEN)
    const plan = await planOf(client, (db) => visibleInstances(db, OURS.tenant, seen, after, LIMIT))
    expect(plan.rows).toBe(LIMIT + 1)
    expect(plan.nodes).not.toContain('Seq Scan')
    expect(plan.nodes).not.toContain('Sort')
    expect(plan.removed).toBeLessThanOrEqual((LIMIT + 1) * times * 1.5)
    expect(plan.buffers).toBeLessThanOrEqual(DESCENT + (LIMIT + 1) * times * 3)
  })

  test('a page whose newest rows are all hidden looks at no more than its bound', async () => {
    const seen = await visible(MEMBERS.none)
    const plan = await planOf(client, (db) => visibleInstances(db, OURS.tenant, seen, undefined, LIMIT))
    expect(plan.rows).toBe(0)
    expect(plan.removed).toBe(MAX_SCANNED)
    expect(plan.nodes).not.toContain('Seq Scan')
    expect(plan.buffers).toBeLessThanOrEqual(DESCENT + MAX_SCANNED * 2)
    const next = await planOf(client, (db) => lastScanned(db, OURS.tenant, undefined))
    expect(next.buffers).toBeLessThanOrEqual(DESCENT + MAX_SCANNED * 2)
  })

  test('what is hidden from somebody is read from the indexes of access', async () => {
    const plan = await planOf(client, (db) => hiddenFrom(db, OURS.tenant, 'workflow', MEMBERS.half))
    expect(plan.rows).toBe(LIMITED / 2)
    expect(plan.buffers).toBeLessThanOrEqual(LIMITED * 8)
  })
})
