import { afterAll, expect, test } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { makeTenant } from '../../../test/factories.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { inTenant } from '../db/in-tenant.ts'
import { tenantKey } from '../keys/tenant-key.ts'
import { queueMail } from './queue-mail.ts'

const database = await createTestDatabase()
const { ctx: before } = createTestContext(database.name)
// A process that has just started, with a single connection.
const { ctx } = createTestContext(database.name, { PG_POOL_SIZE: '1' })
afterAll(async () => {
  await Promise.all([before.pools.end(), ctx.pools.end()])
  await database.drop()
})

test('mails are queued by the transaction’s own connection, though all others are taken', async () => {
  const { personId, email } = await makeSomeone(before)
  const { tenantId } = await makeTenant(before, personId, 'organization', 'Ours')
  await tenantKey(before, tenantId)
  await Promise.all(
    Array.from({ length: 5 }, () => inTenant(ctx, { tenantId }, (tx) => queueMail(ctx, tx, email, { kind: 'any' }))),
  )
  const { rows } = await database.admin((admin) =>
    admin.query(`select from outbox where payload ->> 'workflow' = 'sendMail'`),
  )
  expect(rows).toHaveLength(5)
})
