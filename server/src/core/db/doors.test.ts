import { TenantId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect.ts'
import { createTestContext } from '../../../test/context.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { OURS, putSamples, THEIRS } from '../../../test/tenancy/samples.ts'
import { inIdentity } from './in-identity.ts'
import { findPublicTenant } from './in-public.ts'
import { inTenant, readTenant } from './in-tenant.ts'
import { createPools } from './pools.ts'
import { execute } from './statement.ts'
import { transaction } from './transaction.ts'

const CLIENTS = 60
const database = await createTestDatabase()
const { ctx, published, dispatched } = createTestContext(database.name, { PG_POOL_SIZE: String(CLIENTS) })
const ours = { tenantId: TenantId.parse(OURS.tenant) }
const theirs = { tenantId: TenantId.parse(THEIRS.tenant) }

beforeAll(() => database.admin(putSamples))
beforeEach(() => {
  published.length = 0
  dispatched.length = 0
})
afterAll(async () => {
  await ctx.pools.end()
  await database.drop()
})

const tenantsSeen = async (query: Promise<{ rows: { tenant_id: string }[] }>) => {
  const { rows } = await query
  return [...new Set(rows.map((row) => row.tenant_id))]
}

const SEEN = 'select tenant_id from members'

describe('a tenant’s rows', () => {
  test('are not there while no tenant is set', async () => {
    expect(await tenantsSeen(execute(ctx.pools.tenant, SEEN))).toEqual([])
    expect(await tenantsSeen(transaction(ctx.pools.tenant, {}, 'write', (client) => execute(client, SEEN)))).toEqual([])
  })

  test('are never seen on a connection that worked for another tenant before', async () => {
    const tenants = [OURS.tenant, THEIRS.tenant, undefined]
    let turns = 0
    const wrong: unknown[] = []
    const server = new Set<number>()
    const work = async () => {
      while (turns < 2_000) {
        const tenant = tenants[turns++ % 3]
        const found = await transaction(ctx.pools.tenant, tenant ? { tenant } : {}, 'write', (client) =>
          execute<{ tenant_id: string | null; pid: number }>(
            client,
            `select m.tenant_id, pg_backend_pid() as pid from (select) one left join members m on true`,
          ),
        )
        for (const row of found.rows) {
          server.add(row.pid)
          if (row.tenant_id !== (tenant ?? null)) wrong.push({ tenant, ...row })
        }
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, work))
    expect(wrong).toEqual([])
    // Sixty clients took turns on no more connections than PgBouncer has for one role.
    expect(server.size).toBeLessThanOrEqual(20)
  })

  test('are asked for by a UUID or not at all', async () => {
    const tenant = `${OURS.tenant}'; set local app.tenant = '${THEIRS.tenant}`
    let opened = false
    const work = async () => {
      opened = true
    }
    await expect(transaction(ctx.pools.tenant, { tenant }, 'write', work)).rejects.toThrow('not a UUID')
    expect(opened).toBe(false)
    expect(await tenantsSeen(execute(ctx.pools.tenant, SEEN))).toEqual([])
  })

  test('stay behind their policies, whatever a query tries from within', async () => {
    const tries = [
      `select set_config('app.tenant', '${THEIRS.tenant}', true)`,
      `with x as materialized (select set_config('app.tenant', '${THEIRS.tenant}', true)) select m.* from x, members m`,
      `update pg_settings set setting = '${THEIRS.tenant}' where name = 'app.tenant'`,
      'select tenant_id from events_default',
      'alter table members no force row level security',
      'set local role tl_owner',
      'set session authorization tl_relay',
    ]
    for (const statement of tries) {
      await expect(
        inTenant(ctx, ours, (tx) => sql.raw(statement).execute(tx.db)),
        statement,
      ).rejects.toThrow()
    }
    const off = inTenant(ctx, ours, async (tx) => {
      await sql`set local row_security = off`.execute(tx.db)
      return sql`select tenant_id from members`.execute(tx.db)
    })
    await expect(off).rejects.toThrow('row-level security')
  })

  test('a request works in one tenant only', async () => {
    await inTenant(ctx, ours, async (tenantTx) => {
      const joined = { ...ctx, tenantTx }
      await expect(inTenant(joined, theirs, async () => undefined)).rejects.toThrow('one tenant only')
      await expect(readTenant(joined, theirs, async () => undefined)).rejects.toThrow('one tenant only')
    })
  })

  test('are read through a door that cannot write', async () => {
    const write = readTenant(ctx, ours, (tx) =>
      tx.db.deleteFrom('teams').where('tenant_id', '=', tx.tenantId).execute(),
    )
    await expect(write).rejects.toThrow('read-only transaction')
  })
})

describe('a statement', () => {
  test('is one statement', async () => {
    await expect(inTenant(ctx, ours, (tx) => sql`select 1; commit`.execute(tx.db))).rejects.toThrow('multiple commands')
  })

  test.each(['api', 'worker'] as const)('of the %s is never planned for several processes', async (kind) => {
    const pools = createPools(ctx.config, kind, () => undefined)
    const { rows } = await execute(pools.tenant, 'show max_parallel_workers_per_gather')
    await pools.end()
    expect(rows).toEqual([{ max_parallel_workers_per_gather: '0' }])
  })
})

describe('work in a tenant', () => {
  const addTeam = (name: string, fail: boolean) =>
    inTenant(ctx, ours, async (tx) => {
      const { id } = await tx.db
        .insertInto('teams')
        .values({ tenant_id: tx.tenantId, name })
        .returning('id')
        .executeTakeFirstOrThrow()
      tx.emit({ type: 'team.added', kind: 'team', id })
      tx.audit({ act: 'team.added', kind: 'team', id })
      tx.count('team.members', id, 1)
      tx.start(id, { workflow: 'none', workflowId: id, args: {} })
      tx.afterCommit(() => void published.push({ kind: 'signed_out', sessionIds: [id] }))
      if (fail) throw new Error('the work failed')
      return id
    })

  const traces = () =>
    database.admin(async (admin) => {
      const counts = ['teams', 'events', 'audit_pending', 'outbox', 'counters'].map(
        (table) => `(select count(*)::int from ${table}) as ${table}`,
      )
      return (await admin.query<Record<string, number>>(`select ${counts.join()}`)).rows[0]
    })

  test('leaves row, event, audit, duty and count together', async () => {
    const before = await traces()
    const id = await addTeam('Kept', false)
    const after = await traces()
    for (const [table, count] of Object.entries(before ?? {})) expect(after?.[table], table).toBe(count + 1)
    expect(dispatched.map((row) => row.aggregateId)).toEqual([id])
    expect(published).toContainEqual({ kind: 'live', tenantId: OURS.tenant, frames: [{ type: 'team.added', id }] })
    expect(published).toContainEqual({ kind: 'signed_out', sessionIds: [id] })
  })

  test('leaves nothing when it fails', async () => {
    const before = await traces()
    await expect(addTeam('Lost', true)).rejects.toThrow('the work failed')
    expect(await traces()).toEqual(before)
    expect([published, dispatched]).toEqual([[], []])
  })

  test('is counted exactly by fifty writers at once', async () => {
    const names = ['a', 'b', 'c']
    await Promise.all(
      Array.from({ length: 50 }, (_, writer) =>
        inTenant(ctx, ours, async (tx) => {
          for (const name of writer % 2 ? names : names.toReversed()) tx.count('things', name, 2)
          tx.count('things', 'a', -1)
        }),
      ),
    )
    const sums = await readTenant(ctx, ours, (tx) =>
      tx.db
        .selectFrom('counters')
        .select(['key', sql<number>`sum(n)::int`.as('n')])
        .where('tenant_id', '=', tx.tenantId)
        .where('name', '=', 'things')
        .groupBy('key')
        .orderBy('key')
        .execute(),
    )
    expect(sums.map((row) => [row.key, row.n])).toEqual([
      ['a', 50],
      ['b', 100],
      ['c', 100],
    ])
  })
})

describe('the directory', () => {
  test('shows a person their own rows and no tenant’s', async () => {
    const seen = await inIdentity(ctx, undefined, async ({ db }) => (await sql`select id from people`.execute(db)).rows)
    expect(seen).toEqual([])
    await expect(inIdentity(ctx, undefined, ({ db }) => sql`select * from members`.execute(db))).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('the public door', () => {
  test('finds whose published form an address is, and nothing else', async () => {
    expect(await findPublicTenant(ctx, 'form', OURS.address)).toBe(OURS.tenant)
    expect(await findPublicTenant(ctx, 'website', OURS.address)).toBeUndefined()
    expect(await findPublicTenant(ctx, 'form', OURS.tenant)).toBeUndefined()
    await expect(execute(ctx.pools.public, 'select * from public_addresses')).rejects.toThrow('permission denied')
  })
})

describe('the relay', () => {
  test('reaches its queues and no tenant’s rows', async () => {
    const client = await connectAs('tl_relay', database.name)
    await expect(client.query('select * from members')).rejects.toThrow('permission denied')
    await client.end()
  })
})
