import * as messages from '@throughline/contracts/inbox'
import * as acts from '@throughline/contracts/task-acts'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { verdict } from '../../../../test/verdict.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'

const api = await sharedApi()
const { ours, actors, maya, priya, task, read, at } = await createTaskWorld(api)
const { tenantId } = ours

/** An approval that waits for Maya, and her message about it, as a mail names it. */
async function ask() {
  const id = await task({ step: 'ok', type: 'approval', name: 'Approve it', seats: [{ member: maya.id }] })
  await inTenant(api.ctx, { tenantId }, async (tx) => tx.emit({ type: 'task.opened', kind: 'task', id }))
  const { data } = await maya.client(messages.listMessages, { query: { view: 'needs_you', perPage: 100 } })
  const found = data.find(({ metadata }) => metadata.entities.some(({ entityId }) => entityId === id))
  return { id, link: { params: { messageId: found?.id ?? '' } } }
}

const auditOf = async (taskId: string) => {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ actor_id: string; data: object }>(
      `select actor_id, data from audit_pending where act = 'task.forwarded_link_refused' and entity_id = $1`,
      [taskId],
    ),
  )
  return rows
}
const approve = { body: { action: 'approve' } } as const

describe('a mail that was forwarded', () => {
  test('shows a colleague nothing and lets them decide nothing, and the audit says that they tried', async () => {
    const { id, link } = await ask()
    expect(await verdict(priya.client(messages.getMessage, link))).toBe('404 not_found')
    expect(await verdict(priya.client(messages.actOnMessage, { ...link, ...approve }))).toBe('404 not_found')
    expect((await read(id)).seats).toMatchObject([{ verdict: null }])
    const tried = { actor_id: priya.id, data: { name: 'Approve it', to: maya.id } }
    expect(await auditOf(id)).toMatchObject([tried, tried])
  })

  test('leaves no trace of the person asked, of another organization, or once it is decided', async () => {
    const { id, link } = await ask()
    const stranger = actors.other_admin.client
    expect(await verdict(stranger(messages.getMessage, link))).toBe('404 not_found')
    expect(await verdict(stranger(messages.actOnMessage, { ...link, ...approve }))).toBe('404 not_found')
    await maya.client(messages.getMessage, link)
    await maya.client(acts.decideTask, { ...at(id), body: { decision: 'approve' } })
    expect(await verdict(priya.client(messages.getMessage, link))).toBe('404 not_found')
    expect(await auditOf(id)).toEqual([])
  })
})
