import { confirmSession } from '@throughline/contracts/account'
import { login, resetPasswordEmail } from '@throughline/contracts/auth'
import { expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { PASSWORD } from '../../../test/factories.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await sharedApi()
const { ctx } = api

const visit = () => new Visitor(api.app, ctx.config.APP_ORIGIN).client()

/** Everyone tries from an address of their own, so that only the account is counted. */
const tries = async (count: number, account: (turn: number) => string) => {
  const verdicts: string[] = []
  for (let turn = 0; turn < count; turn++) {
    verdicts.push(await verdict(visit()(login, { body: { username: account(turn), password: 'wrong' } })))
  }
  return verdicts
}

const wrong = (count: number) => Array.from({ length: count }, () => '401 wrong_credentials')

test('tries to sign in are counted for the person, by whichever name; no answer tells that two names are one account', async () => {
  const someone = await makeSomeone(ctx)
  const name = (turn: number) => (turn % 2 ? someone.username : someone.email)
  expect(await tries(10, name)).toEqual(wrong(10))
  const right = (account: string) => verdict(visit()(login, { body: { username: account, password: PASSWORD } }))
  expect([await right(someone.username), await right(someone.email)]).toEqual(wrong(2))
})

test('tries to sign in take nothing from other acts, whatever is typed as a name', async () => {
  const someone = await makeSomeone(ctx)
  const session = await signIn(api, someone.username)
  for (const name of [`mail to ${someone.email}`, `person ${someone.personId}`])
    expect(await tries(10, () => name)).toEqual(wrong(10))
  expect(await verdict(visit()(resetPasswordEmail, { body: { email: someone.email } }))).toBe('accepted')
  expect(await verdict(session.client(confirmSession, { body: { password: PASSWORD } }))).toBe('accepted')
  expect(await verdict(signIn(api, someone.email))).toBe('accepted')
})

test('tries of strangers do not lock out a device that the person signed in with before', async () => {
  const [someone, other] = [await makeSomeone(ctx), await makeSomeone(ctx)]
  const own = await signIn(api, someone.username)
  const foreign = await signIn(api, other.username)
  expect(await tries(10, () => someone.username)).toEqual([...wrong(9), '429 rate_limited'])
  const enter = ({ client }: typeof own, password = PASSWORD) => {
    client.forgetCsrf()
    return verdict(client(login, { body: { username: someone.username, password } }))
  }
  expect(await enter(foreign), 'a device that others know is a stranger').toBe('429 rate_limited')
  expect(await enter(own)).toBe('accepted')
  const wrongOnes: string[] = []
  for (let turn = 0; turn < 10; turn++) wrongOnes.push(await enter(own, 'wrong'))
  expect(wrongOnes, 'its own tries end, too').toEqual([...wrong(9), '429 rate_limited'])
})
