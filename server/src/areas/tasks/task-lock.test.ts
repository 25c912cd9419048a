import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { createTaskWorld } from '../../../test/task-world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { lockTask } from './task-lock.queries.ts'

const api = await sharedApi()
const { ours, task } = await createTaskWorld(api)

test('whoever holds a task before its instance is told that this is a fault', async () => {
  const id = await task()
  const held = inTenant(api.ctx, { tenantId: ours.tenantId }, (tx) =>
    lockTask(tx.db, tx.tenantId, id, sql<boolean>`true`),
  )
  await expect(held).rejects.toThrow('before its instance')
})
