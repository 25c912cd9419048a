import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBody, sendHtml, sendJson, serve } from '../http.ts'
import { countRefreshes, serveApis } from './apis.ts'
import { loadKeys, type Signing, sign } from './keys.ts'
import { handOverPage, loginPage } from './pages.ts'
import { type Person, signIn } from './people.ts'
import { interact, makeProvider } from './provider.ts'

const [host = '', port, folder = '', ...origins] = process.argv.slice(2)
const client = { id: process.env.OIDC_CLIENT_ID ?? '', secret: process.env.OIDC_CLIENT_SECRET ?? '', origins }
const tools = {
  id: process.env.OIDC_TOOLS_CLIENT_ID ?? '',
  secret: process.env.OIDC_TOOLS_CLIENT_SECRET ?? '',
  tokenSeconds: Number(process.env.OIDC_TOKEN_SECONDS ?? 3600),
  reuseSeconds: Number(process.env.OIDC_REUSE_SECONDS ?? 0),
}
const issuer = process.env.OIDC_ISSUER ?? `http://${host}:${port}`
const keys = await loadKeys(join(folder, 'keys.json'))
const provider = makeProvider(issuer, keys.good, client, tools)
const protocol = provider.callback()
const apis = serveApis(provider)
const refreshes = countRefreshes(provider)
const script = readFileSync(join(import.meta.dirname, 'gsi-client.js'))

function claimsFor(person: Person, nonce = '') {
  const now = Math.floor(Date.now() / 1000)
  const own = { iss: issuer, aud: client.id, azp: client.id, iat: now, exp: now + 3600, jti: randomUUID() }
  return { ...own, ...person, ...(nonce ? { nonce } : {}) }
}

/** A token with any claim changed (null removes it), any key and any algorithm: what a forger would send. */
async function forge(body: string): Promise<string> {
  const wanted: Partial<Signing> & { claims?: Record<string, unknown> } = JSON.parse(body || '{}')
  const claims = { ...claimsFor(signIn('ada.moreau@gmail.test', 'Ada Moreau', true)), ...wanted.claims }
  const present = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null))
  return await sign(present, keys, { key: wanted.key ?? 'good', alg: wanted.alg ?? 'RS256' })
}

serve(Number(port), host, async (request, response, url) => {
  const { pathname, searchParams } = url
  const post = request.method === 'POST'
  if (pathname === '/gsi/client') {
    response
      .writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
      .end(script)
  } else if (pathname === '/gsi/select') {
    const form = post ? new URLSearchParams(await readBody(request)) : searchParams
    const origin = form.get('origin') ?? ''
    if (form.get('client_id') !== client.id || !origins.includes(origin)) {
      sendJson(response, 403, { error: 'origin_or_client_not_registered' })
    } else if (post) {
      const person = signIn(form.get('email') ?? '', form.get('name') ?? '', form.has('verified'))
      const credential = await sign(claimsFor(person, form.get('nonce') ?? ''), keys, { key: 'good', alg: 'RS256' })
      sendHtml(response, handOverPage(credential, origin))
    } else
      sendHtml(response, loginPage('/gsi/select', { client_id: client.id, origin, nonce: form.get('nonce') ?? '' }))
  } else if (pathname === '/test/token' && post) {
    sendJson(response, 200, { credential: await forge(await readBody(request)) })
  } else if (pathname === '/test/tools') sendJson(response, 200, { calls: apis.calls, refreshes })
  else if (await apis.handle(request, response, url)) return
  else if (pathname.startsWith('/interaction/')) await interact(provider, request, response)
  else await protocol(request, response)
})
