import { showUnsubscribe, unsubscribe } from '@throughline/contracts/unsubscribe'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Mount } from '../../../core/http/call.ts'
import { insertUnsubscribe } from '../../../core/mail/outside/budget.queries.ts'
import { readUnsubscribeLink } from '../../../core/mail/outside/unsubscribe-link.ts'
import { PAGE_HEADERS, PAGES } from './unsubscribe-page.ts'

export const unsubscribeRoutes = (on: Mount) => {
  on(showUnsubscribe, async ({ reply }) => {
    reply.headers(PAGE_HEADERS)
    return PAGES.ask
  })
  on(
    unsubscribe,
    async ({ ctx, params, reply }) => {
      reply.headers(PAGE_HEADERS)
      const link = readUnsubscribeLink(ctx.config, params.token)
      if (!link) {
        reply.status(404)
        return PAGES.broken
      }
      await inTenant(ctx, { tenantId: link.tenantId }, (tx) => insertUnsubscribe(tx.db, tx.tenantId, link.address))
      return PAGES.done
    },
    // Harmless to repeat, and no cookie says who repeats it.
    { once: 'never' },
  )
}
