import type { Client } from '@throughline/contracts/client'
import { MessageId } from '@throughline/contracts/ids'
import * as messages from '@throughline/contracts/inbox'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'

const api = await sharedApi()
const { ours, hire, task } = await createTaskWorld(api)
const { tenantId } = ours

type Person = Awaited<ReturnType<typeof hire>>

const list = async (client: Client, query: object = {}) => (await client(messages.listMessages, { query })).data
const idsOf = async (client: Client, query: object = {}) => (await list(client, query)).map(({ id }) => id).toSorted()

async function tellOf(person: Person, things: number): Promise<MessageId[]> {
  for (let n = 0; n < things; n++) {
    const about = { task: await task({ step: 'file' }) }
    await inTenant(api.ctx, { tenantId }, async (tx) =>
      tx.notify({ type: 'mentioned', because: 'mentioned', name: 'x', text: 'x', to: [person.id], about }),
    )
  }
  return (await idsOf(person.client)).map((id) => MessageId.parse(id))
}

describe('one change of many messages', () => {
  test('is made to each of them, with a result for each', async () => {
    const ada = await hire('ada', 'Ada')
    const ids = await tellOf(ada, 3)
    const bulk = (body: object) => ada.client(messages.bulkMessages, { body: { act: 'read', ids, ...body } })
    const unread = async () => (await ada.client(messages.countMessages)).data.unread
    const done = ids.map((id) => ({ id, result: 'done' }))
    expect((await bulk({ act: 'read' })).data).toMatchObject(done)
    expect(await unread()).toBe(0)
    expect((await bulk({ act: 'unread' })).data).toMatchObject(done)
    expect(await unread()).toBe(3)
    expect((await bulk({ act: 'label', label_id: 'important' })).data).toMatchObject(done)
    expect(await idsOf(ada.client, { label: 'important' })).toEqual(ids)
    expect((await bulk({ act: 'snooze', snooze: { for_news: true } })).data).toMatchObject(done)
    expect(await idsOf(ada.client, { view: 'snoozed' })).toEqual(ids)
    expect((await bulk({ act: 'delete' })).data).toMatchObject(done)
    expect(await idsOf(ada.client, { view: 'deleted' })).toEqual(ids)
    expect((await bulk({ act: 'restore' })).data).toMatchObject(done)
    expect(await idsOf(ada.client, { view: 'deleted' })).toEqual([])
  })

  test('says what is missing, and refuses alone what cannot be done', async () => {
    const ada = await hire('ada', 'Ada')
    const [first, ...others] = await tellOf(ada, 2)
    const ids = [first ?? '', ...others].map((id) => MessageId.parse(id))
    const bulk = (body: object) => ada.client(messages.bulkMessages, { body: { act: 'read', ids, ...body } })
    expect(await verdict(bulk({ act: 'label' }))).toBe('422 invalid_request')
    expect(await verdict(bulk({ act: 'snooze' }))).toBe('422 invalid_request')
    const unknown = await bulk({ act: 'label', label_id: 'nowhere' })
    expect(unknown.data).toMatchObject(ids.map((id) => ({ id, result: 'refused', code: 'not_found' })))
    const missing = MessageId.parse('01890000-0000-7000-8000-000000000000')
    const mixed = await bulk({ act: 'delete', ids: [...ids, missing] })
    expect(mixed.data.map(({ result }) => result)).toEqual(['done', 'done', 'refused'])
  })
})

describe('labels', () => {
  test('are as many as a person can look through, however many are asked for', async () => {
    const ada = await hire('ada', 'Ada')
    const make = (n: number) =>
      ada.client(messages.addLabel, { body: { label_id: `label-${n}`, name: `Label ${n}`, color: '#4f46e5' } })
    const room = messages.MOST_LABELS - messages.DEFAULT_LABELS.length
    for (let n = 0; n < room - 1; n++) await make(n)
    // The last places are asked for at once.
    const verdicts = await Promise.all(Array.from({ length: 8 }, (_, n) => verdict(make(1_000 + n))))
    expect(verdicts.toSorted()).toEqual([...Array(7).fill('409 too_many_labels'), 'accepted'])
    expect(await ada.client(messages.listLabels)).toHaveLength(messages.MOST_LABELS)
  })

  test('are kept and shown as they were written, markup and all', async () => {
    const ada = await hire('ada', 'Ada')
    const name = '<b>Q4</b> & co'
    await ada.client(messages.addLabel, { body: { label_id: messages.labelIdOf(name), name, color: '#4f46e5' } })
    expect((await ada.client(messages.listLabels)).at(-1)).toMatchObject({ label_id: '<b>q4</b>-&-co', name })
  })
})
