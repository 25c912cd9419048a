import { confirmSession, listSessions, renewRecoveryCodes } from '@throughline/contracts/account'
import { changeEmail, getMe, googleNonce, login, undoEmailChange, verifyEmail } from '@throughline/contracts/auth'
import { addMember } from '@throughline/contracts/org-members'
import { changePassword, connectGoogle, deleteAccount, getProfile } from '@throughline/contracts/profile'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { makeTenant, PASSWORD } from '../../../test/factories.ts'
import { providerToken } from '../../../test/provider-token.ts'
import { queuedMails, stringOf } from '../../../test/queued-mails.ts'
import { codeOf, turnOnTwoFactors } from '../../../test/second-factor.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { hashToken } from '../../core/http/session.ts'

const api = await sharedApi()
const { ctx, database } = api
const REFUSED = '422 invalid_verification'
const MINE = 'a password of my own'

const stranger = () => new Visitor(api.app, ctx.config.APP_ORIGIN).client()
const undo = (verification_string: string, password = MINE) =>
  verdict(stranger()(undoEmailChange, { body: { verification_string, password } }))

type Session = Awaited<ReturnType<typeof signIn>>

/** Whoever has the session and the password moves the account; answers what the address that was left gets. */
async function move({ client }: Session, from: string, password = PASSWORD) {
  const to = uniqueAddress('thief')
  await client(confirmSession, { body: { password } })
  await client(changeEmail, { body: { email: to, old_email: from } })
  const [asked] = await queuedMails(api, to)
  if (asked?.kind !== 'email_change') throw new Error('no link was sent')
  await stranger()(verifyEmail, { body: { verification_string: stringOf(asked.link) } })
  const changed = (await queuedMails(api, from)).find(({ kind }) => kind === 'email_changed')
  if (changed?.kind !== 'email_changed') throw new Error('the old address was not told')
  expect(changed).toMatchObject({ new_email: to, expires_days: 7 })
  expect(changed.link).toMatch(`${ctx.config.APP_ORIGIN}/undo-email/`)
  return { to, token: stringOf(changed.link) }
}

async function stolen() {
  const someone = await makeSomeone(ctx)
  const thief = await signIn(api, someone.username)
  return { ...someone, thief, ...(await move(thief, someone.email)) }
}

/** As if all of it had been made so long ago. */
const age = (personId: string, days: number) =>
  database.admin(async (admin) => {
    const by = [personId, days]
    await admin.query('update people set google_since = google_since - make_interval(days => $2) where id = $1', by)
    await admin.query('update people set deletes_at = deletes_at - make_interval(days => $2) where id = $1', by)
    await admin.query(
      'update recovery_codes set created_at = created_at - make_interval(days => $2) where person_id = $1',
      by,
    )
    await admin.query(
      'update person_secrets set confirmed_at = confirmed_at - make_interval(days => $2) where person_id = $1',
      by,
    )
  })

describe('"This wasn’t me"', () => {
  test('gives the address back with a new password, and signs everyone out', async () => {
    const { email, to, token, thief, personId, username } = await stolen()
    const elsewhere = await signIn(api, username)
    expect(await undo(token)).toBe('accepted')
    expect(await verdict(thief.client(getMe))).toBe('401 not_signed_in')
    expect(await verdict(elsewhere.client(getMe))).toBe('401 not_signed_in')
    expect(await verdict(signIn(api, email))).toBe('401 wrong_credentials')
    expect((await signIn(api, email, MINE)).user).toMatchObject({ id: personId, email })
    expect(await verdict(signIn(api, to, MINE))).toBe('401 wrong_credentials')
    expect((await queuedMails(api, to)).at(-1)).toEqual({ kind: 'email_change_undone', email })
    expect((await queuedMails(api, email)).at(-1)?.kind).toBe('password_changed')
    const audited = await database.admin((admin) =>
      admin.query(
        `select a.act, a.address <> '' as located from audit_pending a
         join person_tenants pt on pt.tenant_id = a.tenant_id and pt.member_id = a.entity_id
         where pt.person_id = $1 and a.act = 'member.email_change_undone'`,
        [personId],
      ),
    )
    expect(audited.rows).toEqual([{ act: 'member.email_change_undone', located: true }])
  })

  test('works once, for seven days, and is looked at without being spent', async () => {
    const { email, token } = await stolen()
    const look = () => stranger()(verifyEmail, { body: { verification_string: token } })
    expect(await look()).toEqual({ purpose: 'undo_email', email, invitation: null })
    const days = await database.admin((admin) =>
      admin.query(
        'select extract(epoch from expires_at - created_at) / 86400 as days from verification_strings where hash = $1',
        [hashToken(token)],
      ),
    )
    expect(Number(days.rows[0]?.days)).toBe(7)
    expect(await undo(token, 'short'), 'a bad password spends nothing').toBe('422 invalid_request')
    await look()
    expect(await undo(token)).toBe('accepted')
    expect(await undo(token)).toBe(REFUSED)
    expect(await verdict(look())).toBe(REFUSED)
  })

  test('still works after the thief chose a password, and ends it', async () => {
    const { email, token, thief } = await stolen()
    const body = { current_password: PASSWORD, new_password: 'a word of the thief' }
    await thief.client(changePassword, { params: { userId: thief.user.id }, body })
    expect(await undo(token)).toBe('accepted')
    expect(await verdict(signIn(api, email, 'a word of the thief'))).toBe('401 wrong_credentials')
    expect((await signIn(api, email, MINE)).user.email).toBe(email)
  })

  test('of the first of two changes goes back to the first address, and ends the later way back', async () => {
    const first = await stolen()
    const second = await move(first.thief, first.to)
    expect(await undo(first.token)).toBe('accepted')
    expect((await signIn(api, first.email, MINE)).user.email).toBe(first.email)
    expect(await undo(second.token), 'the thief has no way back').toBe(REFUSED)
  })

  test('of the second change leaves that of the first as it is', async () => {
    const first = await stolen()
    const second = await move(first.thief, first.to)
    expect(await undo(second.token, 'a word of the thief')).toBe('accepted')
    expect((await signIn(api, first.to, 'a word of the thief')).user.email).toBe(first.to)
    expect(await undo(first.token)).toBe('accepted')
    expect((await signIn(api, first.email, MINE)).user.email).toBe(first.email)
  })

  test('ends a further change that was asked for and not followed yet', async () => {
    const { to, token, thief } = await stolen()
    const third = uniqueAddress('third')
    await thief.client(changeEmail, { body: { email: third, old_email: to } })
    const [mail] = await queuedMails(api, third)
    const pending = mail?.kind === 'email_change' ? stringOf(mail.link) : ''
    expect(await undo(token)).toBe('accepted')
    expect(await verdict(stranger()(verifyEmail, { body: { verification_string: pending } }))).toBe(REFUSED)
  })

  test('waits while another account has the address, and works once it is free', async () => {
    const { email, token, thief, to } = await stolen()
    const { personId } = await makeSomeone(ctx, { email: email.toUpperCase() })
    expect(await undo(token)).toBe('409 address_taken')
    expect((await thief.client(getMe)).email, 'nothing was changed').toBe(to)
    await database.admin((admin) =>
      admin.query('update people set email = $2 where id = $1', [personId, uniqueAddress('gone')]),
    )
    expect(await undo(token)).toBe('accepted')
  })

  test('is not kept up by an invitation of the old address into a workspace of the person', async () => {
    const someone = await makeSomeone(ctx)
    const firm = await makeTenant(ctx, someone.personId, 'organization', 'Firm')
    const thief = await signIn(api, someone.username)
    const { token } = await move(thief, someone.email)
    const body = { name: 'No one', email: someone.email, role_id: firm.roles.member.id, team_id: null }
    await thief.client(addMember, { params: { orgId: firm.tenantId }, body })
    expect(await undo(token)).toBe('accepted')
    const { rows } = await database.admin((admin) =>
      admin.query(
        `select m.status, (select sum(c.n)::int from counters c where c.tenant_id = m.tenant_id
           and c.name = 'members.status' and c.key = m.status) as counted
         from members m where m.tenant_id = $1 and m.email = $2 order by m.status`,
        [firm.tenantId, someone.email],
      ),
    )
    expect(rows).toEqual([
      { status: 'active', counted: 1 },
      { status: 'removed', counted: null },
    ])
  })
})

/** What is left of it in the account, read past the second factor. */
async function leftOf(personId: string) {
  const { rows } = await database.admin((admin) =>
    admin.query(
      `select google_sub is not null as connected, deletes_at is not null as planned,
         (select count(*)::int from recovery_codes c where c.person_id = p.id) as codes from people p where id = $1`,
      [personId],
    ),
  )
  return rows[0]
}

const planDeletion = ({ client, user }: Session) =>
  client(deleteAccount, { params: { userId: user.id }, body: { password: PASSWORD } })

describe('what came into the account with the change', () => {
  async function connect({ client }: Session) {
    const { nonce } = await client(googleNonce)
    const claims = { sub: unique('sub'), email: uniqueAddress('g'), email_verified: true, name: 'G', nonce }
    const user = await client(getMe)
    await client(connectGoogle, { params: { userId: user.id }, body: { token: await providerToken({ claims }) } })
  }

  test('goes with it: Google, a second factor, devices, whether shortly before or after', async () => {
    const someone = await makeSomeone(ctx)
    const thief = await signIn(api, someone.username)
    await turnOnTwoFactors(thief.client)
    const { token } = await move(thief, someone.email)
    await connect(thief)
    expect(await undo(token)).toBe('accepted')
    const mine = await signIn(api, someone.email, MINE)
    const profile = await mine.client(getProfile, { params: { userId: mine.user.id } })
    expect(profile).toMatchObject({ google_connected: false, two_factor_enabled: false, recovery_codes_left: 0 })
    expect(await mine.client(listSessions)).toMatchObject([{ current: true, is_new: false }])
    const { rows } = await database.admin((admin) =>
      admin.query('select distinct two_factor from members where person_id = $1', [someone.personId]),
    )
    expect(rows).toEqual([{ two_factor: false }])
  })

  test('does not take along what the person has had for longer', async () => {
    const someone = await makeSomeone(ctx)
    const own = await signIn(api, someone.username)
    await own.client(confirmSession, { body: { password: PASSWORD } })
    await connect(own)
    const { recovery_codes } = await turnOnTwoFactors(own.client)
    await planDeletion(own)
    await age(someone.personId, 8)
    const { token } = await move(own, someone.email)
    expect(await undo(token)).toBe('accepted')
    const answer = await stranger()(login, { body: { username: someone.email, password: MINE } })
    expect(answer, 'a mailbox alone does not take the second factor off').toMatchObject({
      user: null,
      second_factor: { challenge: expect.any(String) },
    })
    expect(await leftOf(someone.personId)).toEqual({ connected: true, planned: true, codes: recovery_codes.length })
  })

  test('goes with it: a planned deletion, and recovery codes for a second factor that stays', async () => {
    const someone = await makeSomeone(ctx)
    const own = await signIn(api, someone.username)
    const { secret } = await turnOnTwoFactors(own.client)
    await age(someone.personId, 8)
    const { token } = await move(own, someone.email)
    await own.client(renewRecoveryCodes, { body: { code: await codeOf(secret) } })
    await planDeletion(own)
    expect(await leftOf(someone.personId)).toMatchObject({ planned: true, codes: expect.any(Number) })
    expect(await undo(token)).toBe('accepted')
    expect(await leftOf(someone.personId)).toEqual({ connected: false, planned: false, codes: 0 })
  })
})

test('an account that an organisation signs in has no such way back', async () => {
  const { token, personId } = await stolen()
  await database.admin((admin) => admin.query(`update people set auth_type = 'sso_oidc' where id = $1`, [personId]))
  expect(await undo(token)).toBe(REFUSED)
})
