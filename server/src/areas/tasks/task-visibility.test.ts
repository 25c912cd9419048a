import { BOARD_COLUMNS, boardTasks, listTasks } from '@throughline/contracts/tasks'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeTask } from '../../../test/running-world.ts'
import { expectHidden, KINDS, limitedWorld } from '../../../test/visibility/limited-world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import type { LiveMessage } from '../../core/live/live-message.ts'
import { editByPerson } from './acts/edit.ts'
import { readTask } from './detail/task-detail.service.ts'
import { tasksBoard } from './list/board.service.ts'
import { tasksPage } from './list/task-list.service.ts'

const api = await sharedApi()
const world = await limitedWorld(api)
const { tenantId } = world.tenant
const tasks = new Map<string, string>()
for (const kind of KINDS)
  tasks.set(kind, await makeTask(api.ctx, tenantId, world.instances[kind], { name: `Of ${kind}` }))

const listed = async (viewer: Viewer) => {
  const { data } = await tasksPage(api.ctx, viewer, listTasks.query.parse({}))
  return data.map((task) => task.workflow_instance)
}

test('every list and every column shows the tasks of what one may see', async () => {
  await expectHidden(world, listed)
  for (const sort of ['title', 'priority', 'type'])
    await expectHidden(world, async (viewer) => {
      const { data } = await tasksPage(api.ctx, viewer, listTasks.query.parse({ sort, order: 'desc' }))
      return data.map((task) => task.workflow_instance)
    })
  await expectHidden(world, async (viewer) => {
    const { data } = await tasksBoard(api.ctx, viewer, boardTasks.query.parse({}))
    expect(data.map(({ column }) => column)).toEqual(BOARD_COLUMNS)
    expect(data[0]?.count).toBe(data[0]?.tasks.length)
    return data.flatMap((column) => column.tasks.map((task) => task.workflow_instance))
  })
  await expectHidden(world, async (viewer) => {
    const each = KINDS.map(async (kind) => {
      const { data } = await tasksPage(api.ctx, viewer, listTasks.query.parse({ instance: world.instances[kind] }))
      return data.map((task) => task.workflow_instance)
    })
    return (await Promise.all(each)).flat()
  })
})

test('what is hidden is not there for acts either, and no page hears of it', async () => {
  const { in_team, outsider } = world.viewers
  const heard: Extract<LiveMessage, { kind: 'live' }>[] = []
  const ctx = { ...api.ctx, publish: (message: LiveMessage) => void (message.kind === 'live' && heard.push(message)) }
  const edit = (viewer: Viewer, kind: string) =>
    inTenant(ctx, viewer, (tx) => editByPerson(tx, viewer, tasks.get(kind) ?? '', { priority: 'high' }))
  await expect(edit(outsider, 'of_team')).rejects.toMatchObject({ status: 404 })
  await expect(readTask(ctx, outsider, tasks.get('of_team') ?? '')).rejects.toMatchObject({ status: 404 })
  await edit(in_team, 'of_team')
  const [frame] = heard.flatMap(({ frames }) => frames)
  expect(frame).toMatchObject({
    type: 'task.changed',
    id: tasks.get('of_team'),
    instance: world.instances.of_team,
  })
  expect(frame?.to).toContain(in_team.memberId)
  expect(frame?.to).not.toContain(outsider.memberId)
  await edit(outsider, 'open')
  expect(heard.at(-1)?.frames[0]?.to).toBeUndefined()
})

test('whoever has a part in a task sees that one, and nothing else of it', async () => {
  const { outsider } = world.viewers
  const id = await makeTask(api.ctx, tenantId, world.instances.of_team, {
    round: 2,
    assignedTo: outsider.memberId,
    name: 'Theirs',
  })
  const { data } = await tasksPage(api.ctx, outsider, listTasks.query.parse({}))
  expect(data.map((task) => task.id).toSorted()).toEqual([id, tasks.get('open') ?? ''].toSorted())
})
