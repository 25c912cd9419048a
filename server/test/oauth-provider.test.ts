import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { answerProvider, startOauthProvider } from './oauth-provider.ts'

const origin = 'http://app.localhost:9'
const redirect_uri = `${origin}/integrations/sign-in`
const SEND = 'https://www.googleapis.com/auth/gmail.send'
const EVENTS = 'https://www.googleapis.com/auth/calendar.events'

const provider = await startOauthProvider({ origin, tokenSeconds: 2 })
afterAll(() => provider.stop())
const { issuer, settings } = provider
const client = {
  client_id: settings.GOOGLE_TOOLS_CLIENT_ID ?? '',
  client_secret: settings.GOOGLE_TOOLS_CLIENT_SECRET ?? '',
}

const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  scope: z.string(),
})

const begin = () => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri,
    response_type: 'code',
    scope: `openid email ${SEND} ${EVENTS}`,
    state: 'state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  return { verifier, address: `${issuer}/auth?${query.toString()}` }
}

const ask = async (form: Record<string, string>) => {
  const basic = Buffer.from(`${client.client_id}:${encodeURIComponent(client.client_secret)}`).toString('base64')
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams(form),
  })
  const body: unknown = await response.json()
  return { status: response.status, body }
}

async function signIn(grant?: string[]) {
  const { verifier, address } = begin()
  const back = await answerProvider(address, { email: 'ops@harborvale.test', ...(grant && { grant }) })
  expect(back.href.split('?')[0]).toBe(redirect_uri)
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'state', iss: issuer })
  const code = back.searchParams.get('code') ?? ''
  const answer = await ask({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier })
  return z.parse(Tokens, answer.body)
}
const refresh = (refresh_token: string) => ask({ grant_type: 'refresh_token', refresh_token })

const sendMail = async (token: string) => {
  const raw = Buffer.from('To: ada@example.test\r\nSubject: Hello\r\n\r\nHello').toString('base64url')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${issuer}/gmail/v1/users/me/messages/send`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ raw }),
  })
  return response.status
}

test('a service does what was granted, for as long as the token lives', async () => {
  const tokens = await signIn()
  expect(tokens).toMatchObject({ expires_in: 2, scope: `openid email ${SEND} ${EVENTS}` })
  expect(await sendMail(tokens.access_token)).toBe(200)
  expect(await sendMail('made-up')).toBe(401)
  await sleep(2_100)
  expect(await sendMail(tokens.access_token)).toBe(401)
})

test('what was not ticked is not granted, and the answer says so', async () => {
  const tokens = await signIn([EVENTS])
  expect(tokens.scope).toBe(`openid email ${EVENTS}`)
  expect(await sendMail(tokens.access_token)).toBe(403)
})

test('who cancels is sent back with the reason and without a code', async () => {
  const back = await answerProvider(begin().address, { email: 'ops@harborvale.test', cancel: true })
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'state', iss: issuer })
  expect(back.searchParams.has('code')).toBe(false)
})

test('a refresh token is good once: used again, it ends the grant with all that came of it', async () => {
  const first = await signIn()
  const second = z.parse(Tokens, (await refresh(first.refresh_token)).body)
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect(await sendMail(second.access_token)).toBe(200)
  for (const token of [first.refresh_token, second.refresh_token]) {
    expect(await refresh(token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  }
  expect(await sendMail(second.access_token)).toBe(401)
})

test('access to services comes back to one address alone', async () => {
  const { address } = begin()
  const elsewhere = address.replace(encodeURIComponent(redirect_uri), encodeURIComponent(`${redirect_uri}/more`))
  expect((await fetch(elsewhere, { redirect: 'manual' })).status).toBe(400)
})
