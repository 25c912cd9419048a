import { escapeHtml } from '../http.ts'
import { suggestions } from './people.ts'
import { API_SCOPES } from './scopes.ts'

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { margin: 3rem auto; max-width: 22rem; padding: 0 1rem }
  label { display: block; margin: .75rem 0 }
  input:not([type=checkbox]) { display: block; width: 100%; box-sizing: border-box; padding: .5rem; font: inherit }
  button { font: inherit; padding: .5rem .75rem; margin: .25rem 0; width: 100%; text-align: left }
`

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head><body>${body}</body></html>`

const hidden = ([name, value]: [string, string]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`

/** Who wants to sign in; `carried` comes back with the answer. */
export function loginPage(action: string, carried: Record<string, string>): string {
  const fields = Object.entries(carried).map(hidden).join('')
  const buttons = suggestions.map(
    ({ email, name }) => `<form method="post" action="${action}">${fields}
      ${hidden(['email', email])}${hidden(['name', name])}${hidden(['verified', 'on'])}
      <button>${escapeHtml(name)}<br><small>${escapeHtml(email)}</small></button></form>`,
  )
  return page(
    'Choose an account',
    `<h1>Choose an account</h1><p>Test provider. It signs in anybody.</p>${buttons.join('')}
    <form method="post" action="${action}">${fields}
      <label>E-mail address <input name="email" type="email" required autocomplete="off"></label>
      <label>Name <input name="name" autocomplete="off"></label>
      <label><input name="verified" type="checkbox" checked> E-mail address is verified</label>
      <button>Continue</button></form>`,
  )
}

/** What an application asks for, each of which can be left out. */
export function consentPage(action: string, scopes: readonly string[]): string {
  const boxes = scopes.map(
    (scope) =>
      `<label><input name="scope" type="checkbox" value="${escapeHtml(scope)}" checked> ${escapeHtml(API_SCOPES[scope] ?? scope)}</label>`,
  )
  return page(
    'Allow access',
    `<h1>Allow access</h1><p>An application asks for access to your account.</p>
    <form method="post" action="${action}">${boxes.join('')}
      <button>Allow</button><button name="cancel" value="on">Cancel</button></form>`,
  )
}

/** Hands the token to the page that opened this window, and only to its origin. */
export function handOverPage(credential: string, origin: string): string {
  const message = JSON.stringify({ type: 'credential', credential })
  return page(
    'Signed in',
    `<p>Signed in. This window closes by itself.</p>
    <script>window.opener?.postMessage(${message}, ${JSON.stringify(origin)}); window.close()</script>`,
  )
}
