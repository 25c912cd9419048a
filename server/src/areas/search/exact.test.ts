import { search } from '@throughline/contracts/search'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { indexAnew } from '../../../test/indexed.ts'
import { createTaskWorld } from '../../../test/task-world.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'

const api = await sharedApi()
const worker = workerContext(api.ctx)
const { ours, task, actors, maya, priya } = await createTaskWorld(api)
const { tenantId } = ours

const names = async (q: string) =>
  (await actors.member.client(search, { query: { q, limit: 50 } })).data.tasks.map(({ name }) => name)

/** So many tasks after those that are there. */
async function crowd(name: string, count: number) {
  const of = await task({ name: 'Last of the crowd' })
  await inTenant(worker, { tenantId }, ({ db }) =>
    sql`insert into tasks (tenant_id, instance_id, workflow_id, number, name, task_type, step)
      select tenant_id, instance_id, workflow_id, 100 + n, ${name}, 'manual', 'ask' || n from tasks
      cross join generate_series(1, ${count}) n where tenant_id = ${tenantId} and id = ${of}`.execute(db),
  )
}

test('what is older than hundreds that have the same word and do not pass the filter is found', async () => {
  await task({ name: 'Quorum of old', assignedTo: maya.id })
  await crowd('Quorum', 510)
  await indexAnew(worker, tenantId)
  expect(await names('quorum from:maya')).toEqual(['Quorum of old'])
})

test('two people, workflows or clients in a search mean either of them', async () => {
  await task({ name: 'Moor the barge', assignedTo: maya.id })
  await task({ name: 'Moor the ferry', assignedTo: priya.id })
  await task({ name: 'Moor the yacht' })
  await indexAnew(worker, tenantId)
  expect((await names('moor from:maya from:priya')).sort()).toEqual(['Moor the barge', 'Moor the ferry'])
  expect(await names('moor from:maya')).toEqual(['Moor the barge'])
})

test('a phrase is found behind many that have its words in another order', async () => {
  await task({ name: 'Blue saffron lantern' })
  await crowd('Lantern saffron', 80)
  await indexAnew(worker, tenantId)
  expect(await names('"saffron lantern"')).toEqual(['Blue saffron lantern'])
})

test('a minus leaves out that word alone, and no other that is like it', async () => {
  for (const name of ['Heron contrast', 'Heron contract', 'Heron INV-20392', 'Heron INV-20391']) await task({ name })
  await indexAnew(worker, tenantId)
  expect((await names('heron -contract')).sort()).toEqual(['Heron INV-20391', 'Heron INV-20392', 'Heron contrast'])
  expect((await names('heron -INV-20391')).sort()).toEqual(['Heron INV-20392', 'Heron contract', 'Heron contrast'])
})

test('a filter names people as they are called; signs stand for nothing', async () => {
  for (const value of ['%', '_', '_kafor', '%kafor'])
    expect((await actors.member.client(search, { query: { q: `from:${value} quorum` } })).data.ignored).toEqual([
      `from:${value}`,
    ])
  const { ignored } = (await actors.member.client(search, { query: { q: 'from:okafor quorum' } })).data
  expect(ignored).toEqual([])
})
