import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { indexChanges, makeReadFile } from '../../../../test/indexed.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { dropSearchEntries } from '../../../core/search/drop-entries.ts'
import { waitForIndexing } from '../../../core/search/index-lock.ts'
import { taskKind } from '../kinds/tasks.ts'
import { tryLockIndex } from './entries.queries.ts'
import { indexTurn } from './index-turn.ts'
import { keepIndexing } from './keep-indexing.ts'

const api = await sharedApi()
const worker = workerContext(api.ctx)

const index = (tenantId: TenantId, id: string) => inTenant(worker, { tenantId }, async (tx) => tx.index('task', id))
const waiting = async (tenantId: TenantId) => {
  const found = await api.database.admin((admin) =>
    admin.query(
      `select 'entry' as what from search_entries where tenant_id = $1 and kind = 'task'
      union all select 'pending' from search_pending where tenant_id = $1`,
      [tenantId],
    ),
  )
  return found.rows.map(({ what }) => what)
}

test('what is deleted forever while a turn has just read it does not stay in the index', async () => {
  const { ours, task } = await createTaskWorld(api)
  const { tenantId } = ours
  const id = await task({ name: 'Payroll of the board' })
  await indexChanges(worker, tenantId)
  await api.database.admin((admin) => admin.query('delete from search_entries where tenant_id = $1', [tenantId]))
  await index(tenantId, id)
  // The turn has read the task and not yet written it when somebody deletes it.
  await indexTurn(worker, tenantId, [
    {
      ...taskKind,
      read: async (tx, ids) => {
        const things = await taskKind.read(tx, ids)
        await inTenant(worker, { tenantId }, async ({ db }) => {
          await dropSearchEntries(db, tenantId, 'task', [id])
          await sql`update tasks set in_trash = true where tenant_id = ${tenantId} and id = ${id}`.execute(db)
        })
        return things
      },
    },
  ])
  await indexChanges(worker, tenantId)
  expect(await waiting(tenantId)).toEqual([])
})

test('a turn takes few files, whose texts are long, and the other changes with them', async () => {
  const { ours, task } = await createTaskWorld(api)
  const { tenantId } = ours
  await indexChanges(worker, tenantId)
  for (let n = 0; n < 25; n++) {
    const id = await makeReadFile(worker, tenantId, { name: `Minutes ${n}.pdf`, text: 'what was said' })
    await inTenant(worker, { tenantId }, async (tx) => tx.index('document', id))
  }
  await index(tenantId, await task({ name: 'Read the minutes' }))
  expect(await indexTurn(worker, tenantId)).toBe(true)
  expect(await waiting(tenantId)).toEqual(['entry', ...Array.from({ length: 5 }, () => 'pending')])
  expect(await indexTurn(worker, tenantId)).toBe(false)
  expect(await waiting(tenantId)).toEqual(['entry'])
})

test('nothing of a closed workspace is indexed, and its erasure waits for the turn that is under way', async () => {
  const { ours, task } = await createTaskWorld(api)
  const { tenantId } = ours
  await index(tenantId, await task({ name: 'Merger' }))
  await api.database.admin((admin) => admin.query(`update tenants set status = 'closed' where id = $1`, [tenantId]))
  await indexChanges(worker, tenantId)
  expect(await waiting(tenantId)).toEqual([])
  const order: string[] = []
  const turn = inTenant(worker, { tenantId }, async ({ db }) => {
    expect(await tryLockIndex(db, tenantId)).toBe(true)
    await sleep(300)
    order.push('turn')
  })
  await sleep(100)
  await waitForIndexing(worker.pools.tenant, tenantId)
  order.push('erasure')
  await turn
  expect(order).toEqual(['turn', 'erasure'])
})

test('workspaces that cannot be indexed keep no other back', async () => {
  const worlds = [await createTaskWorld(api), await createTaskWorld(api), await createTaskWorld(api)]
  for (const { ours, task } of worlds) await index(ours.tenantId, await task())
  const failing = new Set<string>()
  const indexed = new Set<string>()
  const built = new Set<string>()
  const loop = keepIndexing(worker, {
    index: async (_ctx: Context, tenantId: TenantId) => {
      if (failing.size < 2) failing.add(tenantId)
      if (failing.has(tenantId)) throw new Error('it cannot be indexed')
      indexed.add(tenantId)
      return false
    },
    build: async (_ctx: Context, tenantId: TenantId) => {
      built.add(tenantId)
      return false
    },
  })
  loop.run()
  try {
    await vi.waitFor(() => expect([indexed.size > 0, built.size > 0]).toEqual([true, true]), { timeout: 4_000 })
  } finally {
    await loop.stop()
  }
})
