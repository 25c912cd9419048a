import { createHash, randomUUID } from 'node:crypto'
import {
  getControlledOrg,
  getControlledOrgIcon,
  getStaffCounts,
  listControlledOrgs,
  listControlledUsers,
  listFeedback,
  listStaffLog,
  listSubscriptions,
  notifySubscriptions,
  resolveFeedback,
  subscribeEmail,
  verifyStaffLog,
} from '@throughline/contracts/admin'
import type { Output } from '@throughline/contracts/endpoint'
import { sendFeedback } from '@throughline/contracts/feedback'
import { uploadOrgIcon } from '@throughline/contracts/org'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestApi, signIn, Visitor } from '../../../test/api.ts'
import { makeTenant } from '../../../test/factories.ts'
import { picture } from '../../../test/picture.ts'
import { ENGINE_AWAY, queuedContents } from '../../../test/queued-mails.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { makeStaff } from '../../../test/staff/make-staff.ts'
import { verdict } from '../../../test/verdict.ts'
import { sealBatch } from '../../core/audit/seal.ts'
import { createRelayPool } from '../../core/db/in-relay.ts'

const api = await createTestApi(ENGINE_AWAY)
const { ctx, database } = api
const relay = createRelayPool(ctx.config, () => undefined)
afterAll(async () => {
  await relay.end()
  await api.close()
})
const staff = await makeStaff(api, 'Ida Brandt')
const { WWW_ORIGIN } = ctx.config
/** All from one network. */
const www = new Visitor(api.app, WWW_ORIGIN)

async function join(email: string, done: object = {}): Promise<Output<typeof subscribeEmail>> {
  const response = await www.fetch(`${WWW_ORIGIN}${subscribeEmail.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, ...done }),
  })
  return z.parse(subscribeEmail.response, await response.json())
}

const makeOrganization = async (name: string): Promise<string> => {
  const made = await database.admin((admin) =>
    admin.query<{ id: string }>(`insert into tenants (kind, name) values ('organization', $1) returning id`, [name]),
  )
  return made.rows[0]?.id ?? ''
}

test('the tabs say how many wait', async () => {
  const before = await staff.client(getStaffCounts)
  expect(before.signup_approval).toBe(ctx.config.SIGNUP_APPROVAL)
  const someone = await makeSomeone(ctx)
  await (await signIn(api, someone.username)).client(sendFeedback, { body: { feedback: 'counted' } })
  await makeSomeone(ctx, { approved: false })
  await join(uniqueAddress('counted'))
  await makeOrganization('Counted')
  const { waiting, organizations, feedback, subscriptions } = await staff.client(getStaffCounts)
  expect([waiting, organizations, feedback, subscriptions]).toEqual([
    before.waiting + 1,
    before.organizations + 1,
    before.feedback + 1,
    before.subscriptions + 1,
  ])
})

test('organizations are found by the beginning of their name, without case or accents, page by page', async () => {
  const names = ['Åsgård Alpha', 'asgard beta', 'ASGARD Gamma', 'Not Asgard', '100% Asgard']
  for (const name of names) await makeOrganization(name)
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await staff.client.page(listControlledOrgs, { query: { q: 'åsgard', limit: 2, cursor } })
    found.push(...page.data.map(({ name }) => name))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(found).toEqual(['Åsgård Alpha', 'asgard beta', 'ASGARD Gamma'])
  expect(await staff.client(listControlledOrgs, { query: { q: '%' } })).toEqual([])
})

test('an organization’s logo is at the address that its answer names, and at no other', async () => {
  const owner = await makeSomeone(ctx)
  const name = unique('Pictured')
  const { tenantId: orgId } = await makeTenant(ctx, owner.personId, 'organization', name)
  const { client } = await signIn(api, owner.username)
  const addressNow = async () => {
    const [listed] = await staff.client(listControlledOrgs, { query: { q: name } })
    const { logo } = await staff.client(getControlledOrg, { params: { orgId } })
    expect(listed?.logo).toBe(logo)
    return logo
  }
  expect(await addressNow()).toBeNull()

  await client(uploadOrgIcon, { params: { orgId } }, { form: picture('org_icon') })
  const address = z.parse(z.string(), await addressNow())
  const answer = await staff.visitor.fetch(staff.visitor.origin + address)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  const params = { orgId, version: '00000000' }
  expect(await verdict(staff.client(getControlledOrgIcon, { params }))).toBe('404 not_found')
  const about = await staff.client(listStaffLog, { query: { about: orgId } })
  expect(new Set(about.map(({ act }) => act))).toEqual(new Set(['organization.opened']))
})

test('feedback is read page by page: open ones, then resolved ones, each once', async () => {
  const { client } = await signIn(api, (await makeSomeone(ctx)).username)
  for (const feedback of ['one', 'two', 'three', 'four', 'five']) await client(sendFeedback, { body: { feedback } })
  const [first, , third] = (await staff.client(listFeedback, { query: {} })).data
  for (const row of [first, third])
    await staff.client(resolveFeedback, { params: { feedbackId: row?.id ?? '' }, body: { resolved: true } })
  const whole = (await staff.client(listFeedback, { query: { limit: 200 } })).data.map(({ id }) => id)
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const page = await staff.client.page(listFeedback, { query: { limit: 2, cursor } })
    paged.push(...page.data.data.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(paged).toEqual(whole)
  expect(new Set(paged).size).toBe(paged.length)
  expect(paged.slice(-2)).toEqual([first?.id, third?.id])
})

test('people are found by address and username, page by page, nobody twice and nobody left out', async () => {
  const word = unique('kin')
  const both = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7].map((n) => makeSomeone(ctx, { username: `${word}${n}`, email: `${word}${n}@example.test` })),
  )
  // Behind all whose username and address begin alike.
  const other = await makeSomeone(ctx, { username: `${word}z`, email: uniqueAddress('elsewhere') })
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await staff.client.page(listControlledUsers, { query: { q: word, limit: 1, cursor } })
    found.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(found).toEqual([...both, other].map(({ personId }) => personId))
})

test('people are filtered by each flag, alone and among those who are found', async () => {
  const word = unique('flagged')
  const flags = ['is_internal', 'is_beta', 'is_developer'] as const
  const people = new Map<string, string>()
  for (const flag of flags) {
    const { personId } = await makeSomeone(ctx, { username: `${word}-${flag}` })
    await database.admin((admin) => admin.query(`update people set ${flag} = true where id = $1`, [personId]))
    people.set(flag, personId)
  }
  for (const [status, flag] of [
    ['internal', 'is_internal'],
    ['beta', 'is_beta'],
    ['developer', 'is_developer'],
  ] as const) {
    const rows = await staff.client(listControlledUsers, { query: { status, limit: 200 } })
    expect(rows.every((row) => row[flag])).toBe(true)
    expect(rows.map(({ id }) => id)).toContain(people.get(flag))
    const found = await staff.client(listControlledUsers, { query: { status, q: word } })
    expect(found.map(({ id }) => id)).toEqual([people.get(flag)])
  }
})

test('many are invited together: each once a day, and those that are not there say so', async () => {
  const emails = [uniqueAddress('many'), uniqueAddress('many')]
  for (const email of emails) await join(email)
  const rows = await staff.client(listSubscriptions, { query: { limit: 200 } })
  const known = rows.filter(({ email }) => emails.includes(email)).map(({ reg_id }) => reg_id)
  const reg_ids = [...known, randomUUID()]
  const results = async () =>
    (await staff.client(notifySubscriptions, { body: { reg_ids } })).map(({ result }) => result)
  expect(await results()).toEqual(['sent', 'sent', 'refused'])
  expect(await results()).toEqual(['not_sent', 'not_sent', 'refused'])
  for (const email of emails) expect(await queuedContents(api, email)).toMatchObject([{ kind: 'waitlist_invitation' }])
})

test('the staff log names whom a row is about, can be read about one of them, and is verified', async () => {
  const orgId = await makeOrganization('Opened Ltd')
  const [organization] = await staff.client(listControlledOrgs, { query: { q: 'opened' } })
  if (!organization) throw new Error('not found')
  await staff.client(getControlledOrg, { params: { orgId: organization.id } })
  const about = await staff.client(listStaffLog, { query: { about: orgId } })
  expect(about).toMatchObject([
    { act: 'organization.opened', entity_name: 'Opened Ltd', actor: { name: 'Ida Brandt' } },
  ])
  while ((await sealBatch(relay)).more);
  const { broken, checked, rows } = await staff.client(verifyStaffLog, { body: { after: 0 } })
  expect({ checked, isWhole: rows > 0 }).toEqual({ checked: rows, isWhole: true })
  expect(broken).toBeNull()
  await database.admin((admin) =>
    admin.query(`update audit_log set act = 'nothing' where act = 'organization.opened' and entity_id = $1`, [orgId]),
  )
  expect((await staff.client(verifyStaffLog, { body: { after: 0 } })).broken).toMatchObject({ reason: 'changed' })
})

describe('the waitlist under more load than usual', () => {
  const solve = ({ salt, target, most }: { salt: string; target: string; most: number }) => {
    for (let n = 0; n <= most; n++) if (createHash('sha256').update(`${salt}${n}`).digest('hex') === target) return n
    throw new Error('there is no such number')
  }

  test('asks for a little work first, and for each address anew', async () => {
    let asked = await join(uniqueAddress('load'))
    for (let n = 0; asked.status === 'ok' && n < 30; n++) asked = await join(uniqueAddress('load'))
    const email = uniqueAddress('worked')
    const { status, token, work } = await join(email)
    expect(status).toBe('work')
    if (token === null || work === null) throw new Error('no task')
    const listed = async () =>
      (await staff.client(listSubscriptions, { query: { limit: 200 } })).some((row) => row.email === email)
    expect(await listed()).toBe(false)
    const done = { token, work: solve(work) }
    expect((await join(email, { token, work: done.work + 1 })).status).toBe('work')
    expect((await join(uniqueAddress('other'), done)).status).toBe('work')
    expect((await join(email, done)).status).toBe('ok')
    expect(await listed()).toBe(true)
  })
})
