import * as messages from '@throughline/contracts/inbox'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../../test/api.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { createReadMessages } from './pushed.service.ts'

const api = await sharedApi()
const { ours, hire, task } = await createTaskWorld(api)
const { tenantId } = ours
const read = createReadMessages(api.ctx)

async function ask() {
  const ada = await hire('ada', 'Ada')
  const id = await task({ assignedTo: ada.id })
  await inTenant(api.ctx, { tenantId }, async (tx) => tx.emit({ type: 'task.opened', kind: 'task', id }))
  const { data } = await ada.client(messages.listMessages, { query: {} })
  const messageId = data[0]?.id ?? ''
  const pushed = async () => {
    const found = await read({ tenantId, memberId: ada.id }, [messageId])
    return z.parse(z.array(messages.PushedMessage), found)
  }
  return { ada, messageId, pushed }
}

const happened = (messageId: string, ago: string) =>
  api.database.admin((admin) =>
    admin.query(`update messages set news_at = now() - interval '${ago}' where id = $1`, [messageId]),
  )

test('news is shown outside the page', async () => {
  const { pushed } = await ask()
  expect(await pushed()).toMatchObject([{ read: false, desktop: true }])
})

test('what the person themselves does to an old message is not', async () => {
  const { ada, messageId, pushed } = await ask()
  await happened(messageId, '1 hour')
  await ada.client(messages.readMessage, { params: { messageId }, body: { read: false } })
  await ada.client(messages.moveMessage, { params: { messageId }, body: { label_id: 'important' } })
  expect(await pushed()).toMatchObject([{ read: false, label: 'important', desktop: false }])
})

test('what is put off stays out of sight until it returns', async () => {
  const { ada, messageId, pushed } = await ask()
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await ada.client(messages.snoozeMessage, { params: { messageId }, body: { until } })
  await ada.client(messages.readMessage, { params: { messageId }, body: { read: false } })
  expect(await pushed()).toMatchObject([{ read: false, desktop: false }])
})
