import { TenantId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { OURS, putSamples, THEIRS } from '../../../test/tenancy/samples.ts'
import type { Db } from './bound-kysely.ts'
import { inTenant, readTenant, readTenantOnce } from './in-tenant.ts'

const database = await createTestDatabase()
const { ctx, published } = createTestContext(database.name)
const ours = { tenantId: TenantId.parse(OURS.tenant) }
const theirs = { tenantId: TenantId.parse(THEIRS.tenant) }

beforeAll(() => database.admin(putSamples))
afterAll(async () => {
  await ctx.pools.end()
  await database.drop()
})

const pids = sql<{ pid: number }>`select pg_backend_pid() as pid`
const endConnections = () =>
  database.admin((admin) =>
    admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = 'tl_api'`, [
      database.name,
    ]),
  )

test.for(['while nothing was asked', 'while a statement ran'])(
  'a connection lost %s fails the transaction and nothing else',
  async (moment) => {
    const lost = inTenant(ctx, ours, async (tx) => {
      await pids.execute(tx.db)
      const statement = moment === 'while a statement ran' ? sql`select pg_sleep(4)`.execute(tx.db) : undefined
      await Promise.all([statement, endConnections()])
      await pids.execute(tx.db)
    })
    await expect(lost).rejects.toThrow()
    expect((await readTenant(ctx, ours, (tx) => pids.execute(tx.db))).rows).toHaveLength(1)
  },
)

test('work that went on after a failed statement is not taken for done', async () => {
  published.length = 0
  const swallowed = inTenant(ctx, ours, async (tx) => {
    await sql`select 1 / 0`.execute(tx.db).catch(() => undefined)
    tx.afterCommit(() => ctx.publish({ kind: 'signed_out', sessionIds: [] }))
  })
  await expect(swallowed).rejects.toThrow('nothing was committed')
  expect(published).toEqual([])
})

test('what outlives its transaction cannot reach the connection of the next one', async () => {
  const kept: Db[] = []
  await readTenant(ctx, ours, async (tx) => {
    kept.push(tx.db)
    await pids.execute(tx.db)
  })
  await inTenant(ctx, ours, async (tx) => {
    kept.push(tx.db)
    throw new Error('given up')
  }).catch(() => undefined)
  await readTenant(ctx, theirs, async (tx) => {
    await pids.execute(tx.db)
    for (const db of kept) await expect(pids.execute(db)).rejects.toThrow('the transaction is over')
  })
  expect(kept).toHaveLength(2)
})

test('a read of one statement ends with it: a second one finds no transaction', async () => {
  const twice = readTenantOnce(ctx, ours, async (tx) => {
    expect((await pids.execute(tx.db)).rows).toHaveLength(1)
    await pids.execute(tx.db)
  })
  await expect(twice).rejects.toThrow('the transaction is over')
})

test('a read of one statement that fails, or makes none, leaves its connection fit for the next', async () => {
  await expect(readTenantOnce(ctx, ours, (tx) => sql`select 1 / 0`.execute(tx.db))).rejects.toThrow('division by zero')
  await expect(readTenantOnce(ctx, ours, async () => Promise.reject(new Error('given up')))).rejects.toThrow('given up')
  const seen = await readTenantOnce(ctx, theirs, (tx) => tx.db.selectFrom('teams').select('tenant_id').execute())
  expect(new Set(seen.map((row) => row.tenant_id))).toEqual(new Set([THEIRS.tenant]))
})
