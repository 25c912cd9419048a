import { search } from '@throughline/contracts/search'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { indexAnew, makeReadFile } from '../../../test/indexed.ts'
import { makeInstance } from '../../../test/running-world.ts'
import { SOUGHT, type Sought } from '../../../test/search-queries.ts'
import { createTaskWorld } from '../../../test/task-world.ts'
import { workerContext } from '../../../test/worker-context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'

/** On the first page, and first of its group. */
const MIN_FOUND = 0.95
const MIN_FIRST = 0.8

const api = await sharedApi()
const worker = workerContext(api.ctx)
const world = await createTaskWorld(api)
const { ours, actors, workflow } = world
const { tenantId } = ours

const describeRow = (table: 'tasks' | 'instances', id: string, text: string) =>
  inTenant(worker, { tenantId }, ({ db }) =>
    sql`update ${sql.table(table)} set description = ${text} where tenant_id = ${tenantId} and id = ${id}`.execute(db),
  )

async function make({ kind, name, text = '' }: Sought) {
  if (kind === 'task') await describeRow('tasks', await world.task({ name }), text)
  if (kind === 'instance')
    await describeRow('instances', await makeInstance(worker, tenantId, workflow, { name }), text)
  if (kind === 'file') await makeReadFile(worker, tenantId, { name, text })
  if (kind === 'person') await world.hire('sought', name)
}

test(`of ${SOUGHT.flatMap(({ queries }) => queries).length} searches nearly all find what they mean on the first page, and most find it first`, async () => {
  for (const sought of SOUGHT) await make(sought)
  await indexAnew(worker, tenantId)
  const missed: string[] = []
  const later: string[] = []
  let asked = 0
  for (const { kind, name, queries } of SOUGHT) {
    for (const q of queries) {
      asked++
      const { data } = await actors.member.client(search, { query: { q } })
      const groups = { task: data.tasks, instance: data.instances, file: data.files, person: data.more }
      const place = groups[kind].findIndex((hit) => hit.name === name)
      if (place < 0) missed.push(`${q} → ${name}`)
      else if (place > 0) later.push(`${q} → ${name} (${place + 1}.)`)
    }
  }
  expect(asked).toBeGreaterThanOrEqual(150)
  expect(1 - missed.length / asked, missed.join('\n')).toBeGreaterThanOrEqual(MIN_FOUND)
  expect(1 - (missed.length + later.length) / asked, later.join('\n')).toBeGreaterThanOrEqual(MIN_FIRST)
})
