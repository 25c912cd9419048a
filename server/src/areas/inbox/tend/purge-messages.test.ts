import * as messages from '@throughline/contracts/inbox'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { purgeOnce } from './purge-messages.ts'
import { tendOnce } from './tend-inboxes.activities.ts'

const api = await sharedApi()
const { ours, task, hire } = await createTaskWorld(api)
const { tenantId } = ours
const jobs = workerContext(api.ctx)

type Person = Awaited<ReturnType<typeof hire>>

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY)
const at = (messageId: string) => ({ params: { messageId } })

/** News of a task, in a message that asks nothing. */
async function tell(person: Person, pieces = 1): Promise<string> {
  const about = { task: await task({ step: 'file' }) }
  for (let n = 0; n < pieces; n++)
    await inTenant(api.ctx, { tenantId }, async (tx) =>
      tx.notify({ type: 'mentioned', because: 'mentioned', name: 'x', text: 'x', to: [person.id], about }),
    )
  const { data } = await person.client(messages.listMessages, { query: {} })
  return data[0]?.id ?? ''
}

/** A task of theirs, and the message that asks for it. */
async function ask(person: Person): Promise<string> {
  const id = await task({ step: 'file', assignedTo: person.id })
  await inTenant(api.ctx, { tenantId }, async (tx) => tx.emit({ type: 'task.opened', kind: 'task', id }))
  const { data } = await person.client(messages.listMessages, { query: { view: 'needs_you' } })
  return data.find(({ metadata }) => metadata.entities.some(({ entityId }) => entityId === id))?.id ?? ''
}

const purge = async (now: Date) => {
  let rounds = 0
  while (await purgeOnce(jobs, { tenantId }, now)) rounds += 1
  return rounds
}
const idsOf = async ({ client }: Person, query: object = {}) =>
  (await client(messages.listMessages, { query })).data.map(({ id }) => id)
const rowsOf = async ({ id }: Person) => {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ messages: number; news: number }>(
      `select (select count(*)::int from messages where member_id = $1) as messages,
         (select count(*)::int from message_news where member_id = $1) as news`,
      [id],
    ),
  )
  return rows[0]
}

describe('a message', () => {
  test('that was deleted can be restored for 30 days, and then is gone with all it said', async () => {
    const ada = await hire('ada', 'Ada')
    const [gone, kept] = [await tell(ada, 3), await tell(ada)]
    await ada.client(messages.deleteMessage, at(gone))
    await purge(inDays(29.9))
    expect(await idsOf(ada, { view: 'deleted' })).toEqual([gone])
    await purge(inDays(30.1))
    const deleted = await ada.client(messages.listMessages, { query: { view: 'deleted' } })
    expect(deleted).toMatchObject({ data: [], pagination: { total: 0 } })
    expect(await verdict(ada.client(messages.restoreMessage, at(gone)))).toBe('404 not_found')
    expect(await idsOf(ada)).toEqual([kept])
    expect(await rowsOf(ada)).toEqual({ messages: 1, news: 1 })
  })

  test('ends a year after its last news, read or not, and the counts follow', async () => {
    const ada = await hire('ada', 'Ada')
    await tell(ada)
    const counts = async () => (await ada.client(messages.countMessages)).data
    const labels = async () => (await ada.client(messages.listLabels))[0]
    await purge(inDays(364))
    expect(await counts()).toMatchObject({ unread: 1 })
    await purge(inDays(367))
    expect(await counts()).toMatchObject({ unread: 0, needs_you: 0 })
    expect(await labels()).toMatchObject({ label_id: 'inbox', unread: 0, total: 0 })
    expect(await rowsOf(ada)).toEqual({ messages: 0, news: 0 })
  })

  test('that still needs the person does not end, deleted or not; without it they would be asked anew', async () => {
    const ada = await hire('ada', 'Ada')
    const [open, deleted] = [await ask(ada), await ask(ada)]
    await ada.client(messages.deleteMessage, at(deleted))
    await purge(inDays(800))
    expect(await rowsOf(ada)).toMatchObject({ messages: 2 })
    expect(await idsOf(ada, { view: 'needs_you' })).toEqual([open])
  })

  test('that gets news while it would end is there with it', async () => {
    const ada = await hire('ada', 'Ada')
    const id = await tell(ada)
    const { rows } = await api.database.admin((admin) =>
      admin.query<{ task_id: string }>(
        `update messages set news_at = now() - interval '13 months' where id = $1 returning task_id`,
        [id],
      ),
    )
    const about = { task: rows[0]?.task_id ?? '' }
    const news = { type: 'mentioned', because: 'mentioned', name: 'y', text: 'y', to: [ada.id], about } as const
    await Promise.all([
      ...Array.from({ length: 4 }, () => inTenant(api.ctx, { tenantId }, async (tx) => tx.notify(news))),
      purge(new Date()),
      purge(new Date()),
    ])
    expect(await idsOf(ada)).toHaveLength(1)
    expect(await rowsOf(ada)).toMatchObject({ messages: 1 })
  })
})

test('thousands end in batches, and whoever looks after the inboxes comes for the next', async () => {
  const ada = await hire('ada', 'Ada')
  await tell(ada)
  await api.database.admin((admin) =>
    admin.query(
      `with made as (
         insert into messages (tenant_id, member_id, thing_id, type, kind, family, because, title, news_no, news_at, read_at)
         select tenant_id, member_id, uuidv7(), 'workflow_shared', 'shared', 'workflow', 'shared', 'x', n - 2000,
           now() - interval '13 months', now()
         from inboxes cross join generate_series(1, 1200) n where member_id = $1 returning *)
       insert into message_news (tenant_id, member_id, message_id, type, kind, body, mail)
       select tenant_id, member_id, id, type, kind, '', 'off' from made cross join generate_series(1, 6)`,
      [ada.id],
    ),
  )
  expect(await purge(new Date())).toBe(2)
  expect(await rowsOf(ada)).toEqual({ messages: 1, news: 1 })
  const next = await tendOnce(jobs, { tenantId })
  expect(next).not.toBeNull()
  expect(next ?? 0).toBeLessThan(inDays(367).getTime())
})

test('a mail that cannot be made keeps nothing else of a workspace back', async () => {
  const ada = await hire('ada', 'Ada')
  const gone = await tell(ada)
  await ada.client(messages.deleteMessage, at(gone))
  const asked = await ask(ada)
  await api.database.admin(async (admin) => {
    await admin.query(`update messages set deleted_at = now() - interval '31 days' where id = $1`, [gone])
    await admin.query('update messages set mail_at = now() where id = $1', [asked])
  })
  const keyring = new Proxy(jobs.keyring, {
    get: () => {
      throw new Error('there is no key')
    },
  })
  await expect(tendOnce({ ...jobs, keyring }, { tenantId })).rejects.toThrow('there is no key')
  expect(await idsOf(ada, { view: 'deleted' })).toEqual([])
})
