import { getMe, joinOrganization, signup, verifyEmail } from '@throughline/contracts/auth'
import type { Client } from '@throughline/contracts/client'
import { addMember, listMembers } from '@throughline/contracts/org-members'
import { getProfile } from '@throughline/contracts/profile'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { makeTenant } from '../../../test/factories.ts'
import { makeInvitation } from '../../../test/links.ts'
import { queuedMails, stringOf } from '../../../test/queued-mails.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await sharedApi()
const { ctx, database } = api
const SECRET = 'a long enough secret'
const founder = await makeSomeone(ctx, { name: 'Helena Vale' })
const firm = await makeTenant(ctx, founder.personId, 'organization', 'Harbor & Vale', 'Europe/Berlin')

const stranger = () => new Visitor(api.app, ctx.config.APP_ORIGIN).client()
const join = (client: Client, verification_string: string) =>
  client(joinOrganization, { body: { verification_string } })
const check = (verification_string: string) => verdict(stranger()(verifyEmail, { body: { verification_string } }))
const signUp = (verification_string: string) =>
  stranger()(signup, {
    body: { username: unique('invited'), password: SECRET, verification_string, auth_type: 'custom_individual' },
  })

test('an invitation is mailed with a link that makes the invited a member with that role', async () => {
  const owner = await signIn(api, founder.username)
  const email = uniqueAddress('invited')
  const body = { name: 'Noor Haddad', email, role_id: firm.roles.manager.id, team_id: null }
  const invited = await owner.client(addMember, { params: { orgId: firm.tenantId }, body })
  expect(invited).toMatchObject({ status: 'invited', joined_at: null })

  const [mail] = await queuedMails(api, email)
  expect(mail).toMatchObject({
    kind: 'invitation',
    organization: 'Harbor & Vale',
    role: 'Manager',
    invited_by: 'Helena Vale',
  })
  const link = mail && 'link' in mail ? mail.link : ''
  expect(link.startsWith(`${ctx.config.APP_ORIGIN}/signup/`)).toBe(true)
  await signUp(stringOf(link))

  const { user, client } = await signIn(api, email, SECRET)
  expect(user).toMatchObject({
    name: 'Noor Haddad',
    role: 'manager',
    organization_id: firm.tenantId,
    member_id: invited.id,
    is_approved: true,
  })
  const profile = await client(getProfile, { params: { userId: user.id } })
  expect(profile).toMatchObject({ name: 'Noor Haddad', time_zone: 'Europe/Berlin' })
  const members = await owner.client(listMembers, { params: { orgId: firm.tenantId }, query: {} })
  expect(members.find(({ id }) => id === invited.id)).toMatchObject({ status: 'active', joined_at: expect.any(String) })
  const states = await database.admin((admin) =>
    admin.query('select state from invitations where member_id = $1', [invited.id]),
  )
  expect(states.rows).toEqual([{ state: 'accepted' }])
})

describe('who has an account', () => {
  test('joins with it, in the session they are in, however their address is spelled', async () => {
    const someone = await makeSomeone(ctx)
    const { client, user: before } = await signIn(api, someone.username)
    const elsewhere = await signIn(api, someone.username)
    const { token, memberId } = await makeInvitation(ctx, firm, someone.email.toUpperCase(), 'viewer')
    const { user } = await join(client, token)
    expect(user).toMatchObject({
      id: someone.personId,
      organization_id: firm.tenantId,
      member_id: memberId,
      role: 'viewer',
    })
    expect(await client(getMe)).toEqual(user)
    expect((await elsewhere.client(getMe)).tenant_id, 'other sessions stay where they are').toBe(before.tenant_id)
  })

  test('gets no second one, and can still join', async () => {
    const someone = await makeSomeone(ctx)
    const { token } = await makeInvitation(ctx, firm, someone.email)
    expect(await verdict(signUp(token))).toBe('409 account_exists')
    expect(await verdict(join((await signIn(api, someone.username)).client, token))).toBe('accepted')
  })

  test('cannot take an invitation meant for someone else, nor spoil it', async () => {
    const invited = await makeSomeone(ctx)
    const other = await makeSomeone(ctx)
    const { token } = await makeInvitation(ctx, firm, invited.email)
    await expect(join((await signIn(api, other.username)).client, token)).rejects.toMatchObject({
      status: 403,
      code: 'other_address',
      message: `This invitation is for ${invited.email}. Sign in with that address.`,
    })
    expect(await check(token)).toBe('accepted')
    expect(await verdict(join((await signIn(api, invited.username)).client, token))).toBe('accepted')
  })

  test('must be signed in to join', async () => {
    const { token } = await makeInvitation(ctx, firm, (await makeSomeone(ctx)).email)
    expect(await verdict(join(stranger(), token))).toBe('401 not_signed_in')
    expect(await check(token)).toBe('accepted')
  })

  test('and belongs to the organisation already, under another address, is told so', async () => {
    const someone = await makeSomeone(ctx)
    const { client } = await signIn(api, someone.username)
    await join(client, (await makeInvitation(ctx, firm, someone.email)).token)
    const newAddress = uniqueAddress('moved')
    const { token } = await makeInvitation(ctx, firm, newAddress)
    await database.admin((admin) =>
      admin.query('update people set email = $2 where id = $1', [someone.personId, newAddress]),
    )
    expect(await verdict(join(client, token))).toBe('409 already_member')
  })
})

describe('no longer good, for the invited as for anyone, is an invitation', () => {
  const changes = {
    'to a member who was removed': `update members set status = 'removed' where id = $1`,
    'that was revoked': `update invitations set state = 'revoked' where member_id = $1`,
    'older than its week': `update verification_strings set expires_at = now() where member_id = $1`,
  }
  test.each(Object.entries(changes))('%s', async (_name, change) => {
    const someone = await makeSomeone(ctx)
    const { client } = await signIn(api, someone.username)
    const forNew = await makeInvitation(ctx, firm, uniqueAddress('invited'))
    const forKnown = await makeInvitation(ctx, firm, someone.email)
    for (const { memberId } of [forNew, forKnown]) await database.admin((admin) => admin.query(change, [memberId]))
    const refused = '422 invalid_verification'
    expect(await check(forNew.token)).toBe(refused)
    expect(await verdict(signUp(forNew.token))).toBe(refused)
    expect(await verdict(join(client, forKnown.token))).toBe(refused)
    expect((await client(getMe)).organization_id).toBeNull()
  })

  test('is good for a week from when it was sent', async () => {
    const { memberId } = await makeInvitation(ctx, firm, uniqueAddress('invited'))
    const { rows } = await database.admin((admin) =>
      admin.query(
        `select expires_at - created_at = interval '7 days' as week from verification_strings where member_id = $1`,
        [memberId],
      ),
    )
    expect(rows).toEqual([{ week: true }])
  })
})
