import { createHash } from 'node:crypto'

const STYLE =
  ':root{color-scheme:light dark}body{max-width:30rem;margin:15vh auto;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif}' +
  'h1{font-size:1.25rem}button{padding:.6rem 1.2rem;font:inherit}'

const page = (title: string, text: string, rest = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p>${rest}</main></body></html>`

/** The same bytes for everybody: a page says nothing of who sent what to whom, nor whether its address is any good. */
export const PAGES = {
  ask: page(
    'Unsubscribe',
    'Stop receiving email that this organization’s workflows send to this address?',
    '<form method="post"><button>Unsubscribe</button></form>',
  ),
  done: page('You’re unsubscribed', 'This organization’s workflows no longer send email to this address.'),
  broken: page('This link doesn’t work', 'Open the link from the email again, or copy the whole link.'),
}

/** Nothing is loaded and nothing runs; the form goes nowhere else. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
    `form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  // Sent to our own form alone: it must say where it comes from.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}
