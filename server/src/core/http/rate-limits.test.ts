import { getCsrf, login, registerEmail, resetPasswordEmail, verifyEmail } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import { afterAll, describe, expect, test } from 'vitest'
import { startApi, Visitor } from '../../../test/api.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { PASSWORD } from '../../../test/factories.ts'
import { makeSomeone, unique } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'

const database = await createTestDatabase()
const api = await startApi(database)
const redisAway = await startApi(database, { REDIS_URL: 'redis://127.0.0.1:1' })
const { username } = await makeSomeone(api.ctx, { username: unique('ﬁona-straße') })
afterAll(async () => {
  await api.close()
  await redisAway.close()
  await database.drop()
})

const visit = (on = api) => new Visitor(on.app, on.ctx.config.APP_ORIGIN).client()

/** Everyone tries from an address of their own, so that only the account is counted. */
const tries = async (count: number, account: (turn: number) => string, on = api) => {
  const verdicts: string[] = []
  for (let turn = 0; turn < count; turn++) {
    verdicts.push(await verdict(visit(on)(login, { body: { username: account(turn), password: 'wrong' } })))
  }
  return verdicts
}

const wrong = (count: number) => Array.from({ length: count }, () => '401 wrong_credentials')

describe('tries against one account', () => {
  test('end after ten, and the answer says when to come back', async () => {
    const account = unique('nobody')
    expect(await tries(10, () => account)).toEqual(wrong(10))
    const refusal = await visit()(login, { body: { username: account, password: 'wrong' } }).catch(
      (error: unknown) => error,
    )
    if (!(refusal instanceof ApiError)) throw new Error('the eleventh try was let through')
    expect([refusal.status, refusal.code]).toEqual([429, 'rate_limited'])
    expect(refusal.retryAfter).toBeGreaterThan(0)
    expect(refusal.retryAfter).toBeLessThanOrEqual(300)
  })

  test('are counted together however the name is spelled, known accounts as unknown ones', async () => {
    const spellings = [username, username.toUpperCase(), username.normalize('NFKC'), username.replace('ß', 'ss')]
    const spelled = (turn: number) => spellings[turn % spellings.length] ?? username
    const body = { username: username.replace('ß', 'ss').toUpperCase(), password: PASSWORD }
    expect(await verdict(visit()(login, { body }))).toBe('accepted')
    expect(await tries(11, spelled)).toEqual([...wrong(9), '429 rate_limited', '429 rate_limited'])
  })
})

test('mails to one address end after ten, whoever asks for them and however it is spelled', async () => {
  const email = `${unique('victim')}@example.test`
  const ask = (turn: number) =>
    verdict(
      visit()(turn % 2 ? registerEmail : resetPasswordEmail, {
        body: { email: turn % 3 ? email : email.toUpperCase() },
      }),
    )
  const verdicts: string[] = []
  for (let turn = 0; turn < 11; turn++) verdicts.push(await ask(turn))
  expect(verdicts).toEqual([...Array.from({ length: 10 }, () => 'accepted'), '429 rate_limited'])
})

describe('calls', () => {
  test('that come at once are counted once each', async () => {
    const visitor = new Visitor(api.app, api.ctx.config.APP_ORIGIN)
    Object.assign(visitor, { address: '2001:db8:8::1' })
    const client = visitor.client()
    const verdicts = await Promise.all(Array.from({ length: 1_200 }, () => verdict(client(getCsrf))))
    expect(new Set(verdicts)).toEqual(new Set(['accepted']))
    expect(await verdict(client(getCsrf))).toBe('429 rate_limited')
  })

  test('from anywhere in one IPv6 network are counted together, those from the next one apart', async () => {
    const from = async (address: string) => {
      const visitor = new Visitor(api.app, api.ctx.config.APP_ORIGIN)
      Object.assign(visitor, { address })
      return verdict(visitor.client()(verifyEmail, { body: { verification_string: 'none' } }))
    }
    const verdicts = await Promise.all(Array.from({ length: 61 }, (_, turn) => from(`2001:db8:7::${turn + 1}`)))
    expect(verdicts.filter((verdict) => verdict === '429 rate_limited')).toHaveLength(1)
    expect(await from('2001:db8:7:0:1:2:3:4')).toBe('429 rate_limited')
    expect(await from('2001:db8:7:1::1')).not.toBe('429 rate_limited')
  })

  test('of one class from one address end at its limit, those of another go on', async () => {
    const client = visit()
    const check = () => verdict(client(verifyEmail, { body: { verification_string: 'none' } }))
    const verdicts = []
    for (let turn = 0; turn < 61; turn++) verdicts.push(await check())
    expect(verdicts.indexOf('429 rate_limited')).toBe(60)
    expect(await verdict(client(getCsrf))).toBe('accepted')
  })
})

describe('while Redis is away', () => {
  test('reading is not limited', async () => {
    const client = visit(redisAway)
    const verdicts = await Promise.all(Array.from({ length: 1_250 }, () => verdict(client(getCsrf))))
    expect(new Set(verdicts)).toEqual(new Set(['accepted']))
  })

  test('signing in is counted by the process itself', async () => {
    const account = unique('nobody')
    expect(await tries(11, () => account, redisAway)).toEqual([...wrong(10), '429 rate_limited'])
  })
})
