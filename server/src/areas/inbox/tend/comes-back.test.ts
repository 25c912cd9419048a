import { setTimeout as sleep } from 'node:timers/promises'
import * as messages from '@throughline/contracts/inbox'
import { editTask } from '@throughline/contracts/task-acts'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { workerContext } from '../../../../test/worker-context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { planNext } from './tend.queries.ts'
import { tendOnce } from './tend-inboxes.activities.ts'

const api = await sharedApi()
const { ours, actors, task, maya, at } = await createTaskWorld(api)
const { tenantId } = ours
const jobs = workerContext(api.ctx)

const HOUR = 3_600_000
const soon = (hours: number) => new Date(Date.now() + hours * HOUR)

/** Nothing is left to be done in any inbox. */
const settleAll = () =>
  api.database.admin(async (admin) => {
    await admin.query('update messages set mail_at = null, wake_at = null where tenant_id = $1', [tenantId])
    await admin.query('update notification_hours set next_digest_at = null where tenant_id = $1', [tenantId])
    await admin.query('delete from inbox_wants where tenant_id = $1', [tenantId])
  })

/** A task of Maya's with a message of it, the only one that there may be something to do about. */
async function told(due?: Date): Promise<{ taskId: string; messageId: string }> {
  const taskId = await task({ assignedTo: maya.id, ...(due && { due }) })
  await inTenant(api.ctx, { tenantId }, async (tx) => tx.emit({ type: 'task.opened', kind: 'task', id: taskId }))
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ id: string }>('select id from messages where thing_id = $1', [taskId]),
  )
  await settleAll()
  return { taskId, messageId: rows[0]?.id ?? '' }
}

const setDue = (taskId: string, due: Date | null) =>
  actors.owner.client(editTask, { ...at(taskId), body: { due_date: due?.toISOString() ?? null } })

const archive = (messageId: string) =>
  maya.client(messages.moveMessage, { params: { messageId }, body: { label_id: 'archived' } })

const labelOf = async (messageId: string) =>
  (await maya.client(messages.getMessage, { params: { messageId } })).data.label

/** By when the inboxes are looked after, in hours from now. */
const lookedAfterIn = async () => {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ by: Date }>('select by from inbox_wants where tenant_id = $1', [tenantId]),
  )
  return ((rows[0]?.by.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()) / HOUR
}

test('what was archived comes back in time although it is due sooner than was known', async () => {
  const { taskId, messageId } = await told(soon(24 * 30))
  await archive(messageId)
  await tendOnce(jobs, { tenantId })
  await setDue(taskId, soon(48))
  expect(await lookedAfterIn()).toBeLessThan(25)
  await setDue(taskId, soon(12))
  expect(await lookedAfterIn()).toBeLessThan(0.1)
  await tendOnce(jobs, { tenantId })
  expect(await labelOf(messageId)).toBe('inbox')
})

test('what was archived without a due date comes back once it has one', async () => {
  const { taskId, messageId } = await told()
  await archive(messageId)
  await setDue(taskId, soon(12))
  await tendOnce(jobs, { tenantId })
  expect(await labelOf(messageId)).toBe('inbox')
})

test('what was put off until there is news comes back an hour before it is due, also if that is known later', async () => {
  const { taskId, messageId } = await told()
  await maya.client(messages.snoozeMessage, { params: { messageId }, body: { for_news: true } })
  await setDue(taskId, soon(3))
  await tendOnce(jobs, { tenantId })
  expect(await lookedAfterIn()).toBeLessThan(2.1)
})

test.each(['snooze', 'delete'] as const)(
  'what lies in the archive still comes back after %s was taken back',
  async (act) => {
    const { messageId } = await told(soon(24.01))
    const params = { messageId }
    await archive(messageId)
    if (act === 'snooze') {
      await maya.client(messages.snoozeMessage, { params, body: { until: soon(2).toISOString() } })
      await maya.client(messages.snoozeMessage, { params, body: { until: null } })
    } else {
      await maya.client(messages.deleteMessage, { params })
      await maya.client(messages.restoreMessage, { params })
    }
    const { rows } = await api.database.admin((admin) =>
      admin.query('select from messages where id = $1 and wake_at < due_sort', [messageId]),
    )
    expect(rows).toHaveLength(1)
  },
)

test('a due date that goes away leaves nothing that stops the inboxes from being looked after', async () => {
  const { taskId, messageId } = await told(soon(24 * 30))
  await archive(messageId)
  await setDue(taskId, null)
  await tendOnce(jobs, { tenantId })
  expect(await labelOf(messageId)).toBe('archived')
  await api.database.admin((admin) =>
    admin.query(`update messages set wake_at = 'infinity' where id = $1`, [messageId]),
  )
  await tendOnce(jobs, { tenantId })
})

test('news that commits while everything is marked as read stays unread', async () => {
  const { messageId } = await told()
  const read = await api.database.admin(async (admin) => {
    await admin.query(
      `insert into read_marks (tenant_id, member_id, label, read_upto)
       select tenant_id, member_id, 'inbox', news_no from messages where id = $1`,
      [messageId],
    )
    await admin.query('begin')
    await admin.query('select from inboxes where tenant_id = $1 and member_id = $2 for no key update', [
      tenantId,
      maya.id,
    ])
    await admin.query('update messages set read_at = null, news_no = news_no + 1 where id = $1', [messageId])
    const tended = tendOnce(jobs, { tenantId })
    await sleep(300)
    await admin.query('commit')
    await tended
    return (await admin.query('select from messages where id = $1 and read_at is not null', [messageId])).rows
  })
  expect(read).toEqual([])
})

test('a mail that commits while the next look is worked out is not forgotten', async () => {
  const { messageId } = await told()
  await api.database.admin(async (admin) => {
    await admin.query(`insert into inbox_wants (tenant_id, by) values ($1, now() + interval '1 minute')`, [tenantId])
    await admin.query('begin')
    await admin.query(`select set_config('app.tenant', $1, true)`, [tenantId])
    const { rows } = await admin.query<{ poke: boolean }>(
      `select auth.want_inboxes(now() + interval '2 minutes') as poke`,
    )
    expect(rows[0]?.poke).toBe(false)
    await admin.query(`update messages set mail_at = now() + interval '3 minutes' where id = $1`, [messageId])
    const planned = inTenant(jobs, { tenantId }, (tx) => planNext(tx.db, tx.tenantId))
    await sleep(300)
    await admin.query('commit')
    expect((await planned)?.getTime() ?? 0).toBeGreaterThan(Date.now() + 150_000)
  })
})

test('what one page deleted and another snoozed is in the inbox again once it is restored', async () => {
  const { messageId } = await told()
  const params = { messageId }
  await maya.client(messages.deleteMessage, { params })
  await maya.client(messages.snoozeMessage, { params, body: { until: soon(2).toISOString() } })
  await maya.client(messages.restoreMessage, { params })
  const { data } = await maya.client(messages.listMessages, { query: { perPage: 100 } })
  expect(data.map(({ id }) => id)).toContain(messageId)
})
