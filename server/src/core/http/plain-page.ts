import { createHash } from 'node:crypto'

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

/** A page that a link in a mail leads to, in plain HTML: nothing of the application is needed to show it. */
export const plainPage = (title: string, text: string, rest = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p>${rest}</main></body></html>`

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
