import { TaskId } from '../../../../contracts/src/ids.ts'
import { makeMember, makePerson, makeTenant } from '../../../../server/test/factories.ts'
import { makeInstance, makeTask, makeWorkflow } from '../../../../server/test/running-world.ts'
import type { Installation } from '../../crash/installation.ts'
import { openSessions } from '../../open-sessions.ts'
import { withSession } from '../../organization.ts'
import { withRuntime } from '../../with-runtime.ts'

const ROOM = 2 ** 40

export interface FilesWorld {
  origin: string
  tenantId: string
  taskId: TaskId
  people: { fetch: typeof fetch }[]
}

/** An organisation with a task to attach files to, and so many people who send and one who reads. */
export const filesWorld = ({ environment, origin, database }: Installation, count: number): Promise<FilesWorld> =>
  withRuntime(environment, async (ctx) => {
    const { host } = new URL(origin)
    const owner = await makePerson(ctx, { username: 'owner', name: 'Person owner' })
    const tenant = await makeTenant(ctx, owner, 'organization', 'Files')
    const { tenantId, ownerId } = tenant
    await database.admin((admin) =>
      admin.query('update tenants set storage_quota = $2 where id = $1', [tenantId, ROOM]),
    )
    const instance = await makeInstance(ctx, tenantId, await makeWorkflow(ctx, tenant), { startedBy: ownerId })
    const taskId = TaskId.parse(await makeTask(ctx, tenantId, instance, { assignedTo: ownerId }))
    const people: FilesWorld['people'] = []
    for (let n = 0; n < count; n++) {
      const name = `sends-${n}`
      const personId = await makePerson(ctx, { username: name, name })
      await makeMember(ctx, tenant, { name, email: `${name}@example.test`, role: 'member', personId })
      const [token = ''] = (await openSessions(ctx, host, personId, 1)).tokens
      people.push({ fetch: withSession(token) })
    }
    return { origin, tenantId, taskId, people }
  })
