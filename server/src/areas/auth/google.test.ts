import { getMe, googleCallback, googleNonce } from '@throughline/contracts/auth'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApi, startApi, Visitor } from '../../../test/api.ts'
import { makeMember, makeTenant, setMemberStatus } from '../../../test/factories.ts'
import { type Forgery, providerToken } from '../../../test/provider-token.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { SESSION_COOKIE } from '../../core/http/cookies.ts'

const api = await sharedApi()
const { ctx, database } = api

const MESSAGE = 'Failed to sign in with Google. Please try again.'
const HOUR = 3600
const now = () => Math.floor(Date.now() / 1000)
const newVisitor = () => new Visitor(api.app, ctx.config.APP_ORIGIN)
const nonceFor = async (visitor: Visitor) => (await visitor.client()(googleNonce)).nonce
const hand = (visitor: Visitor, token: string) => visitor.client()(googleCallback, { body: { token } })

/** Someone the provider knows and we do not. */
const account = () => ({ sub: unique('sub'), email: uniqueAddress('ada'), name: 'Ada Moreau', email_verified: true })

async function signInWith(claims: Record<string, unknown>, visitor = newVisitor()) {
  const nonce = await nonceFor(visitor)
  const { user } = await hand(visitor, await providerToken({ claims: { ...claims, nonce } }))
  if (!user) throw new Error('a second factor was asked for')
  return { visitor, user }
}

async function peopleCount(): Promise<number> {
  const { rows } = await database.admin((admin) => admin.query<{ n: number }>('select count(*)::int as n from people'))
  return rows[0]?.n ?? -1
}

const swapPayload = (token: string, change: Record<string, unknown>) => {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  return [header, Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url'), signature].join('.')
}

/** Each differs from the good token below in nothing but what its name says. */
const UNFIT: Record<string, Forgery> = {
  'for another application': { claims: { aud: 'another-application' } },
  'without audience': { claims: { aud: null } },
  'of another issuer': { claims: { iss: 'https://accounts.google.test' } },
  'without issuer': { claims: { iss: null } },
  'signed by another key of the same name': { key: 'other' },
  'without signature (alg none)': { alg: 'none' },
  'signed with the public key as shared secret (HS256)': { alg: 'HS256' },
  expired: { claims: { iat: now() - 2 * HOUR, exp: now() - 1 } },
  'without expiry': { claims: { exp: null } },
  'not yet issued': { claims: { iat: now() + HOUR, exp: now() + 2 * HOUR } },
  'not yet valid': { claims: { nbf: now() + HOUR } },
  'issued long ago though not expired': { claims: { iat: now() - 2 * HOUR, exp: now() + HOUR } },
  'without time of issue': { claims: { iat: null } },
  'without nonce': { claims: { nonce: null } },
  'with a nonce of its own making': { claims: { nonce: 'bm9uY2Utb2YtbXktb3duLW1ha2luZw' } },
  'with an address the provider has not verified': { claims: { email_verified: false } },
  'with an address verified in words only': { claims: { email_verified: 'true' } },
  'that says nothing about the address': { claims: { email_verified: null } },
  'without address': { claims: { email: null } },
  'with something that is no address': { claims: { email: 'ada' } },
  'without sub': { claims: { sub: null } },
  'with an empty sub': { claims: { sub: '' } },
}

async function expectRefused(visitor: Visitor, token: string) {
  const before = await peopleCount()
  await expect(hand(visitor, token)).rejects.toMatchObject({ status: 401, message: MESSAGE })
  expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false)
  expect(await peopleCount()).toBe(before)
}

describe('refused, with the same words and without trace, is a token', () => {
  test.each(Object.entries(UNFIT))('%s', async (_name, { claims, ...signing }) => {
    const visitor = newVisitor()
    const nonce = await nonceFor(visitor)
    await expectRefused(visitor, await providerToken({ ...signing, claims: { ...account(), nonce, ...claims } }))
  })

  test('whose content was changed after signing', async () => {
    const visitor = newVisitor()
    const token = await providerToken({ claims: { ...account(), nonce: await nonceFor(visitor) } })
    await expectRefused(visitor, swapPayload(token, { sub: unique('sub') }))
    await expectRefused(visitor, swapPayload(token, { email: uniqueAddress('eve') }))
    expect(await verdict(hand(visitor, token)), 'untouched it is good').toBe('accepted')
  })

  test.each(['x', 'a.b.c', `${'e30.'.repeat(2)}e30`, '....', 'ключ', 'x'.repeat(9_000)])(
    'that is none',
    async (token) => {
      await expectRefused(newVisitor(), token)
    },
  )

  test('made for another browser, or for one without cookies', async () => {
    const victim = newVisitor()
    const token = await providerToken({ claims: { ...account(), nonce: await nonceFor(victim) } })
    const thief = newVisitor()
    await nonceFor(thief)
    await expectRefused(thief, token)
    await expectRefused(newVisitor(), token)
  })

  test('used before, even by the browser it was made for', async () => {
    const visitor = newVisitor()
    const token = await providerToken({ claims: { ...account(), nonce: await nonceFor(visitor) } })
    expect(await verdict(hand(visitor, token))).toBe('accepted')
    visitor.cookies.delete(SESSION_COOKIE)
    await expectRefused(visitor, token)
  })

  test('with a nonce older than its ten minutes', async () => {
    const visitor = newVisitor()
    const token = await providerToken({ claims: { ...account(), nonce: await nonceFor(visitor) } })
    await database.admin((admin) => admin.query('update provider_nonces set expires_at = now()'))
    await expectRefused(visitor, token)
  })

  test.each([(email: string) => email, (email: string) => email.toUpperCase()])(
    "with another person's address: that person is told to connect the two instead",
    async (spell) => {
      const someone = await makeSomeone(ctx)
      const visitor = newVisitor()
      const claims = { ...account(), email: spell(someone.email), nonce: await nonceFor(visitor) }
      await expect(hand(visitor, await providerToken({ claims }))).rejects.toMatchObject({
        status: 401,
        message: MESSAGE,
        detail: 'This address has an account. Sign in with your password and connect Google in your profile.',
      })
      expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false)
    },
  )
})

describe('a good token', () => {
  const ada = account()
  let first: Awaited<ReturnType<typeof signInWith>>
  beforeAll(async () => {
    first = await signInWith(ada)
  })

  test('makes a person with a workspace of their own, signed in', async () => {
    expect(first.user).toMatchObject({
      email: ada.email,
      name: 'Ada Moreau',
      auth_type: 'google',
      role: 'owner',
      tenant_name: 'My workspace',
      organization_id: null,
      is_approved: true,
    })
    expect(await first.visitor.client()(getMe)).toEqual(first.user)
  })

  test('finds the same person by sub, whatever their address has become at the provider', async () => {
    const again = await signInWith({ ...ada, email: uniqueAddress('ada-new'), name: 'Ada Married' })
    expect(again.user).toEqual(first.user)
  })

  test('used in two tabs by someone new makes one person', async () => {
    const ben = account()
    const both = await Promise.all([signInWith(ben), signInWith(ben), signInWith(ben)])
    expect(new Set(both.map(({ user }) => user.id)).size).toBe(1)
  })

  test('gives people with the same name before the @ usernames of their own', async () => {
    const local = unique('same')
    const names = [`${local}@one.test`, `${local}@two.test`, `${local}@three.test`]
    const made = await Promise.all(names.map((email) => signInWith({ ...account(), email })))
    expect(new Set(made.map(({ user }) => user.username)).size).toBe(3)
    for (const { user } of made) expect(user.username.startsWith(local)).toBe(true)
  })

  test('does not open an organisation that suspended its holder', async () => {
    const owner = await makeSomeone(ctx)
    const firm = await makeTenant(ctx, owner.personId, 'organization', 'Firm')
    const eve = account()
    const { user } = await signInWith(eve)
    const memberId = await makeMember(ctx, firm, { personId: user.id, name: 'Eve', email: eve.email, role: 'member' })
    await setMemberStatus(ctx, firm.tenantId, memberId, 'suspended')
    expect((await signInWith(eve)).user.tenant_id, 'their own workspace is still theirs').toBe(user.tenant_id)
  })
})

test('while the provider is away the person is told to try again, and nobody gets in', async () => {
  const cutOff = await startApi(database, { ...ENGINE_AWAY, OIDC_ISSUER: 'http://127.0.0.1:1' })
  const visitor = new Visitor(cutOff.app, ctx.config.APP_ORIGIN)
  const token = await providerToken({ claims: { ...account(), nonce: await nonceFor(visitor) } })
  await expect(hand(visitor, token)).rejects.toMatchObject({ status: 503, code: 'provider_away', message: MESSAGE })
  expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false)
  await cutOff.close()
})
