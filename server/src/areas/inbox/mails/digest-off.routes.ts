import { showDigestOff, turnDigestOff } from '@throughline/contracts/unsubscribe'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Mount } from '../../../core/http/call.ts'
import { PAGE_HEADERS, plainPage } from '../../../core/http/plain-page.ts'
import { lockInbox } from '../messages/labels.queries.ts'
import { putHours, setNextDigest } from '../settings/settings.queries.ts'
import { readDigestOffLink } from './digest-link.ts'

/** The same bytes for everybody, as with all mail. */
const PAGES = {
  ask: plainPage(
    'Turn off your digest',
    'Stop receiving the email digest of this organization? You still get everything in your inbox.',
    '<form method="post"><button>Turn off digest</button></form>',
  ),
  done: plainPage('Your digest is off', 'You can turn it on again in your notification settings.'),
  broken: plainPage('This link doesn’t work', 'Open the link from the email again, or copy the whole link.'),
}

export const digestOffRoutes = (on: Mount) => {
  on(showDigestOff, async ({ reply }) => {
    reply.headers(PAGE_HEADERS)
    return PAGES.ask
  })
  on(
    turnDigestOff,
    async ({ ctx, params, reply }) => {
      reply.headers(PAGE_HEADERS)
      const owner = readDigestOffLink(ctx.config, params.token)
      if (!owner) {
        reply.status(404)
        return PAGES.broken
      }
      await inTenant(ctx, owner, async ({ db }) => {
        await lockInbox(db, owner)
        await putHours(db, owner, { digest_days: 'off' })
        await setNextDigest(db, owner, null)
      })
      return PAGES.done
    },
    // Harmless to repeat, and no cookie says who repeats it.
    { once: 'never' },
  )
}
