import { MemberId, PersonId, TenantId } from '../../contracts/src/ids.ts'
import { UNFINISHED } from '../../server/src/areas/tasks/list/task-filter.ts'
import { taskPages } from '../../server/src/areas/tasks/list/task-rows.queries.ts'
import { scanStates } from '../../server/src/areas/tasks/list/task-scan.ts'
import { isTaskVisible } from '../../server/src/areas/tasks/task-visibility.ts'
import { visibleTo } from '../../server/src/areas/workflows/visibility.service.ts'
import { connectAs } from '../../server/test/connect.ts'
import type { TestDatabase } from '../../server/test/database.ts'
import { putManyTasks } from '../../server/test/many-tasks.ts'
import { sqlOf } from '../../server/test/query-plan.ts'
import { OURS } from '../../server/test/tenancy/samples.ts'
import { openSessions, sessionsFor } from './open-sessions.ts'
import { FASTEST, type Reader } from './read.ts'
import { withRuntime } from './with-runtime.ts'

const INSTANCES = 20_000
const ORDER = { sort: 'dueDate', direction: 'asc', priorities: undefined, types: undefined, after: undefined } as const

/** Sixty thousand tasks, and what their first page asks for somebody who sees most of them. */
export async function tasksWorld(database: TestDatabase, host: string): Promise<Reader> {
  await database.admin((admin) => putManyTasks(admin, INSTANCES))
  const [tenantId, memberId] = [TenantId.parse(OURS.tenant), MemberId.parse(OURS.member)]
  const personId = PersonId.parse(OURS.person)
  const environment = { ...process.env, PG_DATABASE: database.name }
  const count = sessionsFor('read', FASTEST)
  const sessions = await withRuntime(environment, (ctx) => openSessions(ctx, host, personId, count))
  const client = await connectAs('tl_api', database.name)
  await client.query(`begin; set local app.tenant = '${tenantId}'; set local app.member = '${memberId}'`)
  const page = () =>
    sqlOf(client, async (db) => {
      const sees = isTaskVisible(
        await visibleTo({ db, tenantId }, { memberId, user: { is_admin: false } }),
        tenantId,
        memberId,
      )
      return taskPages(db, tenantId, memberId, [scanStates(tenantId, { ...ORDER, shown: UNFINISHED }, sees)], 50)
    })
  // What a viewer may see is remembered between requests: the second time is as every other.
  await page()
  const sql = await page()
  await client.end()
  return { tenantId, memberId, personId, ...sessions, path: '/v1/tasks/?limit=50', sql }
}
