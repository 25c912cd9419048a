import { getCsrf, getMe, getRestored, login, logout, resetPassword } from '@throughline/contracts/auth'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { PASSWORD } from '../../../test/factories.ts'
import { makeLink } from '../../../test/links.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { SESSION_COOKIE } from '../../core/http/cookies.ts'
import { hashToken } from '../../core/http/session.ts'

const api = await sharedApi()
const { ctx, database } = api
const SIGNED_OUT = '401 not_signed_in'

async function open() {
  const someone = await makeSomeone(ctx)
  const session = await signIn(api, someone.username)
  const token = session.visitor.cookies.get(SESSION_COOKIE) ?? ''
  return { ...someone, ...session, token, asks: () => verdict(session.client(getMe)) }
}

const inTable = (token: string, change: string) =>
  database.admin((admin) =>
    admin.query<Record<string, unknown>>(`update sessions set ${change} where token_hash = $1 returning *`, [
      hashToken(token),
    ]),
  )

describe('the session cookie', () => {
  test('is for this host and its pages only, and out of scripts’ reach', async () => {
    const someone = await makeSomeone(ctx)
    const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
    const { csrfToken } = await visitor.client()(getCsrf)
    const answer = await visitor.fetch(ctx.config.APP_ORIGIN + login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrftoken': csrfToken },
      body: JSON.stringify({ username: someone.username, password: PASSWORD }),
    })
    const cookies = (answer.headers.get('set-cookie') ?? '').split(',').map((cookie) => cookie.split('; '))
    const [device, session] = ['device', 'session'].map((name) => cookies.find(([pair]) => pair?.includes(`-${name}=`)))
    expect(cookies).toHaveLength(2)
    expect(session?.[0]).toMatch(/^__Host-session=[\w-]{43}$/)
    expect(session?.slice(1).toSorted()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(device?.[0]).toMatch(/^__Host-device=[\w-]{43}$/)
    expect(device?.slice(1).toSorted()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax', 'Secure'])
  })

  test('is a new one at every sign-in', async () => {
    const first = await open()
    const { visitor } = await signIn(api, first.username)
    expect(visitor.cookies.get(SESSION_COOKIE)).not.toBe(first.token)
    expect(await first.asks(), 'and the one before stays').toBe('accepted')
  })

  test('leaves no session behind when another sign-in of the same browser replaces it', async () => {
    const first = await open()
    const next = await makeSomeone(ctx)
    await first.client(login, { body: { username: next.username, password: PASSWORD } })
    expect(first.visitor.cookies.get(SESSION_COOKIE)).not.toBe(first.token)
    expect(await first.asks()).toBe('accepted')
    first.visitor.cookies.set(SESSION_COOKIE, first.token)
    expect(await first.asks()).toBe(SIGNED_OUT)
  })

  test('of the application says nothing on the admin host, nor the other way round', async () => {
    const { APP_ORIGIN, ADMIN_ORIGIN } = ctx.config
    const someone = await makeSomeone(ctx)
    for (const home of [APP_ORIGIN, ADMIN_ORIGIN]) {
      const visitor = new Visitor(api.app, home)
      await visitor.client()(login, { body: { username: someone.username, password: PASSWORD } })
      expect(await verdict(visitor.client()(getMe))).toBe('accepted')
      for (const elsewhere of [APP_ORIGIN, ADMIN_ORIGIN].filter((origin) => origin !== home)) {
        const abroad = new Visitor(api.app, elsewhere)
        abroad.cookies.set(SESSION_COOKIE, visitor.cookies.get(SESSION_COOKIE) ?? '')
        expect(await verdict(abroad.client()(getMe))).toBe(SIGNED_OUT)
      }
    }
  })

  test.each(['', 'x', 'x'.repeat(43), '%00', '../..'])('made up (%j) is no session', async (made) => {
    const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
    visitor.cookies.set(SESSION_COOKIE, made)
    expect(await verdict(visitor.client()(getMe))).toBe(SIGNED_OUT)
  })
})

describe('a session ends', () => {
  test('after a week without use, by the clock of the database', async () => {
    const session = await open()
    await inTable(session.token, `idle_end = now() + interval '1 minute'`)
    expect(await session.asks()).toBe('accepted')
    await inTable(session.token, 'idle_end = now()')
    expect(await session.asks()).toBe(SIGNED_OUT)
  })

  test('after thirty days, however much it is used', async () => {
    const session = await open()
    await inTable(session.token, 'absolute_end = now()')
    expect(await session.asks()).toBe(SIGNED_OUT)
  })

  test('a week after it was last used, and never beyond its thirty days', async () => {
    const session = await open()
    const [fresh] = (await inTable(session.token, 'device = device')).rows
    expect(fresh).toMatchObject({ revoked_at: null })
    await inTable(session.token, `last_seen_at = now() - interval '6 minutes', idle_end = now() + interval '1 hour'`)
    await session.asks()
    const ends = (await inTable(session.token, `absolute_end = now() + interval '3 days'`)).rows[0]
    const days = (at: unknown) => (at instanceof Date ? (at.getTime() - Date.now()) / 86_400_000 : Number.NaN)
    expect(days(ends?.idle_end)).toBeCloseTo(7, 1)
    await inTable(session.token, `last_seen_at = now() - interval '6 minutes'`)
    await session.asks()
    expect(days((await inTable(session.token, 'device = device')).rows[0]?.idle_end)).toBeCloseTo(3, 1)
  })

  test('with signing out: there alone, and for whoever copied the cookie too', async () => {
    const here = await open()
    const there = await signIn(api, here.username)
    const thief = new Visitor(api.app, ctx.config.APP_ORIGIN)
    thief.cookies.set(SESSION_COOKIE, here.token)
    expect(await verdict(here.client(logout))).toBe('accepted')
    expect(here.visitor.cookies.has(SESSION_COOKIE)).toBe(false)
    expect(await verdict(thief.client()(getMe))).toBe(SIGNED_OUT)
    expect(await verdict(there.client(getMe))).toBe('accepted')
  })

  test('once: signing out again, or without ever having signed in, is harmless', async () => {
    const session = await open()
    const again = new Visitor(api.app, ctx.config.APP_ORIGIN)
    again.cookies.set(SESSION_COOKIE, session.token)
    await session.client(logout)
    expect(await verdict(session.client(logout))).toBe('accepted')
    expect(await verdict(again.client()(logout)), 'a tab that still has the cookie').toBe('accepted')
    expect(await verdict(new Visitor(api.app, ctx.config.APP_ORIGIN).client()(logout))).toBe('accepted')
  })

  test('with a new password, on every device', async () => {
    const here = await open()
    const there = await signIn(api, here.username)
    const bystander = await open()
    const token = await makeLink(ctx, 'reset_password', here.email, here.personId)
    const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
    await visitor.client()(resetPassword, { body: { password: 'a new long secret', verification_string: token } })
    expect([await here.asks(), await verdict(there.client(getMe))]).toEqual([SIGNED_OUT, SIGNED_OUT])
    expect(await bystander.asks()).toBe('accepted')
    expect(await verdict(signIn(api, here.username))).toBe('401 wrong_credentials')
    expect((await signIn(api, here.username, 'a new long secret')).user.id).toBe(here.personId)
  })
})

test('after a restore from a backup everybody who is signed in can read what was lost, for two weeks', async () => {
  const { client } = await open()
  const restore = (days: number) =>
    database.admin((admin) =>
      admin.query(
        `insert into restores (restored_at, reaches) select now() - make_interval(days => $1), now() - make_interval(days => $1, mins => 5)
         on conflict do nothing`,
        [days],
      ),
    )
  await restore(15)
  expect(await client(getRestored)).toEqual({ data: null })
  await restore(3)
  const { data } = await client(getRestored)
  expect(Date.parse(data?.lost_until ?? '') - Date.parse(data?.lost_from ?? '')).toBe(5 * 60_000)
})
