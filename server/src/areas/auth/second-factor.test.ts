import {
  beginTotp,
  confirmSession,
  confirmTotp,
  endTotp,
  MOST_WRONG_CODES,
  passSecondFactor,
  renewRecoveryCodes,
} from '@throughline/contracts/account'
import { getMe, googleCallback, googleNonce, login, resetPassword } from '@throughline/contracts/auth'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi, signIn, startApi, type TestApi, Visitor } from '../../../test/api.ts'
import { makeTenant, PASSWORD } from '../../../test/factories.ts'
import { foundInDatabase } from '../../../test/found-in-database.ts'
import { makeLink } from '../../../test/links.ts'
import { providerToken } from '../../../test/provider-token.ts'
import { ENGINE_AWAY, queuedMails } from '../../../test/queued-mails.ts'
import { codeOf, turnOnTwoFactors, wrongCodeFor } from '../../../test/second-factor.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { SESSION_COOKIE } from '../../core/http/cookies.ts'

const api = await createTestApi(ENGINE_AWAY)
const { ctx, database } = api
const other = await startApi(database, ENGINE_AWAY)
afterAll(async () => {
  await other.close()
  await api.close()
})

const WRONG = '422 wrong_code'
const LOCKED = '429 second_factor_locked'

async function secured() {
  const someone = await makeSomeone(ctx)
  const session = await signIn(api, someone.username)
  return { ...someone, ...session, ...(await turnOnTwoFactors(session.client)) }
}

/** The first step of signing in, from an address of its own. */
async function firstStep(username: string, at: TestApi = api) {
  const visitor = new Visitor(at.app, ctx.config.APP_ORIGIN)
  const client = visitor.client()
  const answer = await client(login, { body: { username, password: PASSWORD } })
  const challenge = answer.second_factor?.challenge ?? ''
  const pass = (code: string) => verdict(client(passSecondFactor, { body: { challenge, code } }))
  return { visitor, client, answer, challenge, pass }
}

const actsOf = async (personId: string) => {
  const { rows } = await database.admin((admin) =>
    admin.query<{ act: string; address: string; n: number; own: number }>(
      `select a.act, min(a.address) as address, count(*)::int as n, count(a.actor_id)::int as own from audit_pending a
       join person_tenants pt on pt.tenant_id = a.tenant_id and pt.member_id = a.entity_id
       where pt.person_id = $1 group by a.act`,
      [personId],
    ),
  )
  return new Map(rows.map((row) => [row.act, row]))
}

const inSecrets = (personId: string, change: string) =>
  database.admin((admin) => admin.query(`update person_secrets set ${change} where person_id = $1`, [personId]))

describe('turning two factors on', () => {
  test('takes the password and a code, and answers ten recovery codes', async () => {
    const someone = await makeSomeone(ctx)
    const { client, user } = await signIn(api, someone.username)
    expect(await verdict(client(beginTotp, { body: {} }))).toBe('422 invalid_password')
    expect(await verdict(client(beginTotp, { body: { password: 'not it' } }))).toBe('422 invalid_password')
    expect(await verdict(client(confirmTotp, { body: { code: '123456' } }))).toBe('409 nothing_to_confirm')
    const { secret, uri } = await client(beginTotp, { body: { password: PASSWORD } })
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain('otpauth://totp/Throughline:')
    expect(uri).toContain(secret)
    expect((await client(getMe)).two_factor_enabled, 'not before it is confirmed').toBe(false)
    expect(await verdict(client(confirmTotp, { body: { code: await wrongCodeFor(secret) } }))).toBe(WRONG)
    const { recovery_codes } = await client(confirmTotp, { body: { code: await codeOf(secret) } })
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/)
    expect((await client(getMe)).two_factor_enabled).toBe(true)
    expect(await verdict(client(beginTotp, { body: { password: PASSWORD } }))).toBe('409 two_factors_on')
    const members = await database.admin((admin) =>
      admin.query('select two_factor from members where id = $1', [user.member_id]),
    )
    expect(members.rows).toEqual([{ two_factor: true }])
    expect((await queuedMails(api, someone.email)).map(({ kind }) => kind)).toEqual(['two_factors_on'])
  })

  test('leaves neither the secret nor a recovery code readable in the database', async () => {
    const { secret, recovery_codes, client } = await secured()
    expect(await verdict(client(renewRecoveryCodes, { body: { code: await codeOf(secret) } }))).toBe('accepted')
    for (const word of [secret, ...recovery_codes]) expect(await foundInDatabase(database, word)).toEqual([])
  })

  test('a secret copied to somebody else’s row opens nothing', async () => {
    const [one, two] = [await secured(), await secured()]
    await database.admin((admin) =>
      admin.query(
        'update person_secrets set totp = (select totp from person_secrets where person_id = $1) where person_id = $2',
        [one.personId, two.personId],
      ),
    )
    expect(await (await firstStep(two.username)).pass(await codeOf(one.secret))).toBe('500 internal')
  })
})

describe('signing in', () => {
  test('gives no session before the code, and one with it', async () => {
    const { username, secret, user } = await secured()
    const { answer, visitor, client, challenge } = await firstStep(username)
    expect(answer.user).toBeNull()
    expect(visitor.cookies.has(SESSION_COOKIE)).toBe(false)
    const passed = await client(passSecondFactor, { body: { challenge, code: await codeOf(secret) } })
    expect(passed.user.id).toBe(user.id)
    expect(visitor.cookies.has(SESSION_COOKIE)).toBe(true)
  })

  test('a code works once, also beside another challenge, and older ones no more', async () => {
    const { username, secret } = await secured()
    const code = await codeOf(secret)
    expect(await (await firstStep(username)).pass(code)).toBe('accepted')
    const again = await firstStep(username)
    expect(await again.pass(code)).toBe(WRONG)
    expect(await again.pass(await codeOf(secret, -1))).toBe(WRONG)
    expect(await again.pass(await codeOf(secret, 1)), 'the next one does').toBe('accepted')
  })

  test('a code is good for the step before and after, and no further', async () => {
    const { username, secret } = await secured()
    for (const steps of [-3, 3]) expect(await (await firstStep(username)).pass(await codeOf(secret, steps))).toBe(WRONG)
  })

  test('a recovery code works once, however it is typed', async () => {
    const { username, recovery_codes } = await secured()
    const [first = '', second = ''] = recovery_codes
    expect(await (await firstStep(username)).pass(first)).toBe('accepted')
    expect(await (await firstStep(username)).pass(first)).toBe(WRONG)
    expect(await (await firstStep(username)).pass(second.toLowerCase().replaceAll('-', ' '))).toBe('accepted')
  })

  test('two who send the same code, or recovery code, at once are one', async () => {
    const { username, secret, recovery_codes } = await secured()
    for (const code of [await codeOf(secret), recovery_codes[0] ?? '']) {
      const steps = await Promise.all([firstStep(username), firstStep(username, other)])
      const verdicts = await Promise.all(steps.map(({ pass }) => pass(code)))
      expect(verdicts.toSorted()).toEqual([WRONG, 'accepted'])
    }
  })

  test('a challenge is for ten minutes, for its host, and ends with the sign-in', async () => {
    const { username, secret, recovery_codes } = await secured()
    const [one = '', two = ''] = recovery_codes
    const used = await firstStep(username)
    expect(await used.pass(one)).toBe('accepted')
    expect(await used.pass(await codeOf(secret))).toBe('401 sign_in_again')
    const elsewhere = new Visitor(api.app, ctx.config.ADMIN_ORIGIN)
    const { challenge, pass } = await firstStep(username)
    expect(await verdict(elsewhere.client()(passSecondFactor, { body: { challenge, code: two } }))).toBe(
      '401 sign_in_again',
    )
    await database.admin((admin) => admin.query('update sign_in_challenges set expires_at = now()'))
    expect(await pass(two)).toBe('401 sign_in_again')
    expect(await verdict(elsewhere.client()(passSecondFactor, { body: { challenge: 'x', code: two } }))).toBe(
      '401 sign_in_again',
    )
  })

  test('with Google asks for the code too', async () => {
    const claims = { sub: unique('sub'), email: uniqueAddress('ada'), email_verified: true, name: 'Ada' }
    const enter = async () => {
      const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
      const { nonce } = await visitor.client()(googleNonce)
      const token = await providerToken({ claims: { ...claims, nonce } })
      return { visitor, ...(await visitor.client()(googleCallback, { body: { token } })) }
    }
    const { visitor } = await enter()
    const client = visitor.client()
    expect(await verdict(client(beginTotp, { body: {} })), 'a session alone is not enough').toBe(
      '403 confirmation_required',
    )
    const { nonce } = await client(googleNonce)
    await client(confirmSession, { body: { token: await providerToken({ claims: { ...claims, nonce } }) } })
    const { secret } = await client(beginTotp, { body: {} })
    await client(confirmTotp, { body: { code: await codeOf(secret, -1) } })
    const again = await enter()
    expect(again.user).toBeNull()
    const challenge = again.second_factor?.challenge ?? ''
    const body = { challenge, code: await codeOf(secret) }
    expect((await again.visitor.client()(passSecondFactor, { body })).user.email).toBe(claims.email)
  })
})

describe('wrong codes', () => {
  test(`lock with the ${MOST_WRONG_CODES}th, over two addresses and two processes, for 15 minutes`, async () => {
    const { username, personId, secret, client: signedIn } = await secured()
    const wrong = await wrongCodeFor(secret)
    const [here, there] = [await firstStep(username), await firstStep(username, other)]
    expect(here.visitor.address).not.toBe(there.visitor.address)
    for (let tried = 1; tried < MOST_WRONG_CODES; tried++) {
      expect(await (tried % 2 ? here : there).pass(wrong), `${tried}`).toBe(WRONG)
    }
    const { client, challenge } = there
    await expect(client(passSecondFactor, { body: { challenge, code: wrong } })).rejects.toMatchObject({
      status: 429,
      code: 'second_factor_locked',
      message: 'Too many wrong codes. Try again in 15 minutes.',
      retryAfter: 900,
    })
    const right = await codeOf(secret)
    expect(await (await firstStep(username)).pass(right), 'a right one is refused too').toBe(LOCKED)
    for (const endpoint of [endTotp, renewRecoveryCodes]) {
      expect(await verdict(signedIn(endpoint, { body: { code: right } })), endpoint.path).toBe(LOCKED)
    }
    const acts = await actsOf(personId)
    const unknown = { address: expect.stringMatching(/^10\./), own: 0 }
    expect(acts.get('member.second_factor_failed')).toMatchObject({ n: MOST_WRONG_CODES, ...unknown })
    expect(acts.get('member.second_factor_locked')).toMatchObject({ n: 1, ...unknown })

    const refused = await database.admin((admin) =>
      admin.query('select from refused_sign_ins where person_id = $1', [personId]),
    )
    expect(refused.rowCount, 'at signing in alone').toBe(MOST_WRONG_CODES + 1)

    await inSecrets(personId, `locked_until = now() + interval '61 seconds'`)
    await expect(signedIn(endTotp, { body: { code: right } })).rejects.toMatchObject({
      message: 'Too many wrong codes. Try again in 2 minutes.',
    })
    await inSecrets(personId, 'locked_until = now()')
    expect(await (await firstStep(username)).pass(await codeOf(secret)), 'after that it works').toBe('accepted')
  })

  test('sent all at once are judged one by one', async () => {
    const { username, secret } = await secured()
    const wrong = await wrongCodeFor(secret)
    const { client, challenge } = await firstStep(username)
    const tries = Array.from({ length: 14 }, () =>
      verdict(client(passSecondFactor, { body: { challenge, code: wrong } })),
    )
    const verdicts = await Promise.all(tries)
    expect(verdicts.filter((one) => one === WRONG)).toHaveLength(MOST_WRONG_CODES - 1)
    expect(verdicts.filter((one) => one === LOCKED)).toHaveLength(14 - MOST_WRONG_CODES + 1)
  })

  test('are forgotten with a right one', async () => {
    const { username, secret, recovery_codes } = await secured()
    const wrong = await wrongCodeFor(secret)
    for (const right of [await codeOf(secret), recovery_codes[0] ?? '', recovery_codes[1] ?? '']) {
      const { pass } = await firstStep(username)
      for (let tried = 1; tried < MOST_WRONG_CODES; tried++) expect(await pass(wrong)).toBe(WRONG)
      expect(await pass(right)).toBe('accepted')
    }
  })

  test('count while two factors are being set up, and beginning again brings no new tries', async () => {
    const someone = await makeSomeone(ctx)
    const { client } = await signIn(api, someone.username)
    const begin = () => client(beginTotp, { body: { password: PASSWORD } })
    let { secret } = await begin()
    for (let tried = 1; tried <= MOST_WRONG_CODES; tried++) {
      if (tried === 5) ({ secret } = await begin())
      const code = await wrongCodeFor(secret)
      expect(await verdict(client(confirmTotp, { body: { code } }))).toBe(tried < MOST_WRONG_CODES ? WRONG : LOCKED)
    }
    ;({ secret } = await begin())
    expect(await verdict(client(confirmTotp, { body: { code: await codeOf(secret) } }))).toBe(LOCKED)
  })
})

describe('recovery codes', () => {
  test('renewed, the old ones stop working', async () => {
    const { username, email, client, secret, recovery_codes } = await secured()
    const renewed = await client(renewRecoveryCodes, { body: { code: await codeOf(secret) } })
    expect(renewed.recovery_codes).toHaveLength(10)
    expect(await (await firstStep(username)).pass(recovery_codes[3] ?? '')).toBe(WRONG)
    expect(await (await firstStep(username)).pass(renewed.recovery_codes[3] ?? '')).toBe('accepted')
    expect((await queuedMails(api, email)).map(({ kind }) => kind)).toContain('recovery_codes_renewed')
  })

  test('in use stand in the audit', async () => {
    const { username, personId, recovery_codes } = await secured()
    await (await firstStep(username)).pass(recovery_codes[0] ?? '')
    expect((await actsOf(personId)).get('member.recovery_code_used')).toMatchObject({ n: 1, own: 1 })
  })

  test('of one person are worth nothing to another', async () => {
    const [one, two] = [await secured(), await secured()]
    expect(await (await firstStep(two.username)).pass(one.recovery_codes[0] ?? '')).toBe(WRONG)
  })
})

test('a sign-in that had got past the old password ends with it', async () => {
  const { username, email, personId, secret } = await secured()
  const { pass } = await firstStep(username)
  const verification_string = await makeLink(ctx, 'reset_password', email, personId)
  const stranger = new Visitor(api.app, ctx.config.APP_ORIGIN).client()
  await stranger(resetPassword, { body: { password: 'a new long secret', verification_string } })
  expect(await pass(await codeOf(secret))).toBe('401 sign_in_again')
})

describe('turning two factors off', () => {
  test('takes a code; signing in asks for none afterwards', async () => {
    const { username, email, client, secret } = await secured()
    expect(await verdict(client(endTotp, { body: { code: await wrongCodeFor(secret) } }))).toBe(WRONG)
    expect(await verdict(client(endTotp, { body: { code: await codeOf(secret) } }))).toBe('accepted')
    expect((await firstStep(username)).answer).toMatchObject({
      second_factor: null,
      user: { two_factor_enabled: false },
    })
    expect(await verdict(client(endTotp, { body: { code: '123456' } }))).toBe('409 two_factors_off')
    expect((await queuedMails(api, email)).map(({ kind }) => kind)).toContain('two_factors_off')
  })

  test('is refused while an organisation of the person requires them', async () => {
    const { personId, client, secret } = await secured()
    const firm = await makeTenant(ctx, personId, 'organization', 'Firm')
    await database.admin((admin) =>
      admin.query('update tenants set require_two_factors = true where id = $1', [firm.tenantId]),
    )
    const code = await codeOf(secret)
    expect(await verdict(client(endTotp, { body: { code } }))).toBe('409 two_factors_required')
    await database.admin((admin) =>
      admin.query('update tenants set require_two_factors = false where id = $1', [firm.tenantId]),
    )
    expect(await verdict(client(endTotp, { body: { code } }))).toBe('accepted')
  })
})
