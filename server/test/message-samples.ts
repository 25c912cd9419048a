import { digestOffLink } from '../src/areas/inbox/mails/digest-link.ts'
import { putFollow } from '../src/areas/inbox/settings/settings.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant, readTenantOnce } from '../src/core/db/in-tenant.ts'
import type { Sample } from './endpoint-samples.ts'
import { makeInstance, makeTask, makeWorkflow } from './running-world.ts'
import { unique } from './someone.ts'
import type { World } from './world.ts'

/** Messages of the owner, each about a task that waits for them. */
export function messageSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const { tenantId, ownerId } = ours
  let instance: Promise<string> | undefined
  let round = 0
  async function message(): Promise<string> {
    instance ??= makeWorkflow(ctx, ours).then((workflowId) => makeInstance(ctx, tenantId, workflowId))
    round += 1
    const task = await makeTask(ctx, tenantId, await instance, { step: 'file', round, assignedTo: ownerId })
    await inTenant(ctx, { tenantId }, async (tx) => tx.emit({ type: 'task.opened', kind: 'task', id: task }))
    const told = await readTenantOnce(ctx, { tenantId, memberId: ownerId }, ({ db }) =>
      db.selectFrom('messages').select('id').where('thing_id', '=', task).executeTakeFirstOrThrow(),
    )
    return told.id
  }
  const at = async (body?: Record<string, unknown>): Promise<Sample> => ({
    params: { messageId: await message() },
    ...(body ? { body } : {}),
  })
  const follow = async (): Promise<Sample> => ({
    params: { workflowId: await makeWorkflow(ctx, ours) },
    body: { level: 'muted' },
  })
  const unfollow = async (): Promise<Sample> => {
    const { params } = await follow()
    await inTenant(ctx, { tenantId, memberId: ownerId }, ({ db }) =>
      putFollow(db, { tenantId, memberId: ownerId }, params?.['workflowId'] ?? '', { level: 'muted', until: null }),
    )
    return params ? { params } : {}
  }
  const turningDigestOff = () => {
    const link = digestOffLink(ctx.config, { tenantId, memberId: ownerId })
    return { params: { token: link.split('/').at(-2) ?? '' } }
  }
  return {
    'GET /v1/unsubscribe/digest/:token/': async () => turningDigestOff(),
    'POST /v1/unsubscribe/digest/:token/': async () => turningDigestOff(),
    'GET /v1/profile/notifications/': async () => ({}),
    'PUT /v1/profile/notifications/': async () => ({ body: { digest: { days: 'mondays', time: '09:00' } } }),
    'DELETE /v1/profile/notifications/': async () => ({}),
    'PUT /v1/workflows/:workflowId/follow/': follow,
    'DELETE /v1/workflows/:workflowId/follow/': unfollow,
    'GET /v1/org/notifications/': async () => ({}),
    'PUT /v1/org/notifications/': async () => ({ body: { names_in_mails: true } }),
    'GET /v1/messages/': async () => ({}),
    'GET /v1/messages/counts/': async () => ({}),
    'GET /v1/messages/labels/': async () => ({}),
    'POST /v1/messages/labels/': async () => {
      const name = unique('label')
      return { body: { label_id: name, name, color: '#4f46e5' } }
    },
    'GET /v1/messages/:messageId/': () => at(),
    'PUT /v1/messages/:messageId/read/': () => at({}),
    'PUT /v1/messages/:messageId/label/': () => at({ label_id: 'important' }),
    'PUT /v1/messages/:messageId/snooze/': () => at({ for_news: true }),
    'PUT /v1/messages/mark-all-read/': async () => {
      await message()
      return { body: { label: 'inbox' } }
    },
    'DELETE /v1/messages/:messageId/': () => at(),
    'POST /v1/messages/:messageId/restore/': () => at(),
    'POST /v1/messages/bulk/': async () => ({ body: { act: 'unread', ids: [await message()] } }),
    'POST /v1/notifications/:messageId/action/': () => at({ action: 'complete' }),
  }
}
