import { getMe, login } from '@throughline/contracts/auth'
import type { Input } from '@throughline/contracts/endpoint'
import { PersonId } from '@throughline/contracts/ids'
import * as profile from '@throughline/contracts/profile'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { makeMember, makeTenant, PASSWORD } from '../../../test/factories.ts'
import { queuedMails } from '../../../test/queued-mails.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await sharedApi()
const { ctx, database } = api
const NEXT = 'a brand new secret'

async function open() {
  const someone = await makeSomeone(ctx)
  const session = await signIn(api, someone.username)
  const params = { userId: session.user.id }
  const patch = (body: Input<typeof profile.updateProfile>['body']) =>
    session.client(profile.updateProfile, { params, body })
  return { ...someone, ...session, params, patch }
}

const kindsTo = async (email: string) => (await queuedMails(api, email)).map(({ kind }) => kind)

describe('one’s profile', () => {
  test('is what the directory knows, and nobody else’s', async () => {
    const [one, two] = [await open(), await open()]
    expect(await one.client(profile.getProfile, { params: one.params })).toMatchObject({
      id: one.personId,
      name: 'Some One',
      email: one.email,
      username: one.username,
      photo: null,
      language: 'en',
      time_zone: 'UTC',
      has_password: true,
      google_connected: false,
      two_factor_enabled: false,
      recovery_codes_left: 0,
      deletes_at: null,
    })
    const { params } = two
    const nobody = { userId: PersonId.parse(crypto.randomUUID()) }
    for (const theirs of [params, nobody]) {
      const calls = [
        one.client(profile.getProfile, { params: theirs }),
        one.client(profile.updateProfile, { params: theirs, body: { name: 'Mine now' } }),
        one.client(profile.changePassword, {
          params: theirs,
          body: { current_password: PASSWORD, new_password: NEXT },
        }),
        one.client(profile.removePhoto, { params: theirs }),
        one.client(profile.disconnectGoogle, { params: theirs }),
        one.client(profile.connectGoogle, { params: theirs, body: { token: 'x' } }),
        one.client(profile.deleteAccount, { params: theirs, body: { password: PASSWORD } }),
        one.client(profile.keepAccount, { params: theirs }),
      ]
      expect(new Set(await Promise.all(calls.map(verdict)))).toEqual(new Set(['404 not_found']))
    }
    expect((await two.client(getMe)).name).toBe('Some One')
  })

  test('a new name stands in every workspace', async () => {
    const someone = await open()
    const firm = await makeTenant(ctx, (await makeSomeone(ctx)).personId, 'organization', 'Firm')
    const memberId = await makeMember(ctx, firm, { ...someone, name: 'Old', role: 'member' })
    const saved = await someone.patch({ name: ' Ada Moreau ', time_zone: 'Europe/Lisbon', language: 'en' })
    expect(saved).toMatchObject({ name: 'Ada Moreau', time_zone: 'Europe/Lisbon', language: 'en' })
    expect((await someone.client(getMe)).name).toBe('Ada Moreau')
    const found = await database.admin((admin) => admin.query('select name from members where id = $1', [memberId]))
    expect(found.rows).toEqual([{ name: 'Ada Moreau' }])
  })

  test('a username is taken by one, whatever its case', async () => {
    const [one, two] = [await open(), await open()]
    expect(await verdict(one.patch({ username: two.username.toUpperCase() }))).toBe('409 username_taken')
    const username = unique('free')
    expect(await one.patch({ username })).toMatchObject({ username })
    expect((await signIn(api, username)).user.id).toBe(one.user.id)
  })

  test('the address may be sent along unchanged, and is changed by its own call only', async () => {
    const someone = await open()
    expect(await verdict(someone.patch({ email: someone.email.toUpperCase(), name: 'Same' }))).toBe('accepted')
    await expect(someone.patch({ email: uniqueAddress('new') })).rejects.toMatchObject({ status: 422 })
  })

  test('a time zone exists', async () => {
    const someone = await open()
    expect(await verdict(someone.patch({ time_zone: 'Europe/Atlantis' }))).toBe('422 invalid_request')
    expect(await verdict(someone.patch({ time_zone: '+01:00' })), 'an offset is none').toBe('422 invalid_request')
    for (const time_zone of ['UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv']) {
      expect(await verdict(someone.patch({ time_zone })), time_zone).toBe('accepted')
    }
  })

  test('whether an address has an account is told to whoever is signed in', async () => {
    const [one, two] = [await open(), await open()]
    const ask = (email: string) => one.client(profile.isAvailable, { body: { email } })
    expect(await ask(two.email.toUpperCase())).toEqual({ available: false })
    expect(await ask(uniqueAddress('free'))).toEqual({ available: true })
    const nobody = new Visitor(api.app, ctx.config.APP_ORIGIN).client()
    expect(await verdict(nobody(profile.isAvailable, { body: { email: two.email } }))).toBe('401 not_signed_in')
    const many = await Promise.all(Array.from({ length: 5 }, () => verdict(ask(two.email))))
    expect(many).toContain('429 rate_limited')
  })
})

describe('a new password', () => {
  const change = (
    { client, params }: Awaited<ReturnType<typeof open>>,
    current_password: string,
    new_password = NEXT,
  ) => client(profile.changePassword, { params, body: { current_password, new_password } })

  test('takes the old one, signs out the other devices and is told by mail', async () => {
    const someone = await open()
    const other = await signIn(api, someone.username)
    await expect(change(someone, 'not it')).rejects.toMatchObject({
      status: 422,
      code: 'invalid_password',
      message: 'Current password is incorrect',
    })
    expect(await verdict(change(someone, PASSWORD))).toBe('accepted')
    expect(await verdict(someone.client(getMe)), 'this one stays').toBe('accepted')
    expect(await verdict(other.client(getMe))).toBe('401 not_signed_in')
    const signInWith = (password: string) =>
      verdict(
        new Visitor(api.app, ctx.config.APP_ORIGIN).client()(login, { body: { username: someone.username, password } }),
      )
    expect(await signInWith(PASSWORD)).toBe('401 wrong_credentials')
    expect(await signInWith(NEXT)).toBe('accepted')
    expect(await kindsTo(someone.email)).toContain('password_changed')
    const { password_changed_at } = await someone.client(profile.getProfile, { params: someone.params })
    expect(Date.parse(password_changed_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('is a good one', async () => {
    const someone = await open()
    for (const weak of ['short', 'password1'])
      expect(await verdict(change(someone, PASSWORD, weak))).toBe('422 invalid_request')
    expect(await verdict(someone.client(getMe))).toBe('accepted')
  })

  test('cannot be found by trying', async () => {
    const someone = await open()
    const tries: string[] = []
    for (let tried = 0; tried < 12; tried++) tries.push(await verdict(change(someone, `wrong ${tried}`)))
    expect(tries.filter((one) => one === '422 invalid_password')).toHaveLength(10)
    expect(await verdict(change(someone, PASSWORD)), 'not even the right one').toBe('429 rate_limited')
  })

  test('is refused to people of an organisation’s own provider', async () => {
    const someone = await open()
    await database.admin((admin) =>
      admin.query(`update people set auth_type = 'sso_firm' where id = $1`, [someone.personId]),
    )
    expect(await verdict(change(someone, PASSWORD))).toBe('403 single_sign_on')
  })
})
