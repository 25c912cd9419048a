import { confirmSession } from '@throughline/contracts/account'
import { changeEmail, getMe, resetPassword, verifyEmail } from '@throughline/contracts/auth'
import { listMessages } from '@throughline/contracts/inbox'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { makeTenant, PASSWORD, setMemberStatus } from '../../../test/factories.ts'
import { makeLink } from '../../../test/links.ts'
import { queuedMails, stringOf } from '../../../test/queued-mails.ts'
import { makeSomeone, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await sharedApi()
const { ctx, database } = api
const REFUSED = '422 invalid_verification'

const stranger = () => new Visitor(api.app, ctx.config.APP_ORIGIN).client()
const follow = (verification_string: string) => verdict(stranger()(verifyEmail, { body: { verification_string } }))

const noticeOf = (new_email: string) => ({
  kind: 'email_change_asked',
  new_email,
  link: `${ctx.config.APP_ORIGIN}/profile`,
})

async function asked(newAddress = uniqueAddress('moved')) {
  const someone = await makeSomeone(ctx)
  const session = await signIn(api, someone.username)
  await session.client(confirmSession, { body: { password: PASSWORD } })
  await session.client(changeEmail, { body: { email: newAddress, old_email: someone.email } })
  const [mail] = await queuedMails(api, newAddress)
  const link = mail?.kind === 'email_change' ? mail.link : ''
  return { ...someone, ...session, newAddress, link, token: stringOf(link) }
}

describe('a change of e-mail address', () => {
  test('is asked for at the new address, and until its link is followed nothing changes', async () => {
    const { client, email, newAddress, link } = await asked()
    expect(link.startsWith(`${ctx.config.APP_ORIGIN}/verify/`)).toBe(true)
    expect((await client(getMe)).email).toBe(email)
    expect(await queuedMails(api, email), 'the old address hears of it at once').toEqual([noticeOf(newAddress)])
    expect(await verdict(signIn(api, newAddress))).toBe('401 wrong_credentials')
    expect((await signIn(api, email)).user.email).toBe(email)
  })

  test('happens once the link is followed, everywhere at once, and the old address is told', async () => {
    const { client, email, newAddress, token, personId } = await asked()
    expect(await follow(token)).toBe('accepted')
    expect((await client(getMe)).email, 'the session goes on').toBe(newAddress)
    expect((await signIn(api, newAddress)).user.id).toBe(personId)
    expect(await verdict(signIn(api, email))).toBe('401 wrong_credentials')
    const { rows } = await database.admin((admin) =>
      admin.query('select distinct email from members where person_id = $1', [personId]),
    )
    expect(rows).toEqual([{ email: newAddress }])
    expect(await queuedMails(api, email)).toEqual([
      noticeOf(newAddress),
      { kind: 'email_changed', new_email: newAddress, link: expect.stringContaining('/undo-email/'), expires_days: 7 },
    ])
    const { data } = await client(listMessages, { query: { type: 'system' } })
    const told = data.filter(({ title }) => title.includes('email address'))
    expect(told).toMatchObject([
      { kind: 'security', title: 'Your email address was changed' },
      { kind: 'security', title: 'A change to your email address was requested' },
    ])
    for (const { description } of told) expect(description).toContain(newAddress)
  })

  test('is audited with where it came from, and not told to those who removed the person', async () => {
    const { email, newAddress, token, personId } = await asked()
    const [here, there] = [
      await makeTenant(ctx, personId, 'organization', 'Here'),
      await makeTenant(ctx, personId, 'organization', 'There'),
    ]
    await setMemberStatus(ctx, there.tenantId, there.ownerId, 'removed')
    await follow(token)
    const { rows } = await database.admin((admin) =>
      admin.query(
        `select m.email, a.address <> '' as located from members m
         left join audit_pending a on a.tenant_id = m.tenant_id and a.act = 'member.email_changed'
         where m.tenant_id = any ($1) order by m.id`,
        [[here.tenantId, there.tenantId]],
      ),
    )
    expect(rows).toEqual([
      { email: newAddress, located: true },
      { email, located: null },
    ])
  })

  test('happens once: the link is worth nothing the second time', async () => {
    const { client, email, token, personId } = await asked()
    await follow(token)
    expect(await follow(token)).toBe(REFUSED)
    expect(await queuedMails(api, email)).toHaveLength(2)
    await database.admin((admin) => admin.query('update people set email = $2 where id = $1', [personId, email]))
    expect(await follow(token)).toBe(REFUSED)
    expect((await client(getMe)).email).toBe(email)
  })

  test('to an address that someone took in the meantime does not happen', async () => {
    const { client, email, newAddress, token } = await asked()
    await makeSomeone(ctx, { email: newAddress.toUpperCase() })
    expect(await follow(token)).toBe('409 account_exists')
    expect((await client(getMe)).email).toBe(email)
    expect((await queuedMails(api, email)).map(({ kind }) => kind)).toEqual(['email_change_asked'])
  })

  test('leaves links that went to the old address worth nothing', async () => {
    const { email, personId, token } = await asked()
    const old = await makeLink(ctx, 'reset_password', email, personId)
    await follow(token)
    const body = { password: 'a long enough secret', verification_string: old }
    expect(await verdict(stranger()(resetPassword, { body }))).toBe(REFUSED)
  })

  test('asked for by whoever knew the old password does not happen after a reset', async () => {
    const { client, email, personId, token } = await asked()
    const verification_string = await makeLink(ctx, 'reset_password', email, personId)
    await stranger()(resetPassword, { body: { password: 'a new long secret', verification_string } })
    expect(await verdict(client(getMe))).toBe('401 not_signed_in')
    expect(await follow(token)).toBe(REFUSED)
    expect((await signIn(api, email, 'a new long secret')).user.email).toBe(email)
  })
})

describe('refused at once is a change', () => {
  test('to an address that has an account', async () => {
    const { username, email } = await makeSomeone(ctx)
    const other = await makeSomeone(ctx)
    const { client } = await signIn(api, username)
    await client(confirmSession, { body: { password: PASSWORD } })
    await expect(
      client(changeEmail, { body: { email: other.email.toUpperCase(), old_email: email } }),
    ).rejects.toMatchObject({ status: 409, message: 'This email is already associated with an account' })
  })

  test('to the same address, or from one that is not theirs', async () => {
    const { username, email } = await makeSomeone(ctx)
    const { client } = await signIn(api, username)
    const change = (to: string, from: string) => verdict(client(changeEmail, { body: { email: to, old_email: from } }))
    expect(await change(email.toUpperCase(), email)).toBe('422 invalid_request')
    expect(await change(uniqueAddress('moved'), uniqueAddress('other'))).toBe('422 invalid_request')
    expect(await change('nonsense', email)).toBe('422 invalid_request')
  })

  test('by whose organisation keeps the address, also when the link is already out', async () => {
    const { client, email, newAddress, token, personId } = await asked()
    await database.admin((admin) => admin.query(`update people set auth_type = 'sso_oidc' where id = $1`, [personId]))
    expect(await follow(token)).toBe(REFUSED)
    const body = { email: newAddress, old_email: email }
    expect(await verdict(client(changeEmail, { body }))).toBe('403 single_sign_on')
    expect((await client(getMe)).email).toBe(email)
  })

  test('by nobody in particular', async () => {
    const body = { email: uniqueAddress('moved'), old_email: uniqueAddress('old') }
    expect(await verdict(stranger()(changeEmail, { body }))).toBe('401 not_signed_in')
  })
})
