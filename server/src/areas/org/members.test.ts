import { verifyEmail } from '@throughline/contracts/auth'
import * as org from '@throughline/contracts/org-members'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { makeMember, makeTeam, makeTenant } from '../../../test/factories.ts'
import { queuedMails, stringOf } from '../../../test/queued-mails.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)
const { client } = actors.admin

const params = { orgId: ours.tenantId }
const at = (memberId: org.Member['id']) => ({ params: { ...params, memberId } })
const { roles } = ours

const invite = (
  email = uniqueAddress('invited'),
  more: { name?: string; role?: keyof typeof roles; by?: typeof client } = {},
) =>
  (more.by ?? client)(org.addMember, {
    params,
    body: { name: more.name ?? 'New', email, role_id: roles[more.role ?? 'member'].id, team_id: null },
  })

const hire = async (role: keyof typeof roles = 'member') => {
  const someone = await makeSomeone(api.ctx)
  const memberId = await makeMember(api.ctx, ours, { ...someone, name: 'Some One', role })
  return { ...someone, memberId }
}

const find = async (memberId: string) => {
  const members = await client(org.listMembers, { params, query: { limit: 200 } })
  return members.find(({ id }) => id === memberId)
}

const audited = (memberId: string) =>
  api.database.admin(async (admin) => {
    const { rows } = await admin.query<{ act: string; data: unknown }>(
      'select act, data from audit_pending where entity_id = $1 order by id',
      [memberId],
    )
    return rows
  })

const linksTo = async (email: string) =>
  (await queuedMails(api, email)).flatMap((mail) => (mail.kind === 'invitation' ? stringOf(mail.link) : []))

const checkLink = (verification_string: string) =>
  verdict(new Visitor(api.app, api.ctx.config.APP_ORIGIN).client()(verifyEmail, { body: { verification_string } }))

describe('an invited member', () => {
  test('is listed, gets a mail, and is audited', async () => {
    const email = uniqueAddress('invited')
    const made = await invite(email, { role: 'manager' })
    expect(made).toMatchObject({
      status: 'invited',
      role: { name: 'manager', rank: 20 },
      team: null,
      teams: [],
      joined_at: null,
    })
    const days = (Date.parse(made.invitation_expires_at ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 1)
    expect(await find(made.id)).toEqual(made)
    expect(await queuedMails(api, email)).toMatchObject([{ kind: 'invitation', organization: 'Ours', role: 'Manager' }])
    expect(await audited(made.id)).toEqual([
      { act: 'member.invited', data: { after: { role: 'Manager', team: null } } },
    ])
  })

  test('is given no role above that of whoever invites', async () => {
    expect(await verdict(invite(undefined, { role: 'owner' }))).toBe('403 forbidden')
    expect(await verdict(invite(undefined, { role: 'admin' }))).toBe('accepted')
    expect(await verdict(invite(undefined, { role: 'owner', by: actors.owner.client }))).toBe('accepted')
  })

  test('is there once, whatever the case of the address', async () => {
    const email = uniqueAddress('twice')
    await invite(email)
    expect(await verdict(invite(email.toUpperCase()))).toBe('409 already_member')
    const same = uniqueAddress('race')
    const both = await Promise.all([invite(same), invite(same)].map(verdict))
    expect(both.toSorted()).toEqual(['409 already_member', 'accepted'])
  })

  test('gets a new link when asked again, and the old one ends', async () => {
    const email = uniqueAddress('again')
    const made = await invite(email)
    await api.database.admin((admin) =>
      admin.query(`update invitations set expires_at = now() - interval '1 day' where member_id = $1`, [made.id]),
    )
    const sent = await client(org.resendInvitation, at(made.id))
    expect(Date.parse(sent.invitation_expires_at ?? '')).toBeGreaterThan(Date.now())
    const [first = '', second = ''] = await linksTo(email)
    expect([await checkLink(first), await checkLink(second)]).toEqual(['422 invalid_verification', 'accepted'])
    expect(await verdict(client(org.resendInvitation, at((await hire()).memberId)))).toBe('409 not_invited')
  })

  test('is not mailed without end', async () => {
    const { id, email } = await invite()
    const resent = await Promise.all(Array.from({ length: 12 }, () => verdict(client(org.resendInvitation, at(id)))))
    expect(resent.filter((one) => one === 'accepted').length).toBeLessThanOrEqual(10)
    expect(resent).toContain('429 rate_limited')
    const again = await Promise.all(Array.from({ length: 12 }, () => verdict(invite(email))))
    expect(again).toContain('429 rate_limited')
  })

  test('who is removed again cannot use the link, and can be invited anew', async () => {
    const email = uniqueAddress('revoked')
    const made = await invite(email)
    expect(await client(org.removeMember, at(made.id))).toEqual({ id: made.id })
    const [link = ''] = await linksTo(email)
    expect(await checkLink(link)).toBe('422 invalid_verification')
    expect(await find(made.id)).toBeUndefined()
    expect((await audited(made.id)).map(({ act }) => act)).toEqual(['member.invited', 'member.invitation_revoked'])
    expect(await verdict(invite(email))).toBe('accepted')
  })
})

describe('many people at once', () => {
  test('each line is judged alone: twelve, three of them bad, one known', async () => {
    const good = Array.from({ length: 8 }, (_, number) => ({
      name: `Pasted ${number}`,
      email: uniqueAddress('pasted'),
    }))
    const known = await invite()
    const people = [
      ...good,
      { name: 'No address', email: 'nobody at nowhere' },
      { name: '  ', email: uniqueAddress('nameless') },
      { name: 'Again', email: good[0]?.email.toUpperCase() ?? '' },
      { name: 'Known', email: known.email },
    ]
    const teamId = await makeTeam(api.ctx, ours.tenantId, unique('Pasted'))
    const { results } = await client(org.addMembers, {
      params,
      body: { people, role_id: roles.viewer.id, team_id: teamId },
    })
    expect(results.map(({ line }) => line)).toEqual(people.map((_, index) => index + 1))
    expect(results.map(({ email }) => email)).toEqual(people.map(({ email }) => email))
    expect(results.map(({ code }) => code)).toEqual([
      ...good.map(() => null),
      'bad_email',
      'bad_name',
      'repeated',
      'already_member',
    ])
    expect(results.every(({ code, message, member }) => (code ? message && !member : member && !message))).toBe(true)
    expect(results[3]?.member).toMatchObject({ name: 'Pasted 3', status: 'invited', team: { id: teamId } })
    for (const { email } of good) expect(await linksTo(email)).toHaveLength(1)
    expect(await linksTo(known.email)).toHaveLength(1)
  })

  test('two who paste the same people at once both get an answer for each', async () => {
    const people = Array.from({ length: 30 }, (_, number) => ({ name: `Both ${number}`, email: uniqueAddress('both') }))
    const paste = (lines: typeof people) =>
      client(org.addMembers, { params, body: { people: lines, role_id: roles.member.id, team_id: null } })
    const [one, other] = await Promise.all([paste(people), paste(people.toReversed())])
    const made = [...one.results, ...other.results].filter(({ member }) => member)
    expect(made.map(({ email }) => email).toSorted()).toEqual(people.map(({ email }) => email).toSorted())
  })

  test.each([0, 201])('not %s of them', async (length) => {
    const people = Array.from({ length }, () => ({ name: 'x', email: 'x' }))
    const body = { people, role_id: roles.member.id, team_id: null }
    expect(await verdict(client(org.addMembers, { params, body }))).toBe('422 invalid_request')
  })
})

describe('a suspended member', () => {
  test('is out at once, on every device, and comes back when let in', async () => {
    const someone = await hire()
    const [one, other] = [await signIn(api, someone.username), await signIn(api, someone.username)]
    const suspended = await client(org.suspendMember, at(someone.memberId))
    expect(suspended).toMatchObject({ status: 'suspended', suspended_at: expect.any(String) })
    for (const device of [one, other]) {
      expect(await verdict(device.client(org.listRoles, { params }))).toBe('401 not_signed_in')
    }
    expect(await verdict(client(org.suspendMember, at(someone.memberId)))).toBe('409 not_active')
    const back = await client(org.reactivateMember, at(someone.memberId))
    expect(back).toMatchObject({ status: 'active', suspended_at: null })
    expect(await verdict(client(org.reactivateMember, at(someone.memberId)))).toBe('409 not_suspended')
    expect((await signIn(api, someone.username)).user.organization_id).toBe(ours.tenantId)
    const acts = (await audited(someone.memberId)).filter(({ act }) => act.startsWith('member.'))
    expect(acts.slice(-2)).toMatchObject([
      {
        act: 'member.suspended',
        data: { before: { status: 'active' }, after: { status: 'suspended' } },
      },
      { act: 'member.reactivated' },
    ])
  })

  test('is never oneself', async () => {
    const me = await hire('admin')
    const signedIn = await signIn(api, me.username)
    expect(await verdict(signedIn.client(org.suspendMember, at(me.memberId)))).toBe('403 forbidden')
    expect(await verdict(signedIn.client(org.removeMember, at(me.memberId)))).toBe('403 forbidden')
  })
})

describe('a removed member', () => {
  test('is out at once, in no list, and comes back as a new member', async () => {
    const someone = await hire()
    const signedIn = await signIn(api, someone.username)
    await client(org.removeMember, at(someone.memberId))
    expect(await verdict(signedIn.client(org.listRoles, { params }))).toBe('401 not_signed_in')
    expect(await find(someone.memberId)).toBeUndefined()
    expect(await verdict(client(org.removeMember, at(someone.memberId)))).toBe('404 not_found')
    expect((await signIn(api, someone.username)).user.organization_id, 'a workspace of their own').toBeNull()
    const again = await makeMember(api.ctx, ours, { ...someone, name: 'Some One', role: 'viewer' })
    expect(again).not.toBe(someone.memberId)
    expect(await find(again)).toMatchObject({ status: 'active', role: { name: 'viewer' } })
  })
})

describe('a role', () => {
  const give = (memberId: org.Member['id'], role: keyof typeof roles, by = client) =>
    by(org.changeMember, { ...at(memberId), body: { role: roles[role].id } })

  test('is changed and audited with what it was', async () => {
    const { memberId } = await hire()
    expect(await give(memberId, 'manager')).toMatchObject({ role: { name: 'manager', display_name: 'Manager' } })
    expect((await audited(memberId)).at(-1)).toEqual({
      act: 'member.role_changed',
      data: { before: { role: 'Member' }, after: { role: 'Manager' } },
    })
    const before = await audited(memberId)
    await give(memberId, 'manager')
    expect(await audited(memberId), 'nothing changed').toEqual(before)
  })

  test('above one’s own is neither given nor taken', async () => {
    const [member, owner] = [await hire(), await hire('owner')]
    expect(await verdict(give(member.memberId, 'owner'))).toBe('403 forbidden')
    expect(await verdict(give(owner.memberId, 'viewer'))).toBe('403 forbidden')
    expect(await verdict(client(org.suspendMember, at(owner.memberId)))).toBe('403 forbidden')
    expect(await verdict(client(org.removeMember, at(owner.memberId)))).toBe('403 forbidden')
    expect(await verdict(give(owner.memberId, 'admin', actors.owner.client))).toBe('accepted')
    expect(await verdict(give(owner.memberId, 'viewer'))).toBe('accepted')
  })

  test('of the last owner stays', async () => {
    const { client: owner } = actors.owner
    expect(await verdict(give(ours.ownerId, 'admin', owner))).toBe('409 last_owner')
    const second = await hire('owner')
    await client(org.listRoles, { params })
    await owner(org.suspendMember, at(second.memberId))
    expect(await verdict(give(ours.ownerId, 'admin', owner)), 'a suspended one does not count').toBe('409 last_owner')
    await owner(org.removeMember, at(second.memberId))
  })
})

describe('the list of members', () => {
  test('says how many there are where that is known', async () => {
    const total = async (query: object) => (await client.page(org.listMembers, { params, query })).total
    const counts = await client(org.countMembers, { params })
    expect(await total({})).toBe(counts.invited + counts.active + counts.suspended)
    expect(await total({ status: 'invited', limit: 1 })).toBe(counts.invited)
    const role = (await client(org.listRoles, { params })).find(({ name }) => name === 'manager')
    expect(await total({ role_id: role?.id })).toBe(role?.count)
    expect(await total({ team_id: ours.teamId })).toBe(6)
    expect(await total({ search: 'x' })).toBeUndefined()
  })

  test('finds by the beginning of first name, last name or address, each once', async () => {
    const word = unique('q').replace('-', '')
    const named = async (name: string, email = uniqueAddress('found')) => (await invite(email, { name })).id
    const wanted = [
      await named(`${word} Aaa`),
      await named(`Zoë ${word}son`),
      await named(`${word} ${word}`),
      await named('By Address', `${word}@example.test`),
      await named(`${word} Mail`, `${word}mail@example.test`),
    ]
    await named(`Not${word} Here`)
    const search = async (typed: string) => client(org.listMembers, { params, query: { search: typed } })
    expect((await search(word)).map(({ id }) => id).toSorted()).toEqual(wanted.toSorted())
    expect((await search(`  ${word.toUpperCase()} a`)).map(({ id }) => id)).toEqual(wanted.slice(0, 1))
    const pages: string[] = []
    for (let cursor: string | undefined; ; ) {
      const query = { search: word, limit: 2, ...(cursor ? { cursor } : {}) }
      const page = await client.page(org.listMembers, { params, query })
      expect(page.data.length).toBeLessThanOrEqual(2)
      pages.push(...page.data.map(({ id }) => id))
      if (!page.nextCursor) break
      cursor = page.nextCursor
    }
    expect(pages.toSorted()).toEqual(wanted.toSorted())
  })

  test('takes a cursor under the filter it came from alone', async () => {
    const { nextCursor } = await client.page(org.listMembers, { params, query: { limit: 1 } })
    const query = { cursor: nextCursor, status: 'active' as const }
    expect(await verdict(client(org.listMembers, { params, query }))).toBe('400 invalid_cursor')
  })
})

test('an organization that has invited as many as it may is refused plainly, and nobody is invited', async () => {
  const boss = await makeSomeone(api.ctx)
  const firm = await makeTenant(api.ctx, boss.personId, 'organization', 'Quay')
  const by = await signIn(api, boss.username)
  const people = (count: number) => Array.from({ length: count }, () => ({ name: 'New', email: uniqueAddress('new') }))
  const place = { role_id: firm.roles.member.id, team_id: null }
  const call = { params: { orgId: firm.tenantId } }
  await by.client(org.addMembers, { ...call, body: { people: people(200), ...place } })
  const one = { name: 'New', email: uniqueAddress('new'), ...place }
  expect(await verdict(by.client(org.addMember, { ...call, body: one }))).toBe('429 invitation_limit')
  const counts = await by.client(org.countMembers, call)
  expect(counts.invited).toBe(200)
  const [invited] = await by.client(org.listMembers, { ...call, query: { status: 'invited', limit: 1 } })
  const again = by.client(org.resendInvitation, { params: { ...call.params, memberId: invited?.id ?? ours.ownerId } })
  expect(await verdict(again)).toBe('429 invitation_limit')
})
