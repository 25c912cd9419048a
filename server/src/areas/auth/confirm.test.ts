import { beginTotp, confirmSession } from '@throughline/contracts/account'
import { changeEmail, googleCallback, googleNonce } from '@throughline/contracts/auth'
import type { Client } from '@throughline/contracts/client'
import { changePassword, deleteAccount } from '@throughline/contracts/profile'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { PASSWORD } from '../../../test/factories.ts'
import { providerToken } from '../../../test/provider-token.ts'
import { codeOf, turnOnTwoFactors, wrongCodeFor } from '../../../test/second-factor.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await sharedApi()
const { ctx, database } = api
const UNCONFIRMED = '403 confirmation_required'

const move = (client: Client, old_email: string) =>
  verdict(client(changeEmail, { body: { email: uniqueAddress('moved'), old_email } }))

async function open() {
  const someone = await makeSomeone(ctx)
  const session = await signIn(api, someone.username)
  const confirm = (body: { password: string } | { code: string } | { token: string }) =>
    verdict(session.client(confirmSession, { body }))
  return { ...someone, ...session, confirm, move: () => move(session.client, someone.email) }
}

/** Somebody who has nothing but Google. */
async function openWithGoogle() {
  const claims = { sub: unique('sub'), email: uniqueAddress('gil'), email_verified: true, name: 'Gil' }
  const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
  const client = visitor.client()
  const tokenOf = async (who = claims) => {
    const { nonce } = await client(googleNonce)
    return providerToken({ claims: { ...who, nonce } })
  }
  const { user } = await client(googleCallback, { body: { token: await tokenOf() } })
  if (!user) throw new Error('not signed in')
  client.forgetCsrf()
  return { claims, client, user, tokenOf }
}

describe('a change of address by a session alone', () => {
  test('is refused, also right after signing in, until the password was said again', async () => {
    const someone = await open()
    expect(await someone.move()).toBe(UNCONFIRMED)
    expect(await someone.confirm({ password: 'not it' })).toBe('422 invalid_password')
    expect(await someone.move()).toBe(UNCONFIRMED)
    expect(await someone.confirm({ password: PASSWORD })).toBe('accepted')
    expect(await someone.move()).toBe('accepted')
  })

  test('is refused again after five minutes, and in every other session of the person', async () => {
    const someone = await open()
    const elsewhere = await signIn(api, someone.username)
    await someone.confirm({ password: PASSWORD })
    expect(await move(elsewhere.client, someone.email)).toBe(UNCONFIRMED)
    const age = (seconds: number) =>
      database.admin((admin) =>
        admin.query('update sessions set confirmed_at = now() - make_interval(secs => $2) where person_id = $1', [
          someone.personId,
          seconds,
        ]),
      )
    await age(290)
    expect(await someone.move()).toBe('accepted')
    await age(301)
    expect(await someone.move()).toBe(UNCONFIRMED)
  })

  test('is confirmed by a code, too, which counts once and is counted when wrong', async () => {
    const someone = await open()
    const { secret } = await turnOnTwoFactors(someone.client)
    expect(await someone.confirm({ code: await wrongCodeFor(secret) })).toBe('422 wrong_code')
    expect(await someone.move()).toBe(UNCONFIRMED)
    const code = await codeOf(secret)
    expect(await someone.confirm({ code })).toBe('accepted')
    expect(await someone.move()).toBe('accepted')
    expect(await someone.confirm({ code }), 'the same code again').toBe('422 wrong_code')
  })

  test('takes a code only where there is a second factor, and one proof at a time', async () => {
    const someone = await open()
    expect(await someone.confirm({ code: '123456' })).toBe('409 two_factors_off')
    const both = { password: PASSWORD, code: '123456' }
    expect(await verdict(someone.client(confirmSession, { body: both }))).toBe('422 invalid_request')
    expect(await someone.move()).toBe(UNCONFIRMED)
  })
})

test('ten wrong passwords end the tries, those at the password itself included', async () => {
  const someone = await open()
  const params = { userId: someone.user.id }
  const body = { current_password: 'not it', new_password: 'a brand new secret' }
  for (let turn = 0; turn < 4; turn++) {
    expect(await someone.confirm({ password: 'not it' })).toBe('422 invalid_password')
    expect(await verdict(someone.client(changePassword, { params, body }))).toBe('422 invalid_password')
  }
  expect(await someone.confirm({ password: 'not it' })).toBe('422 invalid_password')
  expect(await someone.confirm({ password: 'not it' })).toBe('422 invalid_password')
  expect(await someone.confirm({ password: PASSWORD })).toBe('429 rate_limited')
  expect(await verdict(someone.client(changePassword, { params, body }))).toBe('429 rate_limited')
})

describe('whoever has nothing but Google', () => {
  test('confirms by signing in with that account again', async () => {
    const { client, user, claims, tokenOf } = await openWithGoogle()
    expect(await move(client, user.email)).toBe(UNCONFIRMED)
    const stranger = { ...claims, sub: unique('sub') }
    const confirm = async (token: string) => verdict(client(confirmSession, { body: { token } }))
    expect(await confirm(await tokenOf(stranger))).toBe('401 provider_refused')
    expect(await move(client, user.email)).toBe(UNCONFIRMED)
    const token = await tokenOf()
    expect(await confirm(token)).toBe('accepted')
    expect(await confirm(token), 'a credential counts once').toBe('401 provider_refused')
    expect(await move(client, user.email)).toBe('accepted')
  })

  test('gets no password, no second factor and no deletion by the session alone', async () => {
    const { client, user, tokenOf } = await openWithGoogle()
    const params = { userId: user.id }
    const choose = () =>
      verdict(client(changePassword, { params, body: { current_password: 'any', new_password: 'a brand new secret' } }))
    expect(await choose()).toBe(UNCONFIRMED)
    expect(await verdict(client(deleteAccount, { params, body: {} }))).toBe(UNCONFIRMED)
    expect(await verdict(client(beginTotp, { body: {} }))).toBe(UNCONFIRMED)
    await client(confirmSession, { body: { token: await tokenOf() } })
    expect(await choose()).toBe('accepted')
    expect(await verdict(client(confirmSession, { body: { token: await tokenOf() } })), 'a password goes first').toBe(
      '401 provider_refused',
    )
  })
})
