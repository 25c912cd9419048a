import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Scope } from '../../../core/db/tenant-tx.ts'
import { dropMessages, dropNews, takeEnded } from './purge.queries.ts'

const MESSAGES_AT_ONCE = 500
const NEWS_AT_ONCE = 5_000

/** Permanently deletes a batch of the messages that have ended, with what they said. Says whether there may be more. */
export const purgeOnce = (ctx: Context, scope: Scope, now = new Date()): Promise<boolean> =>
  inTenant(ctx, scope, async ({ db, tenantId }) => {
    const ended = await takeEnded(db, tenantId, now, MESSAGES_AT_ONCE)
    if (ended.length === 0) return false
    // One of them may have said more than is deleted at once: it goes with the rest of it.
    if ((await dropNews(db, tenantId, ended, NEWS_AT_ONCE)) === NEWS_AT_ONCE) return true
    await dropMessages(db, tenantId, ended)
    return ended.length === MESSAGES_AT_ONCE
  })
