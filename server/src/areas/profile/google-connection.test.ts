import { confirmSession } from '@throughline/contracts/account'
import { googleCallback, googleNonce } from '@throughline/contracts/auth'
import { connectGoogle, disconnectGoogle } from '@throughline/contracts/profile'
import { expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { PASSWORD } from '../../../test/factories.ts'
import { providerToken } from '../../../test/provider-token.ts'
import { queuedMails } from '../../../test/queued-mails.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await sharedApi()
const { ctx, database } = api

const account = () => ({ sub: unique('sub'), email: uniqueAddress('ada'), email_verified: true, name: 'Ada' })
type Account = ReturnType<typeof account>

async function tokenFor(visitor: Visitor, claims: Account) {
  const { nonce } = await visitor.client()(googleNonce)
  return providerToken({ claims: { ...claims, nonce } })
}

async function open({ confirmed = true } = {}) {
  const someone = await makeSomeone(ctx)
  const session = await signIn(api, someone.username)
  if (confirmed) await session.client(confirmSession, { body: { password: PASSWORD } })
  const params = { userId: session.user.id }
  const connect = async (claims: Account, token?: string) =>
    session.client(connectGoogle, { params, body: { token: token ?? (await tokenFor(session.visitor, claims)) } })
  return { ...someone, ...session, params, connect }
}

async function signInWith(claims: Account) {
  const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
  const { user } = await visitor.client()(googleCallback, { body: { token: await tokenFor(visitor, claims) } })
  return user
}

const kindsTo = async (email: string) => (await queuedMails(api, email)).map(({ kind }) => kind)

test('once connected, Google signs in the same person, whatever its address', async () => {
  const someone = await open()
  const ada = account()
  expect(await someone.connect(ada)).toMatchObject({ google_connected: true })
  expect((await signInWith(ada))?.id).toBe(someone.user.id)
  expect(await kindsTo(someone.email)).toContain('google_connected')
  expect(await someone.client(disconnectGoogle, { params: someone.params })).toMatchObject({ google_connected: false })
  expect((await signInWith(ada))?.id, 'then it is somebody new').not.toBe(someone.user.id)
  expect(await kindsTo(someone.email)).toContain('google_disconnected')
})

test('a session alone connects nothing; once confirmed it does, with the same credential', async () => {
  const someone = await open({ confirmed: false })
  const ada = account()
  const token = await tokenFor(someone.visitor, ada)
  expect(await verdict(someone.connect(ada, token))).toBe('403 confirmation_required')
  await someone.client(confirmSession, { body: { password: PASSWORD } })
  expect(await someone.connect(ada, token)).toMatchObject({ google_connected: true })
})

test('a Google account belongs to one person', async () => {
  const [one, two] = [await open(), await open()]
  const ada = account()
  await one.connect(ada)
  expect(await verdict(two.connect(ada))).toBe('409 google_taken')
})

test('a token made for another browser, or used before, connects nothing', async () => {
  const someone = await open()
  const thief = new Visitor(api.app, ctx.config.APP_ORIGIN)
  const ada = account()
  expect(await verdict(someone.connect(ada, await tokenFor(thief, ada)))).toBe('401 provider_refused')
  const token = await tokenFor(someone.visitor, ada)
  expect(await verdict(someone.connect(ada, token))).toBe('accepted')
  expect(await verdict(someone.connect(ada, token))).toBe('401 provider_refused')
})

test('whoever has no password keeps Google', async () => {
  const ada = account()
  const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
  const { user } = await visitor.client()(googleCallback, { body: { token: await tokenFor(visitor, ada) } })
  if (!user) throw new Error('not signed in')
  const call = visitor.client()(disconnectGoogle, { params: { userId: user.id } })
  expect(await verdict(call)).toBe('409 password_needed')
})

test('whose organisation keeps the sign-in gets no second one', async () => {
  const someone = await open()
  await database.admin((admin) =>
    admin.query(`update people set auth_type = 'sso_oidc' where id = $1`, [someone.personId]),
  )
  expect(await verdict(someone.connect(account()))).toBe('403 single_sign_on')
  expect(await kindsTo(someone.email)).not.toContain('google_connected')
})
