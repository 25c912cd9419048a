import { MemberId, TenantId } from '@throughline/contracts/ids'
import { afterAll, describe, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { planOf } from '../../../test/query-plan.ts'
import { OURS, putSamples } from '../../../test/tenancy/samples.ts'
import { boundKysely } from '../../core/db/bound-kysely.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { type AuditFilter, scanAudit } from './audit.queries.ts'
import { mayKnow } from './audit-visibility.ts'

const ROWS = 50_000
const LIMIT = 50
/** A row of the page: in its index, in its table, and the names beside it. */
const EACH = 8
const DESCENT = 30

const database = await createTestDatabase()
await database.admin(async (admin) => {
  await putSamples(admin)
  await admin.query(
    `insert into audit_log (tenant_id, seq, at, actor_id, act, entity_kind, entity_id, data, request_id, address, device,
       prev_hash, hash)
     select $2, n + 1, '2026-01-01'::timestamptz + n * interval '1 second', case when n % 50 = 0 then $3::uuid end,
       (array['team.added', 'team.changed', 'member.invited', 'session.opened'])[1 + n % 4], 'member', $3, '{}', '',
       '10.0.0.' || n % 100, '', '', '' from generate_series(1, $1::int) n`,
    [ROWS, OURS.tenant, OURS.member],
  )
  // So that none of the tables beside it is small enough to be read whole.
  await admin.query('set session_replication_role = replica')
  for (const others of [
    `audit_pending (tenant_id, act, entity_kind) select uuidv7(), 'team.added', 'team'`,
    `members (tenant_id, name, email, role_id, status) select uuidv7(), 'Other', 'other@example.test', uuidv7(), 'active'`,
    `teams (tenant_id, name) select uuidv7(), 'Other'`,
    `tenants (kind, name) select 'organization', 'Other'`,
  ]) {
    await admin.query(`insert into ${others} from generate_series(1, 5000)`)
  }
  await admin.query('analyze audit_log, audit_pending, members, teams, tenants')
})
const client = await connectAs('tl_api', database.name)
await client.query(`begin; set local app.tenant = '${OURS.tenant}'`)
afterAll(async () => {
  await client.end()
  await database.drop()
})

const reader = { memberId: MemberId.parse(OURS.member), user: { is_admin: true } }
const visible = await visibleTo(
  { db: boundKysely(client, { over: false }), tenantId: TenantId.parse(OURS.tenant) },
  reader,
)
const known = mayKnow(visible, OURS.tenant, OURS.member)

const planFor = (filter: AuditFilter, at?: string) =>
  planOf(client, (db) => scanAudit(db, OURS.tenant, filter, at ? { at, tied: 1 } : undefined, LIMIT, known))

const DEEP = '2026-01-01T08:00:00.000000Z'

describe(`a page of the audit trail among ${ROWS} rows`, () => {
  const one: [string, AuditFilter][] = [
    ['audit_log_time', {}],
    ['audit_log_time', { from: '2026-01-01T01:00:00Z', to: '2026-01-01T12:00:00Z' }],
    ['audit_log_actor_time', { actor_id: OURS.member }],
    ['audit_log_act_time', { act: 'team.added' }],
    ['audit_log_area_time', { act: 'team' }],
    ['audit_log_address_time', { address: '10.0.0.7' }],
  ]

  test.each(one)('is read from the index %s: %j', async (index, filter) => {
    for (const at of [undefined, DEEP]) {
      const plan = await planFor(filter, at)
      expect(plan.rows).toBeLessThanOrEqual(LIMIT + 1)
      expect(plan.indexes).toContain(index)
      expect(plan.nodes).not.toContain('Seq Scan')
      expect(plan.removed).toBeLessThanOrEqual(2)
      expect(plan.buffers).toBeLessThanOrEqual(DESCENT + (LIMIT + 1) * EACH)
    }
  })

  test('where filters meet, looks at two thousand rows and no more', async () => {
    const plan = await planFor({ act: 'team', address: '10.0.0.1' })
    expect(plan.removed).toBeLessThanOrEqual(2_000)
    expect(plan.buffers).toBeLessThanOrEqual(DESCENT + 2_000 * 2)
  })
})
