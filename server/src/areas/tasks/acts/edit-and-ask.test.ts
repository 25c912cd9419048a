import * as acts from '@throughline/contracts/task-acts'
import { listTasks } from '@throughline/contracts/tasks'
import { setWorkflowAccess } from '@throughline/contracts/workflows'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeInstance, makeWorkflow } from '../../../../test/running-world.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'

const api = await sharedApi()
const { maya, priya, ours, theirs, actors, task, complete, read, at } = await createTaskWorld(api)

describe('editing', () => {
  const edit = (id: string, body: object, client = actors.owner.client) => client(acts.editTask, { ...at(id), body })

  test('moves it to somebody, by username or address, and back to nobody', async () => {
    const id = await task({ assignedTo: maya.id, status: 'in_progress' })
    expect((await edit(id, { assigned_to: priya.user.username.toUpperCase() })).data).toMatchObject({
      assigned_to: priya.user.username,
      state: 'pending',
    })
    expect((await edit(id, { assigned_to: maya.user.email })).data.assigned_to).toBe(maya.user.username)
    const theirs = await maya.client(listTasks, { query: { assigned_to: maya.user.username } })
    expect(theirs.data.map((row) => row.id)).toContain(id)
    expect((await edit(id, { assigned_to: '' })).data).toMatchObject({ assigned_to: null, assignee: null })
    expect(await verdict(edit(id, { assigned_to: 'nobody-here' }))).toBe('422 invalid_request')
    expect(await verdict(edit(id, { assigned_to: actors.other_admin.user.username }))).toBe('422 invalid_request')
  })

  test('sets reviewer, priority and date for all who have a part in it', async () => {
    const id = await task({ assignedTo: maya.id })
    const { data } = await edit(id, {
      reviewer: priya.user.username,
      priority: 'urgent',
      due_date: '2030-03-01T23:59:59Z',
    })
    expect(data).toMatchObject({
      reviewer: priya.user.username,
      priority: 'urgent',
      due_date: '2030-03-01T23:59:59Z',
      due_has_time: false,
    })
    const { rows } = await api.database.admin((admin) =>
      admin.query(
        `select p.priority = t.priority and p.due_sort = t.due_sort and p.status = t.status as same
        from task_people p join tasks t on t.tenant_id = p.tenant_id and t.id = p.task_id where t.id = $1`,
        [id],
      ),
    )
    expect(rows).toEqual([{ same: true }, { same: true }])
    expect(await verdict(edit(id, { reviewer: maya.user.username }))).toBe('422 invalid_request')
    expect((await edit(id, { due_date: null, reviewer: null })).data).toMatchObject({ due_date: null, reviewer: null })
  })

  test('a stale version is refused', async () => {
    const id = await task()
    const { version } = await read(id)
    await edit(id, { priority: 'low', version })
    expect(await verdict(edit(id, { priority: 'high', version }))).toBe('409 stale_version')
  })

  test('nobody outside a limited workflow gets a part in it', async () => {
    const hidden = await makeWorkflow(api.ctx, ours)
    const body = { visibility: 'limited' as const, team_ids: [ours.teamId], member_ids: [] }
    await actors.owner.client(setWorkflowAccess, { params: { workflowId: hidden }, body })
    const id = await task({}, await makeInstance(api.ctx, ours.tenantId, hidden))
    expect(await verdict(edit(id, { assigned_to: actors.outsider.user.username }))).toBe('422 not_visible')
    expect(await verdict(edit(id, { reviewer: actors.outsider.user.username }))).toBe('422 not_visible')
    expect(await verdict(actors.outsider.client(acts.claimTask, at(id)))).toBe('404 not_found')
    const { data } = await actors.outsider.client(listTasks, { query: { search: 'task' } })
    expect(data.map((row) => row.id)).not.toContain(id)
    const ask = { to: actors.outsider.user.member_id, question: 'Seen it?' }
    expect(await verdict(maya.client(acts.askQuery, { ...at(id), body: ask }))).toBe('422 not_visible')
  })
})

describe('a query', () => {
  test('waits with whoever is asked; a blocking one keeps the task from being completed', async () => {
    const id = await task({ assignedTo: maya.id })
    await maya.client(acts.askQuery, {
      ...at(id),
      body: { to: priya.id, question: 'Which desk?\nThe one by the door?', blocking: true },
    })
    const data = await read(id, maya.client)
    expect(data.queries).toMatchObject([
      { question: 'Which desk?\nThe one by the door?', to: { id: priya.id }, blocking: true, answer: null },
    ])
    expect(data).toMatchObject({ can: { complete: false }, blocked_by: 'Waiting for an answer from Priya Sharma' })
    await expect(complete(maya.client, id)).rejects.toMatchObject({
      status: 409,
      code: 'blocked',
      message: /Priya Sharma/,
    })
    const [query] = (await priya.client(listTasks, { query: { assigned_to: priya.user.username, type: 'query' } })).data
    expect(query).toMatchObject({
      name: 'Which desk?',
      task_type_display: 'Query',
      requested_by: { id: maya.id },
      mine: 'assignee',
    })
    const queryId = query?.id ?? ''
    expect(await verdict(complete(priya.client, queryId, {}))).toBe('422 invalid_request')
    expect(await verdict(complete(maya.client, queryId, { answer: 'Mine' }))).toBe('403 not_yours')
    await complete(priya.client, queryId, { answer: 'The oak one' })
    expect(await read(queryId, priya.client)).toMatchObject({
      state: 'completed',
      about: { id },
    })
    expect((await read(id)).queries).toMatchObject([{ answer: 'The oak one', state: 'completed' }])
    expect((await complete(maya.client, id)).data.state).toBe('completed')
  })

  test('is asked of somebody else who is here', async () => {
    const id = await task({ assignedTo: maya.id })
    const ask = (to: string) => verdict(maya.client(acts.askQuery, { ...at(id), body: { to, question: 'Well?' } }))
    expect(await ask(maya.id)).toBe('422 invalid_request')
    expect(await ask(theirs.memberId)).toBe('404 not_found')
  })
})
