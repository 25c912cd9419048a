import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { commentsOn } from './comments.ts'

const api = await sharedApi()
const worker = workerContext(api.ctx)

test('of a thing with megabytes of comments the newest are read, as much as a search can go through', async () => {
  const { ours, task, maya } = await createTaskWorld(api)
  const { tenantId } = ours
  const id = await task()
  await api.database.admin((admin) =>
    admin.query(
      `insert into comments (tenant_id, entity_kind, entity_id, instance_id, author_id, content)
       select tenant_id, 'task', id, instance_id, $2, 'comment ' || n || ' ' || repeat('x ', 4900)
       from tasks cross join generate_series(1, 300) n where id = $1 order by n`,
      [id, maya.id],
    ),
  )
  const said = await inTenant(worker, { tenantId }, async (tx) => (await commentsOn(tx, [id]))(id))
  expect(said.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(200_000)
  expect(said[0]?.text.slice(0, 12)).toBe('comment 300 ')
})
