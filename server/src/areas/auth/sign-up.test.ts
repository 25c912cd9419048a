import { resetPassword, signup, verifyEmail } from '@throughline/contracts/auth'
import type { ApiError } from '@throughline/contracts/client'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { makeLink } from '../../../test/links.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { SESSION_COOKIE } from '../../core/http/cookies.ts'

const api = await sharedApi()
const { ctx } = api
const SECRET = 'a long enough secret'

async function newcomer() {
  const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
  const client = visitor.client()
  const email = uniqueAddress('new')
  const verification_string = await makeLink(ctx, 'sign_up', email)
  const signUp = (username: string, password = SECRET, more: { name?: string } = {}) =>
    client(signup, { body: { username, password, verification_string, auth_type: 'custom_individual', ...more } })
  const stillGood = () => verdict(client(verifyEmail, { body: { verification_string } }))
  return { visitor, email, verification_string, signUp, stillGood }
}

const fieldsOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: ApiError) => [error.status, ...(error.errors ?? []).map(({ path }) => path)],
  )

describe('signing up', () => {
  test('makes an account for the address the mail went to, with a workspace of its own; signing in follows', async () => {
    const { visitor, email, signUp } = await newcomer()
    const username = unique('Ada')
    expect(await signUp(username)).toEqual({ username })
    expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false)
    const { user } = await signIn(api, email, SECRET)
    expect(user).toMatchObject({
      username,
      email,
      name: username,
      auth_type: 'custom_individual',
      organization_id: null,
      tenant_name: 'My workspace',
      role: 'owner',
      is_approved: true,
      is_internal: false,
      subscription_active: true,
    })
  })

  test.each(['is_internal', 'is_approved', 'is_admin', 'email', 'google_sub', 'tenant_id', 'role_id'])(
    'takes no %s from outside',
    async (key) => {
      const { visitor, verification_string, stillGood } = await newcomer()
      const body = { username: unique('eve'), password: SECRET, verification_string, auth_type: 'custom_individual' }
      const csrf = await visitor.fetch(`${ctx.config.APP_ORIGIN}/v1/auth/csrf/`)
      const { csrfToken } = JSON.parse(await csrf.text())
      const answer = await visitor.fetch(ctx.config.APP_ORIGIN + signup.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrftoken': csrfToken },
        body: JSON.stringify({ ...body, [key]: true }),
      })
      expect(answer.status).toBe(422)
      expect(await stillGood()).toBe('accepted')
    },
  )
})

test('the name that was given is the one others read', async () => {
  const { email, signUp } = await newcomer()
  await signUp(unique('ada'), SECRET, { name: '  Ada Lind ' })
  expect((await signIn(api, email, SECRET)).user.name).toBe('Ada Lind')
})

describe('a username', () => {
  test.each([
    'a',
    '',
    ' ',
    '.ada',
    '-ada',
    '_ada',
    'ada b',
    'ada@example.test',
    'a/b',
    'a\u0000b',
    'ad\u202ea',
    '🙂🙂',
    'a'.repeat(33),
  ])('like %j is refused and named, and the link stays good', async (name) => {
    const { signUp, stillGood } = await newcomer()
    expect(await fieldsOf(signUp(name))).toEqual([422, 'username'])
    expect(await stillGood()).toBe('accepted')
  })

  test.each(['Zoë', '李', 'Дмитрий', 'a.b-c_d', '7'])('may begin like %j', async (name) => {
    const { signUp } = await newcomer()
    const username = unique(name)
    expect(await signUp(username)).toEqual({ username })
    expect((await signIn(api, username, SECRET)).user.username).toBe(username)
  })

  const spellings = {
    'as it is': (name: string) => name,
    'in capitals': (name: string) => name.toUpperCase(),
    'with a blank': (name: string) => ` ${name}`,
    'in wide letters': (name: string) => name.replace('t', 'ｔ'),
  }
  test.each(Object.entries(spellings))('that is taken is told apart by its field (%s)', async (_name, spell) => {
    const taken = await makeSomeone(ctx, { username: unique('taken') })
    const { signUp, stillGood } = await newcomer()
    await expect(signUp(spell(taken.username))).rejects.toMatchObject({
      status: 409,
      code: 'username_taken',
      errors: [{ path: 'username' }],
    })
    expect(await stillGood(), 'another name can be tried').toBe('accepted')
    expect(await verdict(signUp(unique('other')))).toBe('accepted')
  })

  test('wanted by two people at the same moment goes to one; the other may choose again', async () => {
    const username = unique('wanted')
    const both = [await newcomer(), await newcomer()]
    const results = await Promise.all(both.map(({ signUp }) => verdict(signUp(username))))
    expect(results.toSorted()).toEqual(['409 username_taken', 'accepted'])
    const loser = both[results.indexOf('409 username_taken')]
    expect(await loser?.stillGood()).toBe('accepted')
  })
})

describe('an address', () => {
  test('that got an account in the meantime gets no second one', async () => {
    const { email, signUp } = await newcomer()
    await makeSomeone(ctx, { email: email.toUpperCase() })
    expect(await verdict(signUp(unique('second')))).toBe('409 account_exists')
  })

  test('with two links gets one account', async () => {
    const email = uniqueAddress('twice')
    const strings = [await makeLink(ctx, 'sign_up', email), await makeLink(ctx, 'sign_up', email)]
    const results = await Promise.all(
      strings.map((verification_string) => {
        const body = { username: unique('twice'), password: SECRET, verification_string }
        const client = new Visitor(api.app, ctx.config.APP_ORIGIN).client()
        return verdict(client(signup, { body: { ...body, auth_type: 'custom_individual' } }))
      }),
    )
    expect(results.toSorted()).toEqual(['409 account_exists', 'accepted'])
  })
})

describe('a password', () => {
  const WEAK = ['1234567', 'kz7Qv!x', 'password', 'Password', 'qwertyuiop', 'PASSWORD1', 'iloveyou', 'football']

  test.each(WEAK)('like %j is refused at sign-up, and the link stays good', async (password) => {
    const { signUp, stillGood } = await newcomer()
    expect(await fieldsOf(signUp(unique('weak'), password))).toEqual([422, 'password'])
    expect(await stillGood()).toBe('accepted')
  })

  test.each(WEAK)('like %j is refused at reset, and the link stays good', async (password) => {
    const { personId, email, username } = await makeSomeone(ctx)
    const verification_string = await makeLink(ctx, 'reset_password', email, personId)
    const client = new Visitor(api.app, ctx.config.APP_ORIGIN).client()
    expect(await fieldsOf(client(resetPassword, { body: { password, verification_string } }))).toEqual([
      422,
      'password',
    ])
    expect(await verdict(signIn(api, username)), 'the old one still counts').toBe('accepted')
    expect(await verdict(client(resetPassword, { body: { password: SECRET, verification_string } }))).toBe('accepted')
  })

  test.each(['kz7Qv!xp', 'пароль длинный', ' spaces count ', 'x'.repeat(199) + 'y'])(
    'like %j is taken as it is',
    async (password) => {
      const { email, signUp } = await newcomer()
      await signUp(unique('strong'), password)
      expect((await signIn(api, email, password)).user.email).toBe(email)
      expect(await verdict(signIn(api, email, `${password}.`.slice(1)))).toBe('401 wrong_credentials')
    },
  )
})
