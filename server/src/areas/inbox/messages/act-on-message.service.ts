import type { Body, Made } from '@throughline/contracts/endpoint'
import type { actOnMessage } from '@throughline/contracts/inbox'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenantOnce } from '../../../core/db/in-tenant.ts'
import { conflict, forbidden, notFound } from '../../../core/errors.ts'
import { may, type Viewer } from '../../../core/http/viewer.ts'
import { claim, complete, decide, retry, review } from '../../tasks/tasks.public.ts'
import { auditForwarded } from './forwarded.service.ts'
import { labelIdsOf } from './labels.service.ts'
import { findMessages, needsYouPage } from './message-rows.queries.ts'

type ActRequest = Body<typeof actOnMessage>

/** The very calls of a task's own page: there is one way to decide, and it asks the same policy. */
function perform(ctx: Context, viewer: Viewer, taskId: string, { action, comment = '', files }: ActRequest) {
  switch (action) {
    case 'approve':
    case 'reject':
    case 'changes':
      return decide(ctx, viewer, taskId, { decision: action, comment, files })
    case 'pass':
    case 'return':
      return review(ctx, viewer, taskId, { decision: action, comment })
    case 'complete':
      return complete(ctx, viewer, taskId, {})
    case 'answer':
      return complete(ctx, viewer, taskId, comment === '' ? {} : { answer: comment })
    case 'claim':
      return claim(ctx, viewer, taskId)
    case 'retry':
      break
  }
  return retry(ctx, viewer, taskId)
}

/** Done with the session of the person asked, in their name. The commit itself ends the ask in everybody's inbox. */
export const act = (ctx: Context, viewer: Viewer, id: string, asked: ActRequest): Promise<Made<typeof actOnMessage>> =>
  inTenant(ctx, viewer, async (tx) => {
    const [message] = await findMessages(tx.db, viewer, [id])
    if (!message) {
      tx.afterRollback((outside) => auditForwarded(outside, viewer, id))
      throw notFound('This message')
    }
    const { task_id } = message
    if (!may(viewer, 'tasks.work')) throw forbidden()
    if (!task_id) throw conflict('nothing_to_do', 'There’s nothing to do here')
    await perform(ctx, viewer, task_id, asked)
    const waiting = await needsYouPage(tx.db, viewer, await labelIdsOf(tx, viewer), undefined, 2)
    return { id, next: waiting.find((one) => one.id !== id)?.id ?? null }
  })

/** Whose queue an act waits in. */
export const instanceOfMessage = (ctx: Context, viewer: Viewer, id: string): Promise<string | undefined> =>
  readTenantOnce(ctx, viewer, async ({ db }) => (await findMessages(db, viewer, [id]))[0]?.instance_id ?? undefined)
