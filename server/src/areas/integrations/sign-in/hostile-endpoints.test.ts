import { createServer as createHttpServer } from 'node:http'
import { createServer, isIP } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testConfig } from '../../../../test/config.ts'
import { HOSTILE_ADDRESSES, rebindingName, resolveHostile } from '../../../../test/hostile/addresses.ts'
import { listen } from '../../../../test/listen.ts'
import { Secret } from '../../../core/secret.ts'
import { createOauthClient, type OauthClient, SignInEndedError } from './oauth-client.ts'
import type { OauthRegistration, SignIn } from './sign-in.ts'

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'] as const

let hits = 0
const canary = createServer((socket) => {
  hits++
  socket.destroy()
})
const port = await listen(canary, '::')
const REBINDING = `https://rebind.example:${port}/`
const vectors = HOSTILE_ADDRESSES.map((address) => address.replaceAll('PORT', String(port)))

/**
 * Providers that are reached and turn hostile: the first part of the path says how, the second which address they lead
 * to. `names`: all endpoints are there. `leads`: their own endpoints redirect there. `rebinds`: their host has a name whose
 * answer changes.
 */
const provider = createHttpServer((request, response) => {
  const [, how = '', n = '', ...rest] = (request.url ?? '').split('?')[0]?.split('/') ?? []
  const to = vectors[Number(n)] ?? ''
  if (rest[0] !== '.well-known') return response.writeHead(307, { location: encodeURI(to) }).end()
  const issuer = `${origin}/${how}/${n}`
  const places: Record<string, string> = { names: to, rebinds: REBINDING }
  const endpoints = ENDPOINTS.map((name) => [name, places[how] ?? `${issuer}/${name}`])
  const document = { issuer, ...Object.fromEntries(endpoints), response_types_supported: ['code'] }
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
})
const origin = `http://127.0.0.1:${await listen(provider)}`
afterAll(() => {
  canary.close()
  provider.close()
})

const trusting = (trusted: string, reach: Parameters<typeof createOauthClient>[1] = { resolve: resolveHostile }) =>
  createOauthClient(testConfig('unused', { TOOLS_TRUSTED_ORIGINS: trusted }), reach)
const registered = (issuer: string) => ({ issuer, clientId: 'client', clientSecret: new Secret('a client’s secret') })

const SIGN_IN: SignIn = {
  provider: 'Provider',
  scopes: [],
  always: ['openid'],
  registration: () => undefined,
  settings: [],
  addresses: () => ({}),
}

/** A browser is sent to no address but that of a name, by TLS. */
const isHarmlessPage = async (oauth: OauthClient, registration: OauthRegistration) => {
  const begun = await oauth.begin(registration, SIGN_IN, []).catch(() => undefined)
  const page = begun && new URL(begun.url)
  return !page || (page.protocol === 'https:' && isIP(page.hostname.replace(/^\[|\]$/g, '')) === 0)
}

test('an issuer that is a hostile address is not asked where its pages are', async () => {
  const oauth = trusting(origin)
  for (const address of vectors) await expect(async () => oauth.prepare(registered(address)), address).rejects.toThrow()
  expect(hits).toBe(0)
})

test.each(['names', 'leads'])('a provider that %s hostile addresses gets nobody to call or open them', async (how) => {
  const oauth = trusting(origin)
  for (const [n, address] of vectors.entries()) {
    const registration = registered(`${origin}/${how}/${n}`)
    const returned = { code: 'code', state: 'state', iss: registration.issuer }
    const exchange = oauth.exchange(registration, { returned, verifier: 'verifier', asked: [] })
    await expect(exchange, `${address}, exchange`).rejects.toThrow()
    const refresh = await oauth.refresh(registration, 'token').catch((error: unknown) => error)
    expect(refresh, `${address}, refresh`).toBeInstanceOf(Error)
    expect(refresh, 'no news of the sign-in').not.toBeInstanceOf(SignInEndedError)
    await expect(oauth.reach(registration, 'token'), `${address}, account`).rejects.toThrow()
    if (how === 'names') expect(await isHarmlessPage(oauth, registration), `${address}, page`).toBe(true)
  }
  expect(vectors.length).toBeGreaterThanOrEqual(80)
  expect(hits).toBe(0)
})

test('an issuer or endpoint whose name leads elsewhere from one call to the next is not followed inside', async () => {
  const { resolve, asked } = rebindingName()
  const oauth = trusting(origin, { resolve, timeoutMs: 300 })
  const provides = registered(`${origin}/rebinds/0`)
  const calls = [
    () => oauth.prepare(registered(new URL(REBINDING).origin)),
    () => oauth.refresh(provides, 'token'),
    () => oauth.reach(provides, 'token'),
  ]
  let made = 0
  for (const call of calls)
    for (let times = 0; times < 4; times++) {
      const error: unknown = await call().catch((one: unknown) => one)
      expect(error).toBeInstanceOf(Error)
      expect(error, 'no news of the sign-in').not.toBeInstanceOf(SignInEndedError)
      // Once for each: what was checked is what would have been connected to.
      expect(asked()).toBe(++made)
    }
  expect(hits).toBe(0)
})

test('where the installation trusts its origin, it is asked', async () => {
  await expect(trusting(`http://127.0.0.1:${port}`).prepare(registered(`http://127.0.0.1:${port}`))).rejects.toThrow()
  expect(hits).toBeGreaterThan(0)
})
