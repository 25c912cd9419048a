import type { Client } from '@throughline/contracts/client'
import { MessageId } from '@throughline/contracts/ids'
import * as messages from '@throughline/contracts/inbox'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { eventually } from '../../../../test/eventually.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { tendOnce } from '../tend/tend-inboxes.activities.ts'

const api = await sharedApi()
const { ours, actors, hire, task } = await createTaskWorld(api)
const { tenantId } = ours
// Jobs look after everybody's inboxes.
const jobs = workerContext(api.ctx)

type Person = Awaited<ReturnType<typeof hire>>

/** A task of theirs, and the message about it. */
async function ask(person: Person, due?: Date): Promise<string> {
  const id = await task({ step: 'file', assignedTo: person.id, ...(due && { due }) })
  await inTenant(api.ctx, { tenantId }, async (tx) => tx.emit({ type: 'task.opened', kind: 'task', id }))
  const { data } = await person.client(messages.listMessages, { query: { view: 'needs_you', perPage: 100 } })
  const found = data.find(({ metadata }) => metadata.entities.some(({ entityId }) => entityId === id))
  return found?.id ?? ''
}

const at = (messageId: string) => ({ params: { messageId } })
const list = async (client: Client, query: object = {}) => (await client(messages.listMessages, { query })).data
const idsOf = async (client: Client, query: object = {}) => (await list(client, query)).map(({ id }) => id)
const counts = async (client: Client) => (await client(messages.countMessages)).data
const hours = (n: number) => new Date(Date.now() + n * 3_600_000)
const complete = (client: Client, id: string) =>
  client(messages.actOnMessage, { ...at(id), body: { action: 'complete' } })

describe('a list', () => {
  test('has what needs the person first, by due date, then the newest, a page at a time', async () => {
    const ada = await hire('ada', 'Ada')
    const later = await ask(ada, hours(48))
    const [one, two] = [await ask(ada), await ask(ada)]
    const soon = await ask(ada, hours(2))
    // What needs nobody any more stands among the others.
    for (const id of [one, two]) await complete(ada.client, id)
    const first = await ada.client(messages.listMessages, { query: { perPage: 3 } })
    expect(first.data.map(({ id }) => id)).toEqual([soon, later, two])
    expect(first.pagination).toMatchObject({ total: 4, page: 1, perPage: 3, hasMore: true })
    const query = { perPage: 3, cursor: first.pagination.next_cursor ?? '' }
    const next = await ada.client(messages.listMessages, { query })
    expect(next.data.map(({ id }) => id)).toEqual([one])
    expect(next.pagination).toMatchObject({ hasMore: false, next_cursor: null })
    expect(await idsOf(ada.client, { page: 2, perPage: 3 })).toEqual([one])
    expect(await idsOf(ada.client, { readStatus: 'unread' })).toEqual([soon, later])
    expect(await idsOf(ada.client, { type: 'system' })).toEqual([])
  })

  test('of somebody else, or of a label that is not there, is not found', async () => {
    const [ada, bob] = [await hire('ada', 'Ada'), await hire('bob', 'Bob')]
    const id = await ask(ada)
    for (const { client } of [bob, actors.other_admin]) {
      expect(await verdict(client(messages.getMessage, at(id)))).toBe('404 not_found')
      expect(await verdict(client(messages.readMessage, { ...at(id), body: {} }))).toBe('404 not_found')
      expect(await verdict(client(messages.moveMessage, { ...at(id), body: { label_id: 'archived' } }))).toBe(
        '404 not_found',
      )
      expect(await verdict(client(messages.actOnMessage, { ...at(id), body: { action: 'complete' } }))).toBe(
        '404 not_found',
      )
      const bulk = await client(messages.bulkMessages, { body: { act: 'delete', ids: [MessageId.parse(id)] } })
      expect(bulk.data).toMatchObject([{ result: 'refused', code: 'not_found' }])
    }
    expect(await verdict(ada.client(messages.listMessages, { query: { label: 'elsewhere' } }))).toBe('404 not_found')
    expect(await list(ada.client)).toMatchObject([{ id, read: false }])
  })
})

describe('a message', () => {
  test('is read, unread again, moved and archived; the counts follow', async () => {
    const ada = await hire('ada', 'Ada')
    const id = await ask(ada)
    expect(await counts(ada.client)).toMatchObject({ unread: 1, needs_you: 1 })
    await ada.client(messages.readMessage, { ...at(id), body: {} })
    expect(await counts(ada.client)).toMatchObject({ unread: 0, needs_you: 1 })
    await ada.client(messages.readMessage, { ...at(id), body: { read: false } })
    const label = { label_id: 'month-end', name: 'Month end', color: '#d97706' as const }
    await ada.client(messages.addLabel, { body: label })
    expect(await verdict(ada.client(messages.addLabel, { body: label }))).toBe('409 label_exists')
    await ada.client(messages.moveMessage, { ...at(id), body: { label_id: 'month-end' } })
    expect(await idsOf(ada.client)).toEqual([])
    expect(await idsOf(ada.client, { label: 'month-end' })).toEqual([id])
    expect(await ada.client(messages.listLabels)).toMatchObject([
      { label_id: 'inbox', unread: 0 },
      { label_id: 'important' },
      { label_id: 'archived' },
      { label_id: 'month-end', unread: 1 },
    ])
  })

  test('that was archived comes back the day before it is due, and decides nothing', async () => {
    const ada = await hire('ada', 'Ada')
    const id = await ask(ada, hours(48))
    await ada.client(messages.moveMessage, { ...at(id), body: { label_id: 'archived' } })
    expect(await list(ada.client, { label: 'archived' })).toMatchObject([{ id, needs_you: true }])
    await api.database.admin((admin) =>
      admin.query(`update messages set wake_at = wake_at - interval '25 hours' where id = $1`, [id]),
    )
    await tendOnce(jobs, { tenantId })
    expect(await list(ada.client)).toMatchObject([{ id, label: 'inbox', read: false }])
  })

  test('is put off until a time, never past an hour before it is due, and comes back unread', async () => {
    const ada = await hire('ada', 'Ada')
    const id = await ask(ada, hours(5))
    const put = (until: Date) => ada.client(messages.snoozeMessage, { ...at(id), body: { until: until.toISOString() } })
    expect(await verdict(put(hours(-1)))).toBe('422 invalid_request')
    const { data } = await put(hours(24))
    expect(Math.abs(Date.parse(data.snoozed_until ?? '') - hours(4).getTime())).toBeLessThan(5_000)
    expect(await idsOf(ada.client)).toEqual([])
    expect(await idsOf(ada.client, { view: 'snoozed' })).toEqual([id])
    expect(await counts(ada.client)).toMatchObject({ unread: 0, needs_you: 0, snoozed: 1 })
    await put(new Date(Date.now() + 300))
    await eventually(async () => {
      await tendOnce(jobs, { tenantId })
      expect(await list(ada.client)).toMatchObject([{ id, read: false, snoozed_until: null }])
    })
    const urgent = await ask(ada, hours(0.5))
    const late = ada.client(messages.snoozeMessage, { ...at(urgent), body: { for_news: true } })
    expect(await verdict(late)).toBe('409 due_soon')
  })

  test('is deleted, listed as such and restored', async () => {
    const ada = await hire('ada', 'Ada')
    const id = await ask(ada)
    await ada.client(messages.deleteMessage, at(id))
    expect(await idsOf(ada.client)).toEqual([])
    expect(await list(ada.client, { view: 'deleted' })).toMatchObject([{ id, deleted: true }])
    await ada.client(messages.restoreMessage, at(id))
    expect(await idsOf(ada.client)).toEqual([id])
  })

  test('says nothing once what it is about is not the person’s to see', async () => {
    const ada = await hire('ada', 'Ada')
    const id = await ask(ada)
    await api.database.admin(async (admin) => {
      await admin.query('delete from task_people where member_id = $1', [ada.id])
      await admin.query('delete from instance_people where member_id = $1', [ada.id])
      await admin.query(
        `update tasks t set narrowed = true, assigned_to = null from messages m where m.id = $1 and t.id = m.task_id`,
        [id],
      )
      await admin.query(
        `update instances i set narrowed = true from messages m where m.id = $1 and i.id = m.instance_id`,
        [id],
      )
    })
    const [message] = await list(ada.client)
    expect(message).toMatchObject({
      gone: true,
      title: 'No longer available',
      description: '',
      sender: null,
      act: null,
    })
    expect(message?.metadata.entities).toEqual([])
  })

  test('decides by the very call of its task, once, and names the next', async () => {
    const ada = await hire('ada', 'Ada')
    const [one, two] = [await ask(ada, hours(10)), await ask(ada, hours(20))]
    const done = ada.client(messages.actOnMessage, { ...at(one), body: { action: 'approve' } })
    expect(await verdict(done)).toBe('409 not_approval')
    expect(await complete(ada.client, one)).toEqual({
      id: one,
      next: two,
    })
    expect(await list(ada.client)).toMatchObject([{ id: two }, { id: one, needs_you: false, read: true }])
  })
})

describe('marking all as read', () => {
  test('marks a label whole, however long, and nothing that comes later', async () => {
    const ada = await hire('ada', 'Ada')
    await ask(ada)
    await api.database.admin((admin) =>
      admin.query(
        `insert into messages (tenant_id, member_id, thing_id, type, kind, family, because, title, news_no)
         select tenant_id, member_id, uuidv7(), 'workflow_shared', 'shared', 'workflow', 'shared', 'x', n - 2000
         from inboxes cross join generate_series(1, 1200) n where member_id = $1`,
        [ada.id],
      ),
    )
    await ada.client(messages.markAllRead, { body: { label: 'inbox' } })
    expect(await counts(ada.client)).toMatchObject({ unread: 0 })
    expect((await list(ada.client, { perPage: 100 })).every(({ read }) => read)).toBe(true)
    const later = await ask(ada)
    expect(await counts(ada.client)).toMatchObject({ unread: 1 })
    await tendOnce(jobs, { tenantId })
    expect(await counts(ada.client)).toMatchObject({ unread: 1 })
    expect(await idsOf(ada.client, { readStatus: 'unread' })).toEqual([later])
  })
})
