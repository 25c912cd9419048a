import { createHash } from 'node:crypto'
import { showUnsubscribe, unsubscribe } from '@throughline/contracts/unsubscribe'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Mount } from '../../../core/http/call.ts'
import { insertUnsubscribe } from '../../../core/mail/outside/budget.queries.ts'
import { readUnsubscribeLink } from '../../../core/mail/outside/unsubscribe-link.ts'

/** The colours of the mail that led here, in both themes. */
const STYLE = `
:root{color-scheme:light dark;--canvas:#f3f2ee;--sheet:#fff;--line:#e6e3dd;--fg:#1d1c1a;--accent:#0b6674;--on-accent:#fff}
@media(prefers-color-scheme:dark){
:root{--canvas:#0d0e0d;--sheet:#1e1f1d;--line:#2b2c2a;--fg:#ededea;--accent:#43b1c0;--on-accent:#04242a}}
body{margin:0;padding:15vh 12px 32px;background:var(--canvas);color:var(--fg);
font:14px/22px ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{box-sizing:border-box;max-width:420px;margin:0 auto;padding:32px;background:var(--sheet);border:1px solid var(--line);border-radius:10px}
h1{margin:0 0 8px;font-size:20px;line-height:28px}
p{margin:0}
button{min-height:40px;margin-top:24px;padding:0 20px;border:0;border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

const page = (title: string, text: string, rest = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p>${rest}</main></body></html>`

/** The same bytes for everybody: a page says nothing of who sent what to whom, nor whether its address is any good. */
const PAGES = {
  ask: page(
    'Unsubscribe',
    'Stop receiving email that this organization’s workflows send to this address?',
    '<form method="post"><button>Unsubscribe</button></form>',
  ),
  done: page('You’re unsubscribed', 'This organization’s workflows no longer send email to this address.'),
  broken: page('This link doesn’t work', 'Open the link from the email again, or copy the whole link.'),
}

/** Nothing is loaded and nothing runs; the form goes nowhere else. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
    `form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  // Sent to our own form alone: it must say where it comes from.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
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
