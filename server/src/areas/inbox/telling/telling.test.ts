import type { Client } from '@throughline/contracts/client'
import { addTaskComment, editComment, removeComment } from '@throughline/contracts/comments'
import * as messages from '@throughline/contracts/inbox'
import { removeInstance, restoreInstance } from '@throughline/contracts/instance-acts'
import { removeTeamMember } from '@throughline/contracts/org-teams'
import * as acts from '@throughline/contracts/task-acts'
import { parse } from '@throughline/flow/compile'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { approval, form } from '../../../../test/engine/steps.ts'
import { makeWorkflow, startedInstance } from '../../../../test/running-world.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'

const api = await sharedApi()
const { ours, actors, maya, priya, hire, at } = await createTaskWorld(api)
const { owner } = actors

/** An instance of these steps, started by the owner; the task it begins with. */
async function begin(...steps: object[]): Promise<string> {
  const workflow = await makeWorkflow(api.ctx, ours, parse({ name: 'Told', prefix: 'TLD', steps }).doc)
  const id = await startedInstance(api.ctx, ours.tenantId, workflow, { startedBy: ours.ownerId })
  return taskOf(id)
}

async function taskOf(instanceId: string, step?: string): Promise<string> {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ id: string; instance_id: string }>(
      'select id from tasks where instance_id = $1 and ($2::text is null or step = $2) order by number desc limit 1',
      [instanceId, step ?? null],
    ),
  )
  return rows[0]?.id ?? ''
}

async function instanceOf(taskId: string): Promise<string> {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ instance_id: string }>('select instance_id from tasks where id = $1', [taskId]),
  )
  return rows[0]?.instance_id ?? ''
}

const inbox = async (client: Client, query: Partial<{ label: string; view: 'needs_you' }> = {}) =>
  (await client(messages.listMessages, { query })).data

/** What a person's inbox says of a task; undefined: nothing. */
async function about(client: Client, taskId: string) {
  const found = await inbox(client)
  return found.find(({ metadata }) => metadata.entities.some(({ entityId }) => entityId === taskId))
}

const manual = (more: object = {}) => form('do', [], { assignee: { person: maya.id }, ...more })
const complete = (client: Client, id: string) => client(acts.completeTask, { ...at(id), body: { answers: {} } })

describe('whoever is asked is told', () => {
  test('of a task that is theirs, and not any more once it is done', async () => {
    const id = await begin(manual())
    expect(await about(maya.client, id)).toMatchObject({
      type: 'task_assigned',
      title: 'do',
      needs_you: true,
      read: false,
      act: 'complete',
      news_count: 1,
    })
    await complete(maya.client, id)
    expect(await about(maya.client, id)).toMatchObject({ needs_you: false, read: true, act: null })
  })

  test('of an approval, until it is decided, by whomever', async () => {
    const id = await begin(approval('ok', [], [{ person: maya.id }, { person: priya.id }], { rule: 'any' }))
    for (const { client } of [maya, priya])
      expect(await about(client, id)).toMatchObject({ needs_you: true, act: 'decide' })
    await maya.client(acts.decideTask, { ...at(id), body: { decision: 'approve', comment: 'Fine' } })
    for (const { client } of [maya, priya])
      expect(await about(client, id)).toMatchObject({ needs_you: false, read: true })
    expect(await about(owner.client, id)).toMatchObject({
      type: 'task_decided',
      title: 'Approved: ok',
      description: 'Fine',
      sender: { name: 'Maya Okafor' },
      needs_you: false,
    })
  })

  test('of a queue, until somebody takes from it; who takes it keeps it without news', async () => {
    const id = await begin(form('do', [], { assignee: { team: ours.teamId } }))
    expect(await about(priya.client, id)).toMatchObject({ type: 'task_queued', act: 'claim', needs_you: true })
    await maya.client(acts.claimTask, at(id))
    expect(await about(priya.client, id)).toMatchObject({ needs_you: false, read: true })
    expect(await about(maya.client, id)).toMatchObject({ type: 'task_assigned', needs_you: true, news_count: 1 })
    await maya.client(acts.releaseTask, at(id))
    expect(await about(priya.client, id)).toMatchObject({ needs_you: true, read: false, news_count: 2 })
  })

  test('of a queue no longer once they have left it', async () => {
    const noor = await hire('noor', 'Noor Aziz')
    const id = await begin(form('do', [], { assignee: { team: ours.teamId } }))
    expect(await about(noor.client, id)).toMatchObject({ needs_you: true })
    const params = { orgId: ours.tenantId, teamId: ours.teamId, memberId: noor.id }
    await owner.client(removeTeamMember, { params })
    expect(await about(noor.client, id)).toMatchObject({ needs_you: false, read: true, act: null })
    expect(await about(maya.client, id)).toMatchObject({ needs_you: true })
  })

  test('of what was sent back, in the words of who sent it', async () => {
    const id = await begin(manual({ reviewer: { person: priya.id } }))
    await complete(maya.client, id)
    expect(await about(maya.client, id)).toMatchObject({ needs_you: false })
    expect(await about(priya.client, id)).toMatchObject({ type: 'review_requested', act: 'review', needs_you: true })
    await priya.client(acts.reviewTask, { ...at(id), body: { decision: 'return', comment: 'The total is missing.' } })
    expect(await about(maya.client, id)).toMatchObject({
      type: 'task_returned',
      description: 'The total is missing.',
      sender: { name: 'Priya Sharma' },
      needs_you: true,
      read: false,
    })
  })

  test('once of what an approver sent back to them, though they started it, too', async () => {
    const first = await begin(
      form('do', ['ok'], { assignee: { starter: true } }),
      approval('ok', [], [{ person: maya.id }]),
    )
    const instanceId = await instanceOf(first)
    await complete(owner.client, first)
    const vote = await taskOf(instanceId, 'ok')
    await maya.client(acts.decideTask, { ...at(vote), body: { decision: 'changes', comment: 'Two quotes.' } })
    const told = { type: 'task_returned', description: 'Two quotes.', needs_you: true }
    expect(await about(owner.client, await taskOf(instanceId, 'do'))).toMatchObject(told)
    expect(await about(owner.client, vote)).toBeUndefined()
  })

  test('of a question, and who asked it of the answer', async () => {
    const id = await begin(manual())
    await maya.client(acts.askQuery, { ...at(id), body: { to: priya.id, question: 'Which one?' } })
    const asked = (await inbox(priya.client)).find(({ type }) => type === 'question_asked')
    expect(asked).toMatchObject({ title: 'Which one?', act: 'answer', sender: { name: 'Maya Okafor' } })
    await priya.client(messages.actOnMessage, {
      params: { messageId: asked?.id ?? '' },
      body: { action: 'answer', comment: 'The blue one' },
    })
    const [answer] = (await inbox(maya.client)).filter(({ type }) => type === 'question_answered')
    expect(answer).toMatchObject({ title: 'Answered: Which one?', description: 'The blue one' })
  })

  test('of a comment in its own words, which change and go with it', async () => {
    const id = await begin(manual())
    const { id: commentId } = await owner.client(addTaskComment, { ...at(id), body: { content: 'The PIN is 4711' } })
    await complete(maya.client, id)
    const said = async () => {
      const message = await about(maya.client, id)
      const { data } = await maya.client(messages.getMessage, { params: { messageId: message?.id ?? '' } })
      return JSON.stringify(data)
    }
    expect(await said()).toContain('4711')
    await owner.client(editComment, { params: { commentId }, body: { content: 'Ask me for the PIN' } })
    expect(await said()).toContain('Ask me for the PIN')
    expect(await said()).not.toContain('4711')
    await owner.client(removeComment, { params: { commentId } })
    expect(await said()).not.toContain('Ask me for the PIN')
    const { id: other } = await maya.client(addTaskComment, { ...at(id), body: { content: 'Oh, that one' } })
    expect(await about(owner.client, id)).toMatchObject({ description: 'Oh, that one' })
    await maya.client(removeComment, { params: { commentId: other } })
    expect(await about(owner.client, id)).toMatchObject({ description: '' })
  })

  test('again when a reminder is sent, in the same message', async () => {
    const id = await begin(manual())
    await owner.client(acts.remindTask, at(id))
    const message = await about(maya.client, id)
    expect(message).toMatchObject({ type: 'task_assigned', needs_you: true, news_count: 2 })
    const { data } = await maya.client(messages.getMessage, { params: { messageId: message?.id ?? '' } })
    expect(data).toMatchObject({ because: 'assignee', news: [{ type: 'task_assigned' }, { type: 'task_reminder' }] })
  })

  test('no more once the instance is in the trash', async () => {
    const id = await begin(manual())
    const { rows } = await api.database.admin((admin) =>
      admin.query<{ instance_id: string }>('select instance_id from tasks where id = $1', [id]),
    )
    const params = { instanceId: rows[0]?.instance_id ?? '' }
    await owner.client(removeInstance, { params })
    expect(await about(maya.client, id)).toBeUndefined()
    expect(await inbox(maya.client, { view: 'needs_you' })).not.toContainEqual(expect.objectContaining({ gone: true }))
    await owner.client(restoreInstance, { params })
    expect(await about(maya.client, id)).toMatchObject({ needs_you: false, read: true })
  })

  test('but not of what they gave themselves', async () => {
    const id = await begin(manual())
    await maya.client(acts.editTask, { ...at(id), body: { assigned_to: maya.user.username } })
    expect(await about(maya.client, id)).toMatchObject({ news_count: 1 })
    const first = await begin(manual({ next: ['again'] }), form('again', [], { assignee: { person: maya.id } }))
    await complete(maya.client, first)
    expect(await inbox(maya.client)).not.toContainEqual(expect.objectContaining({ title: 'again' }))
    expect(await about(maya.client, first)).toMatchObject({ needs_you: false, read: true })
  })
})

test('whoever follows a workflow hears of each instance; whoever muted it, of what needs them alone', async () => {
  const workflow = await makeWorkflow(
    api.ctx,
    ours,
    parse({ name: 'Followed', prefix: 'FLW', steps: [form('do', [], { assignee: { person: maya.id } })] }).doc,
  )
  const noor = await hire('noor', 'Noor Haddad')
  const follow = (member: string, level: string) =>
    api.database.admin((admin) =>
      admin.query('insert into follows (tenant_id, workflow_id, member_id, level) values ($1, $2, $3, $4)', [
        ours.tenantId,
        workflow,
        member,
        level,
      ]),
    )
  await follow(noor.id, 'everything')
  await follow(maya.id, 'muted')
  const instance = await startedInstance(api.ctx, ours.tenantId, workflow, { startedBy: ours.ownerId })
  const id = await taskOf(instance)
  expect(await inbox(noor.client)).toMatchObject([{ type: 'instance_started', news_count: 1 }])
  expect(await about(maya.client, id)).toMatchObject({ needs_you: true, news_count: 1 })
  await owner.client(addTaskComment, { params: { taskId: id }, body: { content: 'Hello' } })
  expect(await about(maya.client, id)).toMatchObject({ news_count: 1 })
  await complete(maya.client, id)
  expect(await inbox(noor.client)).toMatchObject([{ type: 'instance_completed', news_count: 2 }])
})

describe('comments', () => {
  const say = (client: Client, taskId: string, content: string) =>
    client(addTaskComment, { params: { taskId }, body: { content } })

  test('reach those with a part in the task; whoever is named is told once, as named', async () => {
    const id = await begin(manual({ reviewer: { person: priya.id } }))
    const noor = await hire('noor', 'Noor Haddad')
    await say(owner.client, id, `Please look, @[Noor Haddad](${noor.id})`)
    expect(await about(noor.client, id)).toMatchObject({
      type: 'mentioned',
      title: 'Mentioned you in do',
      description: 'Please look, @Noor Haddad',
      needs_you: false,
      act: 'reply',
    })
    expect(await about(priya.client, id)).toMatchObject({ type: 'task_commented', title: 'New comment on do' })
    // What needs somebody goes on saying so, with news.
    expect(await about(maya.client, id)).toMatchObject({ type: 'task_assigned', needs_you: true, news_count: 2 })
    expect(await about(owner.client, id)).toBeUndefined()
  })

  test('that come to name somebody by an edit tell them, and nobody who was named before', async () => {
    const id = await begin(manual())
    const [noor, ivo] = [await hire('noor', 'Noor Haddad'), await hire('ivo', 'Ivo Brandt')]
    const said = await say(owner.client, id, `Please look, @[Noor Haddad](${noor.id})`)
    const body = { content: `Please look, @[Noor Haddad](${noor.id}) and @[Ivo Brandt](${ivo.id})` }
    await owner.client(editComment, { params: { commentId: said.id }, body })
    expect(await about(ivo.client, id)).toMatchObject({
      type: 'mentioned',
      description: expect.stringContaining('@Ivo'),
    })
    expect(await about(noor.client, id)).toMatchObject({ news_count: 1 })
  })

  test('about one thing are one message, unread again', async () => {
    const id = await begin(manual())
    await say(maya.client, id, 'One')
    const first = await about(owner.client, id)
    await owner.client(messages.readMessage, { params: { messageId: first?.id ?? '' }, body: {} })
    await say(maya.client, id, 'Two')
    expect(await about(owner.client, id)).toMatchObject({
      id: first?.id,
      read: false,
      news_count: 2,
      description: 'Two',
    })
  })
})
