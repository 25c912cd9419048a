import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testConfig } from '../../../test/config.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { CLOSED, OURS, putSamples, THEIRS } from '../../../test/tenancy/samples.ts'
import { createPools } from '../db/pools.ts'
import { erasableTables, eraseRows, finishErasure, stripAudit, workspacesToErase } from './erasure.queries.ts'

const database = await createTestDatabase()
await database.admin(putSamples)
const pools = createPools(testConfig(database.name), 'worker', () => undefined)
afterAll(async () => {
  await pools.end()
  await database.drop()
})

/** With the rows of their partitions. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Where this text stands in any column of any table. */
const tablesWith = (text: string) =>
  database.admin(async (client) => {
    const found: string[] = []
    for (const name of await tablesOf(client)) {
      const hit = await client.query(`select from ${name} row where strpos(row::text, $1) > 0 limit 1`, [text])
      if (hit.rowCount) found.push(name)
    }
    return found
  })

const rowsWith = (tenant: string) =>
  database.admin(async (client) => {
    const counts: Record<string, number> = {}
    for (const name of await tablesOf(client)) {
      const { rowCount } = await client.query(`select from ${name} row where strpos(row::text, $1) > 0`, [tenant])
      counts[name] = rowCount ?? 0
    }
    return counts
  })

async function erase(tenant: string) {
  let rows = 0
  for (const table of await erasableTables(pools.tenant)) {
    for (let gone = 1; gone > 0; rows += gone) gone = await eraseRows(pools.tenant, tenant, table, 1)
  }
  await stripAudit(pools.tenant, tenant, 10)
  return rows
}

test('an open workspace loses nothing', async () => {
  const before = await rowsWith(OURS.tenant)
  expect(await erase(OURS.tenant)).toBe(0)
  expect(await rowsWith(OURS.tenant)).toEqual(before)
})

test('what is no table of a tenant is not erased', async () => {
  for (const table of ['people', 'audit_log', 'pg_authid', 'teams; drop table teams']) {
    await expect(eraseRows(pools.tenant, CLOSED.tenant, table, 1)).rejects.toThrow('may be erased')
  }
})

test('a personal workspace is due when it is closed, an organization 30 days later', async () => {
  const [personal, organization, waiting] = await database.admin(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into tenants (kind, name, status, updated_at) values ('personal', 'x', 'closed', now()),
        ('organization', 'x', 'closed', now() - interval '31 days'), ('organization', 'x', 'closed', now() - interval '29 days')
       returning id`,
    )
    return rows.map(({ id }) => id)
  })
  const due = await workspacesToErase(pools.tenant, 100)
  expect(due).toEqual(expect.arrayContaining([personal, organization]))
  expect(due).not.toContain(waiting)
  expect(due).not.toContain(OURS.tenant)
})

test('no workspace that is due is always the first', async () => {
  await database.admin((client) =>
    client.query(
      `insert into tenants (kind, name, status) values ('personal', 'x', 'closed'), ('personal', 'y', 'closed')`,
    ),
  )
  const firsts = new Set<string | undefined>()
  for (let run = 0; run < 50; run++) firsts.add((await workspacesToErase(pools.tenant, 1))[0])
  expect(firsts.size).toBeGreaterThan(1)
})

test('of a closed workspace nothing is left in any table but its own row and the hashes of its audit trail', async () => {
  const { tenant, member, username, token, address } = CLOSED
  const others = await rowsWith(THEIRS.tenant)
  expect(await tablesWith(tenant)).toContain('tasks')
  expect(await finishErasure(pools.tenant, tenant), 'it is not done before it is done').toContain('tasks')

  await erase(tenant)
  expect(await finishErasure(pools.tenant, tenant), 'what is not sealed yet is waited for').toEqual(['audit_pending'])
  await database.admin((client) => client.query('delete from audit_pending where tenant_id = $1', [tenant]))
  expect(await finishErasure(pools.tenant, tenant)).toEqual([])
  expect(await erase(tenant), 'again, there is nothing to do').toBe(0)

  expect(await tablesWith(tenant)).toEqual(['audit_heads', 'audit_log', 'tenants'])
  for (const text of [member, token.toString('hex'), address]) expect(await tablesWith(text), text).toEqual([])
  // The person themselves is erased with their account, which is another act.
  expect((await tablesWith(username)).filter((table) => table !== 'people')).toEqual([])
  const kept = await database.admin((client) =>
    client.query(
      `select l.actor_id, l.act, l.entity_kind, l.entity_id, l.data, l.address, l.device, l.hash, t.erased_at
       from audit_log l join tenants t on t.id = l.tenant_id where l.tenant_id = $1`,
      [tenant],
    ),
  )
  expect(kept.rows).toEqual([
    {
      actor_id: null,
      act: 'erased',
      entity_kind: 'erased',
      entity_id: null,
      data: {},
      address: '',
      device: '',
      hash: Buffer.from('hash-1'),
      erased_at: expect.any(Date),
    },
  ])
  expect(await rowsWith(THEIRS.tenant)).toEqual(others)
  expect(await workspacesToErase(pools.tenant, 100)).not.toContain(tenant)
})
