import { showUnsubscribe, unsubscribe } from '@throughline/contracts/unsubscribe'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Mount } from '../../../core/http/call.ts'
import { PAGE_HEADERS, plainPage } from '../../../core/http/plain-page.ts'
import { insertUnsubscribe } from '../../../core/mail/outside/budget.queries.ts'
import { readUnsubscribeLink } from '../../../core/mail/outside/unsubscribe-link.ts'

/** The same bytes for everybody: a page says nothing of who sent what to whom, nor whether its address is any good. */
const PAGES = {
  ask: plainPage(
    'Unsubscribe',
    'Stop receiving email that this organization’s workflows send to this address?',
    '<form method="post"><button>Unsubscribe</button></form>',
  ),
  done: plainPage('You’re unsubscribed', 'This organization’s workflows no longer send email to this address.'),
  broken: plainPage('This link doesn’t work', 'Open the link from the email again, or copy the whole link.'),
}

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
