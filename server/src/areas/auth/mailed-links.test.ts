import { temporal as proto } from '@temporalio/proto'
import { registerEmail, resetPassword, resetPasswordEmail, signup, verifyEmail } from '@throughline/contracts/auth'
import { addMember } from '@throughline/contracts/org-members'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, signIn, Visitor } from '../../../test/api.ts'
import { caughtMail, linkIn, theMail } from '../../../test/caught-mail.ts'
import { makeTenant } from '../../../test/factories.ts'
import { foundInDatabase } from '../../../test/found-in-database.ts'
import { stringOf } from '../../../test/queued-mails.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { startWorker } from '../../../test/worker.ts'
import { createMailer } from '../../core/mail/mailer.ts'
import { createTemporal } from '../../core/temporal/client.ts'
import { sendLink } from './send-link.ts'

const api = await createTestApi()
const { ctx, database } = api
const { APP_ORIGIN, ADMIN_ORIGIN } = ctx.config
const temporal = createTemporal(ctx.config, ctx.keyring)
let worker: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  worker = await startWorker(database)
}, 70_000)
afterAll(async () => {
  await worker.stop()
  await temporal.close()
  await api.close()
})

const SECRET = 'a long enough secret'
const stranger = () => new Visitor(api.app, APP_ORIGIN).client()
const register = (email: string) => stranger()(registerEmail, { body: { email } })
const askForReset = (email: string) => stranger()(resetPasswordEmail, { body: { email } })

describe('who registers', () => {
  test('with a new address gets a link by which they sign up and then in', async () => {
    const email = uniqueAddress('new')
    await register(email)
    const mail = await theMail(email)
    expect(mail.subject).toBe('Finish signing up to Throughline')
    const link = linkIn(mail)
    expect(link.startsWith(`${APP_ORIGIN}/signup/`)).toBe(true)
    const verification_string = stringOf(link)
    expect(await stranger()(verifyEmail, { body: { verification_string } })).toMatchObject({
      purpose: 'sign_up',
      email,
    })
    const body = { username: unique('new'), password: SECRET, verification_string }
    await stranger()(signup, { body: { ...body, auth_type: 'custom_individual' } })
    expect((await signIn(api, email, SECRET)).user.email).toBe(email)
  })

  test('with an address that has an account is told so, by mail alone', async () => {
    const { email } = await makeSomeone(ctx)
    await register(email)
    const mail = await theMail(email)
    expect(mail.subject).toBe('You already have a Throughline account')
    expect(linkIn(mail)).toBe(`${APP_ORIGIN}/signin`)
  })
})

describe('who forgot their password', () => {
  test('gets a link by which they choose a new one', async () => {
    const { email, username } = await makeSomeone(ctx)
    await askForReset(email.toUpperCase())
    const mail = await theMail(email)
    expect(mail).toMatchObject({ to: [email], subject: 'Reset your Throughline password' })
    const link = linkIn(mail)
    expect(link.startsWith(`${APP_ORIGIN}/reset-password/`)).toBe(true)
    await stranger()(resetPassword, { body: { password: SECRET, verification_string: stringOf(link) } })
    expect((await signIn(api, username, SECRET)).user.email).toBe(email)
  })

  test('cannot be impersonated by an address that looks or compares like theirs', async () => {
    const name = unique('kim')
    await makeSomeone(ctx, { username: name, email: `${name}@example.test` })
    const lookalikes = [name.replace('k', '\u212a'), name.replace('k', '\uff4b'), name.replace('i', '\u0131')]
    for (const one of lookalikes) expect(await verdict(askForReset(`${one}@example.test`))).toBe('422 invalid_request')
    expect(await verdict(askForReset(`${name}@example.test,eve@example.test`))).toBe('422 invalid_request')
  })

  test('gets nothing without an account, nor where their organisation keeps the password', async () => {
    const nobody = uniqueAddress('nobody')
    const managed = await makeSomeone(ctx)
    await database.admin((admin) =>
      admin.query(`update people set auth_type = 'sso_oidc' where id = $1`, [managed.personId]),
    )
    const last = await makeSomeone(ctx)
    for (const email of [nobody, managed.email, last.email]) await askForReset(email)
    await theMail(last.email)
    await settled()
    expect([...(await caughtMail(nobody)), ...(await caughtMail(managed.email))]).toEqual([])
  })
})

/** Every job that was asked for is done. */
async function settled() {
  await expect
    .poll(
      async () => {
        const { rows } = await database.admin((admin) => admin.query('select from outbox'))
        const query = `TaskQueue = '${database.name}' and ExecutionStatus = 'Running'`
        const { count } = await temporal.client.workflow.count(query)
        return rows.length + count
      },
      { timeout: 15_000, interval: 200 },
    )
    .toBe(0)
}

test('who is invited gets a link from the one who invited them', async () => {
  const founder = await makeSomeone(ctx, { name: 'Helena Vale' })
  const firm = await makeTenant(ctx, founder.personId, 'organization', 'Harbor & Vale')
  const { client } = await signIn(api, founder.username)
  const email = uniqueAddress('invited')
  const body = { name: 'Noor Haddad', email, role_id: firm.roles.member.id, team_id: null }
  await client(addMember, { params: { orgId: firm.tenantId }, body })
  const mail = await theMail(email)
  expect(mail.subject).toBe('Join Harbor & Vale on Throughline')
  expect(mail.text).toContain('Helena Vale invited you')
  const link = linkIn(mail)
  expect(link.startsWith(`${APP_ORIGIN}/signup/`)).toBe(true)
  const checked = await stranger()(verifyEmail, { body: { verification_string: stringOf(link) } })
  expect(checked).toMatchObject({ purpose: 'invitation', email })
})

describe('the link in a mail', () => {
  test('leads to the configured address, whatever host the request named', async () => {
    const attempts = [
      { host: APP_ORIGIN, forwarded: 'evil.example', from: '203.0.113.9', status: 200 },
      { host: ADMIN_ORIGIN, forwarded: undefined, from: '127.0.0.1', status: 200 },
      { host: APP_ORIGIN, forwarded: new URL(ADMIN_ORIGIN).host, from: '127.0.0.1', status: 200 },
      { host: APP_ORIGIN, forwarded: 'evil.example', from: '127.0.0.1', status: 421 },
      { host: 'http://evil.example', forwarded: undefined, from: '203.0.113.9', status: 421 },
    ]
    for (const { host, forwarded, from, status } of attempts) {
      const email = uniqueAddress('new')
      const visitor = new Visitor(api.app, APP_ORIGIN)
      const csrf = await visitor.fetch(`${APP_ORIGIN}/v1/auth/csrf/`)
      const answer = await api.app.inject({
        method: 'POST',
        url: registerEmail.path,
        remoteAddress: from,
        headers: {
          host: new URL(host).host,
          cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-csrftoken': JSON.parse(await csrf.text()).csrfToken,
          ...(forwarded ? { 'x-forwarded-host': forwarded, forwarded: `host=${forwarded}` } : {}),
        },
        payload: { email },
      })
      expect(answer.statusCode, JSON.stringify({ host, forwarded, from })).toBe(status)
      if (status === 200) expect(linkIn(await theMail(email)).startsWith(`${APP_ORIGIN}/signup/`)).toBe(true)
      else expect(await caughtMail(email)).toEqual([])
    }
  })

  test('stands nowhere but in the mail: not in the database, not in the history of its job', async () => {
    const email = uniqueAddress('new')
    await register(email)
    const mail = await theMail(email)
    await settled()
    const token = stringOf(linkIn(mail))
    expect(await foundInDatabase(database, token)).toEqual([])
    const [, id = ''] = /^<([\w-]+)@/.exec(mail.messageId) ?? []
    const history = await temporal.client.workflow.getHandle(`link:${id}`).fetchHistory()
    const bytes = Buffer.from(proto.api.history.v1.History.encode(history).finish())
    expect(bytes.length).toBeGreaterThan(500)
    for (const secret of [token, email]) expect(bytes.includes(secret)).toBe(false)
  })
})

test('a mail that is sent again, since its worker died in between, is recognised as the same and its link works', async () => {
  const { email, username } = await makeSomeone(ctx)
  const id = crypto.randomUUID()
  const asked = JSON.stringify({ purpose: 'reset_password', email })
  const sealed = ctx.keyring.system.seal(asked, id).toString('base64')
  const mailer = createMailer(ctx.config)
  await sendLink(ctx, mailer, id, sealed)
  await sendLink(ctx, mailer, id, sealed)
  mailer.close()
  const mails = await caughtMail(email)
  expect(mails.map(({ messageId }) => messageId.startsWith(`<${id}@`))).toEqual([true, true])
  const strings = mails.map((mail) => stringOf(linkIn(mail)))
  for (const verification_string of strings) {
    expect(await stranger()(verifyEmail, { body: { verification_string } })).toMatchObject({ email })
  }
  await stranger()(resetPassword, { body: { password: SECRET, verification_string: strings[0] ?? '' } })
  expect((await signIn(api, username, SECRET)).user.email).toBe(email)
})
