import { escapeHtml } from '../http.ts'
import type { Mail } from './store.ts'

const style = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
  table { width: 100%; border-collapse: collapse }
  td, th { text-align: left; padding: .5rem; border-bottom: 1px solid #8884; vertical-align: top }
  iframe { width: 100%; height: 70vh; border: 1px solid #8884; background: #fff }
  pre { white-space: pre-wrap; overflow-wrap: anywhere }
`

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>${body}</body></html>`

const row = (mail: Mail) => `<tr>
  <td><time>${escapeHtml(mail.receivedAt.replace('T', ' ').slice(0, 19))}</time></td>
  <td>${escapeHtml(mail.to.join(', '))}</td>
  <td><a href="/messages/${mail.id}">${escapeHtml(mail.subject || '(no subject)')}</a></td></tr>`

export function listPage(mails: Mail[], to: string): string {
  const search = `<form><label>To <input name="to" type="search" value="${escapeHtml(to)}"></label>
    <button>Show</button></form>`
  const head = '<thead><tr><th>Received (UTC)</th><th>To</th><th>Subject</th></tr></thead>'
  const table = `<table>${head}<tbody>${mails.map(row).join('')}</tbody></table>`
  return page('Mail', `<h1>Mail</h1>${search}${mails.length > 0 ? table : '<p>No mail yet.</p>'}`)
}

export function mailPage(mail: Mail): string {
  const headers = Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`)
  const html = mail.html
    ? `<iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${mail.id}/html"></iframe>`
    : ''
  return page(
    mail.subject,
    `<p><a href="/">All mail</a></p><h1>${escapeHtml(mail.subject)}</h1>
    <p>To ${escapeHtml(mail.to.join(', '))}, ${escapeHtml(mail.receivedAt)}</p>${html}
    <h2>Text part</h2><pre>${escapeHtml(mail.text)}</pre>
    <details><summary>Headers</summary><pre>${escapeHtml(headers.join('\n'))}</pre></details>`,
  )
}

/** The mail as its sender wrote it, in a sandbox: no scripts, no forms, links open in a new tab. */
export const contentPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:"

export const contentPage = (mail: Mail) => `<base target="_blank">${mail.html}`
