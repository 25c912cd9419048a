import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { createTestContext } from '../../../../test/context.ts'
import { playInstance } from '../../../../test/engine/played-instance.ts'
import { form } from '../../../../test/engine/steps.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { syncInstance } from './sync.ts'

const api = await sharedApi()
const { ours } = await createTaskWorld(api)

test('a turn that reminds needs one connection, also in a process that has not met the tenant', async () => {
  const escalation = [{ from: 'open', after: '1h', act: 'remind' }]
  const { instanceId, id } = await playInstance(api, ours, form('do', [], { escalation }))
  const { tenantId } = ours
  await inTenant(api.ctx, { tenantId }, ({ db }) =>
    sql`update instance_state set state = jsonb_set(state, '{open,do,alarms,0,0}', '1')
      where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(db),
  )
  const { ctx } = createTestContext(api.database.name, { PG_POOL_SIZE: '1' })
  try {
    await syncInstance(ctx, { tenantId, instanceId })
  } finally {
    await ctx.pools.end()
  }
  const task = await inTenant(api.ctx, { tenantId }, ({ db }) =>
    db
      .selectFrom('tasks')
      .select('reminded_at')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  expect(task?.reminded_at).toBeInstanceOf(Date)
})
