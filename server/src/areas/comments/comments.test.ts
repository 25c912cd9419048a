import * as comments from '@throughline/contracts/comments'
import { CommentId, InstanceId, TaskId } from '@throughline/contracts/ids'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeInstance, makeTask, makeWorkflow } from '../../../test/running-world.ts'
import { verdict } from '../../../test/verdict.ts'
import { limitedWorld } from '../../../test/visibility/limited-world.ts'
import { refusal } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { beginAccessChange } from '../org/org.public.ts'
import { commentOnInstance, instanceComments } from './comment-acts.service.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.member
const workflow = await makeWorkflow(ctx, ours)
const instanceId = InstanceId.parse(await makeInstance(ctx, ours.tenantId, workflow, { startedBy: ours.ownerId }))
const taskId = TaskId.parse(await makeTask(ctx, ours.tenantId, instanceId, { assignedTo: ours.ownerId }))

const memberOf = async (name: string) => {
  const { rows } = await api.database.admin((db) =>
    db.query<{ id: string }>('select id from members where tenant_id = $1 and name = $2', [ours.tenantId, name]),
  )
  return rows[0]?.id ?? ''
}
const say = async (content: string, by = client) =>
  (await by(comments.addInstanceComment, { params: { instanceId }, body: { content } })).data
const participants = async (id: string) => {
  const { rows } = await api.database.admin((db) =>
    db.query<{ member_id: string }>('select member_id from instance_people where instance_id = $1', [id]),
  )
  return rows.map(({ member_id }) => member_id)
}

describe('comments', () => {
  test('are read newest first, page by page, by everyone who sees what they are about', async () => {
    for (const content of ['One', 'Two', 'Three']) await say(content)
    const first = await actors.viewer.client(comments.listInstanceComments, {
      params: { instanceId },
      query: { limit: 2 },
    })
    expect(first.data.map(({ content }) => content)).toEqual(['Three', 'Two'])
    expect(first.data[0]).toMatchObject({
      author: 'Test member',
      user_name: 'Test member',
      can_edit: false,
      is_edited: false,
    })
    const cursor = first.pagination.next_cursor ?? ''
    const rest = await client(comments.listInstanceComments, { params: { instanceId }, query: { cursor } })
    expect(rest.data.map(({ content }) => content)).toEqual(['One'])
    expect(rest.data[0]?.can_edit).toBe(true)
    expect(rest.pagination.next_cursor).toBeNull()
  })

  test('of a task are its own, and tell pages of the task and of the instance', async () => {
    const made = await client(comments.addTaskComment, { params: { taskId }, body: { content: 'About this' } })
    const { data } = await client(comments.listTaskComments, { params: { taskId }, query: {} })
    expect(data).toEqual([made])
    const { rows } = await api.database.admin((db) =>
      db.query<{ type: string }>(
        `select type from events where type like '%.commented' and entity_id in ($1, $2) order by id desc limit 2`,
        [taskId, instanceId],
      ),
    )
    expect(rows.map(({ type }) => type).toSorted()).toEqual(['instance.commented', 'task.commented'])
  })

  test('are changed and taken back by whoever wrote them, and by nobody else', async () => {
    const { id } = await say('Frist')
    const params = { commentId: CommentId.parse(id) }
    expect(await verdict(actors.owner.client(comments.editComment, { params, body: { content: 'x' } }))).toBe(
      '403 not_own',
    )
    expect(await verdict(actors.owner.client(comments.removeComment, { params }))).toBe('403 not_own')
    const edited = await client(comments.editComment, { params, body: { content: 'First' } })
    expect(edited).toMatchObject({ id, content: 'First', is_edited: true })
    expect(await client(comments.removeComment, { params })).toEqual({ id })
    expect(await verdict(client(comments.editComment, { params, body: { content: 'x' } }))).toBe('404 not_found')
    const { data } = await client(comments.listInstanceComments, { params: { instanceId }, query: {} })
    expect(data.map((one) => one.id)).not.toContain(id)
  })
})

describe('a mention', () => {
  test('names a member and adds nobody to an open instance; one of nobody is refused', async () => {
    const admin = await memberOf('Test admin')
    const made = await say(`Look, @[Test admin](${admin}), and @[Test admin](${admin}) again`)
    expect(made.mentions).toMatchObject([{ id: admin, name: 'Test admin', username: actors.admin.user.username }])
    expect(await participants(instanceId)).not.toContain(admin)
    const stranger = await refusal(say('Hello @[Nobody](01890000-0000-7000-8000-000000000000)'))
    expect(stranger).toMatchObject({ status: 422, message: 'You mentioned someone who isn’t a member' })
  })

  test('offers those who take part first', async () => {
    const { data } = await client(comments.listMentionable, { params: { instanceId }, query: { search: 'test' } })
    expect(data[0]).toMatchObject({ participant: true })
    expect(data.map(({ name }) => name)).toContain('Test viewer')
    const some = await client(comments.listMentionable, { params: { instanceId }, query: { search: 'ADM' } })
    expect(some.data.map(({ name }) => name)).toEqual(['Test admin'])
  })

  test('of somebody who may not see the instance is refused; whoever may narrow it brings them in', async () => {
    const world = await limitedWorld(api)
    const { viewers, instances, workflows, tenant } = world
    const named = (who: keyof typeof viewers) => `@[Somebody](${viewers[who].memberId})`
    const on = (who: keyof typeof viewers, id: string, content: string) =>
      commentOnInstance(ctx, viewers[who], InstanceId.parse(id), content)
    await expect(on('in_team', instances.of_team, named('outsider'))).rejects.toMatchObject({ status: 422 })
    await expect(on('outsider', instances.of_team, 'Hello')).rejects.toMatchObject({ status: 404 })
    // A member cannot narrow, so that naming an outsider of a narrowed instance is refused.
    await expect(on('participant', instances.narrowed, named('outsider'))).rejects.toMatchObject({ status: 422 })
    await inTenant(ctx, tenant, async ({ db, tenantId }) => {
      await db
        .insertInto('instance_people')
        .values({ tenant_id: tenantId, instance_id: instances.narrowed, member_id: viewers.admin.memberId })
        .execute()
      await beginAccessChange(db, tenantId)
    })
    await on('admin', instances.narrowed, named('outsider'))
    const seen = await instanceComments(ctx, viewers.outsider, InstanceId.parse(instances.narrowed), { limit: 10 })
    expect(seen.data).toHaveLength(1)
    // The workflow itself stays shut.
    await inTenant(ctx, tenant, ({ db, tenantId }) =>
      db
        .insertInto('workflow_access')
        .values({ tenant_id: tenantId, workflow_id: workflows.of_team, member_id: viewers.admin.memberId })
        .execute(),
    )
    await inTenant(ctx, tenant, ({ db, tenantId }) => beginAccessChange(db, tenantId))
    await expect(on('admin', instances.of_team, named('outsider'))).rejects.toMatchObject({ status: 422 })
  })
})
