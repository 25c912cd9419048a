import { afterAll, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect.ts'
import { createTestContext } from '../../../test/context.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { makeDocument } from '../../../test/documents.ts'
import { makeTenant } from '../../../test/factories.ts'
import { plansOf } from '../../../test/query-plan.ts'
import { makeInstance, makeTask, makeWorkflow } from '../../../test/running-world.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { documentRows } from './document-rows.queries.ts'

// A database of its own: nothing is known yet of how many rows its tables have.
const database = await createTestDatabase()
const { ctx } = createTestContext(database.name)
const { personId } = await makeSomeone(ctx)
const firm = await makeTenant(ctx, personId, 'organization', 'Busy')
const { tenantId } = firm
const direct = await connectAs('tl_api', database.name)
afterAll(async () => {
  await direct.end()
  await ctx.pools.end()
  await database.drop()
})

const taskId = await makeTask(ctx, tenantId, await makeInstance(ctx, tenantId, await makeWorkflow(ctx, firm)))
let count = 0
const add = () => makeDocument(ctx, firm, { taskId }, { name: `${count++}.txt` })

async function read(id: string) {
  await direct.query(`begin; set local app.tenant = '${tenantId}'`)
  const [plan] = await plansOf(direct, (db) => documentRows(db, tenantId, [id]))
  await direct.query('commit')
  if (!plan) throw new Error('nothing was asked')
  return plan.read
}

test('a document is read by as many rows as before, however many files came since the plan was made', async () => {
  const first = await read(await add())
  for (let more = 0; more < 30; more++) await add()
  expect(await read(await add())).toBe(first)
})
