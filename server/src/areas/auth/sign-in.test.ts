import { getMe, login } from '@throughline/contracts/auth'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { makeMember, makeTenant, PASSWORD, setMemberStatus } from '../../../test/factories.ts'
import { makeSomeone, unique } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await sharedApi()
const { ctx, database } = api

/** The answer as it is on the wire, without what differs from any call to the next. */
async function tryToSignIn(username: string, password: string) {
  const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
  const { status, code, message, detail, errors } = await visitor
    .client()(login, { body: { username, password } })
    .then(
      () => ({ status: 200, code: '', message: '', detail: '', errors: undefined }),
      (error: Error & { status: number; code: string; detail: string; errors: undefined }) => error,
    )
  return { status, code, message, detail, errors, cookies: [...visitor.cookies.keys()] }
}

describe('a person signs in', () => {
  const names = {
    'by username': (someone: { username: string; email: string }) => someone.username,
    'by username in capitals': (someone: { username: string; email: string }) => someone.username.toUpperCase(),
    'by e-mail address': (someone: { username: string; email: string }) => someone.email,
    'by e-mail address in capitals, with a blank behind it': (someone: { username: string; email: string }) =>
      `${someone.email.toUpperCase()} `,
  }
  test.each(Object.entries(names))('%s', async (_name, spell) => {
    const someone = await makeSomeone(ctx, { username: unique('Zoë') })
    const { user } = await signIn(api, spell(someone))
    expect(user).toMatchObject({ id: someone.personId, username: someone.username, email: someone.email })
  })

  test('into the workspace they used last', async () => {
    const someone = await makeSomeone(ctx)
    const first = await makeTenant(ctx, someone.personId, 'organization', 'First')
    const second = await makeTenant(ctx, someone.personId, 'organization', 'Second')
    const use = (tenantId: string) =>
      database.admin((admin) =>
        admin.query('update person_tenants set last_used_at = now() where tenant_id = $1', [tenantId]),
      )
    await use(first.tenantId)
    expect((await signIn(api, someone.username)).user.tenant_id).toBe(first.tenantId)
    await use(second.tenantId)
    expect((await signIn(api, someone.username)).user.tenant_id).toBe(second.tenantId)
  })

  test('who belongs nowhere gets a workspace, once', async () => {
    const someone = await makeSomeone(ctx)
    const { user } = await signIn(api, someone.username)
    expect(user).toMatchObject({ tenant_name: 'My workspace', organization_id: null, role: 'owner' })
    expect((await signIn(api, someone.username)).user.tenant_id).toBe(user.tenant_id)
  })
})

describe('nobody learns who has an account', () => {
  const refused = { status: 401, code: 'wrong_credentials', message: 'The username or password isn’t correct.' }

  test('from a wrong password, an unknown name, or an account without password', async () => {
    const someone = await makeSomeone(ctx)
    const passwordless = await makeSomeone(ctx)
    await database.admin((admin) =>
      admin.query('update people set password_hash = null where id = $1', [passwordless.personId]),
    )
    const wrong = await tryToSignIn(someone.username, 'not the password')
    expect(wrong).toMatchObject(refused)
    expect(await tryToSignIn(someone.email, `${PASSWORD} `)).toEqual(wrong)
    expect(await tryToSignIn(unique('nobody'), PASSWORD)).toEqual(wrong)
    expect(await tryToSignIn(passwordless.username, PASSWORD)).toEqual(wrong)
    expect((await tryToSignIn(someone.username, PASSWORD)).status).toBe(200)
  })

  test('from what a refusal leaves: one row, whosever name it was', async () => {
    const someone = await makeSomeone(ctx)
    const left = async () => {
      const { rows } = await database.admin((admin) =>
        admin.query<{ known: number; unknown: number }>(
          `select count(*) filter (where person_id = $1)::int as known,
             count(*) filter (where person_id is null)::int as unknown from refused_sign_ins`,
          [someone.personId],
        ),
      )
      return rows[0]
    }
    const { unknown = 0 } = (await left()) ?? {}
    await tryToSignIn(someone.username, 'not the password')
    expect(await left()).toEqual({ known: 1, unknown })
    await tryToSignIn(unique('nobody'), 'not the password')
    expect(await left()).toEqual({ known: 1, unknown: unknown + 1 })
    await tryToSignIn(someone.username, PASSWORD)
    expect(await left()).toEqual({ known: 1, unknown: unknown + 1 })
  })

  test('from the number of tries: ten for any name, known or not, however it is spelled', async () => {
    const someone = await makeSomeone(ctx)
    for (const name of [someone.username, unique('nobody')]) {
      const tries: number[] = []
      for (let count = 0; count < 12; count++) {
        tries.push((await tryToSignIn(count % 2 ? name.toUpperCase() : name, 'wrong')).status)
      }
      expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    }
    const { message } = await tryToSignIn(someone.username, PASSWORD)
    expect(message).toMatch(/^Too many attempts\. Wait \d+ seconds\.$/)
  })
})

describe('a suspended person', () => {
  async function employ() {
    const owner = await makeSomeone(ctx)
    const firm = await makeTenant(ctx, owner.personId, 'organization', 'Firm')
    const someone = await makeSomeone(ctx)
    const { personId, email } = someone
    const memberId = await makeMember(ctx, firm, { personId, name: 'Some One', email, role: 'member' })
    const suspend = () => setMemberStatus(ctx, firm.tenantId, memberId, 'suspended')
    return { ...someone, firm, suspend }
  }
  const sessionsOf = (personId: string) =>
    database.admin((admin) => admin.query('select from sessions where person_id = $1', [personId]))

  test('is told so, and no session is made', async () => {
    const someone = await employ()
    await someone.suspend()
    expect(await tryToSignIn(someone.username, PASSWORD)).toMatchObject({
      status: 403,
      code: 'suspended',
      message: 'Your access was suspended. Contact your administrator.',
    })
    expect((await sessionsOf(someone.personId)).rowCount).toBe(0)
    expect((await tryToSignIn(someone.username, 'wrong')).status, 'only with the right password').toBe(401)
  })

  test('loses the open session at once', async () => {
    const someone = await employ()
    const { client } = await signIn(api, someone.username)
    expect(await verdict(client(getMe))).toBe('accepted')
    await someone.suspend()
    expect(await verdict(client(getMe))).toBe('401 not_signed_in')
  })

  test('still gets into a workspace that did not suspend them', async () => {
    const someone = await employ()
    const own = await makeTenant(ctx, someone.personId, 'personal', 'Own')
    await database.admin((admin) =>
      admin.query(`update person_tenants set last_used_at = now() + interval '1 second' where tenant_id = $1`, [
        someone.firm.tenantId,
      ]),
    )
    await someone.suspend()
    expect((await signIn(api, someone.username)).user.tenant_id).toBe(own.tenantId)
  })
})
