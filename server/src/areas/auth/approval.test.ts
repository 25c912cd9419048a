import * as auth from '@throughline/contracts/auth'
import * as billing from '@throughline/contracts/billing'
import { type EndpointShape, fillPath } from '@throughline/contracts/endpoint'
import * as org from '@throughline/contracts/org'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi, signIn, Visitor } from '../../../test/api.ts'
import { makeTenant } from '../../../test/factories.ts'
import { joinWaitlist } from '../../../test/join-waitlist.ts'
import { makeInvitation, makeLink } from '../../../test/links.ts'
import { providerToken } from '../../../test/provider-token.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { makeSomeone, unique, uniqueAddress } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await createTestApi({ ...ENGINE_AWAY, SIGNUP_APPROVAL: 'on' })
afterAll(() => api.close())
const { ctx, database } = api
const SECRET = 'a long enough secret'

const isEndpoint = (value: unknown): value is EndpointShape =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'rate' in value
const CLOSED = [auth, org, billing]
  .flatMap((contract) => Object.values<unknown>(contract))
  .filter(isEndpoint)
  .filter((endpoint) => !['public', 'respondent'].includes(endpoint.access) && !endpoint.always_open)

async function register(email = uniqueAddress('waiting')) {
  const verification_string = await makeLink(ctx, 'sign_up', email)
  const body = { username: unique('waiting'), password: SECRET, verification_string }
  const client = new Visitor(api.app, ctx.config.APP_ORIGIN).client()
  await client(auth.signup, { body: { ...body, auth_type: 'custom_individual' } })
  return { email, ...(await signIn(api, email, SECRET)) }
}

const putOnWaitlist = (email: string, invited: Date | null, removed: Date | null) =>
  database.admin((admin) =>
    admin.query(`insert into waitlist (email, type, invited_at, removed_at) values ($1, 'waitlist', $2, $3)`, [
      email,
      invited,
      removed,
    ]),
  )

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

const callAll = async (visitor: Visitor, tenantId: string) => {
  const params = { orgId: tenantId, teamId: tenantId, planId: tenantId, subscriptionId: tenantId, invoiceId: tenantId }
  const answers = CLOSED.map(async ({ method, path }) => {
    const response = await visitor.fetch(ctx.config.APP_ORIGIN + fillPath(path, params), { method })
    const { code } = JSON.parse(await response.text())
    return `${method} ${path}: ${response.status} ${code}`
  })
  return Promise.all(answers)
}

describe('with approval by staff switched on, who registers by themselves', () => {
  test('signs in to nothing but the waiting page', async () => {
    const { visitor, client, user } = await register()
    expect(user?.is_approved).toBe(false)
    expect(CLOSED.length).toBeGreaterThan(5)
    const refusals = CLOSED.map(({ method, path }) => `${method} ${path}: 403 approval_pending`)
    expect(await callAll(visitor, user.tenant_id)).toEqual(refusals)
    expect((await client(auth.getMe)).is_approved).toBe(false)
    expect(await verdict(client(auth.logout))).toBe('accepted')
  })

  test('works as soon as staff have approved, without signing in again', async () => {
    const { visitor, client, user } = await register()
    await database.admin((admin) => admin.query('update people set is_approved = true where id = $1', [user.id]))
    expect((await client(auth.getMe)).is_approved).toBe(true)
    expect((await callAll(visitor, user.tenant_id)).join()).not.toContain('approval_pending')
  })

  test('with the identity provider waits as well', async () => {
    const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
    const { nonce } = await visitor.client()(auth.googleNonce)
    const token = await providerToken({ claims: { sub: unique('sub'), email: uniqueAddress('ada'), nonce } })
    const { user } = await visitor.client()(auth.googleCallback, { body: { token } })
    expect(user?.is_approved).toBe(false)
  })

  test('waits as well where staff have not invited the address from the waitlist, or have removed it', async () => {
    const [joined, removed] = [uniqueAddress('joined'), uniqueAddress('removed')]
    await putOnWaitlist(joined, null, null)
    await putOnWaitlist(removed, new Date(), new Date())
    expect((await register(joined)).user?.is_approved).toBe(false)
    expect((await register(removed)).user?.is_approved).toBe(false)
  })

  test('waits as well where staff invited the address more than seven days ago', async () => {
    const [late, just] = [uniqueAddress('late'), uniqueAddress('just')]
    await putOnWaitlist(late, daysAgo(8), null)
    await putOnWaitlist(just, daysAgo(6), null)
    expect((await register(late)).user?.is_approved).toBe(false)
    expect((await register(just)).user?.is_approved).toBe(true)
  })

  test('waits as well where staff removed the address and it joined again; joining twice keeps an invitation', async () => {
    const [removed, twice] = [uniqueAddress('removed'), uniqueAddress('twice')]
    await putOnWaitlist(removed, new Date(), new Date())
    await putOnWaitlist(twice, new Date(), null)
    for (const email of [removed, twice]) expect((await joinWaitlist(api, email)).status).toBe(201)
    expect((await register(removed)).user?.is_approved).toBe(false)
    expect((await register(twice)).user?.is_approved).toBe(true)
  })
})

describe('who is invited needs nobody else’s approval', () => {
  const firmOf = async () => {
    const owner = await makeSomeone(ctx)
    return makeTenant(ctx, owner.personId, 'organization', 'Firm')
  }

  test('as a new person', async () => {
    const firm = await firmOf()
    const email = uniqueAddress('invited')
    const { token } = await makeInvitation(ctx, firm, email)
    const body = { username: unique('invited'), password: SECRET, verification_string: token }
    const client = new Visitor(api.app, ctx.config.APP_ORIGIN).client()
    await client(auth.signup, { body: { ...body, auth_type: 'custom_individual' } })
    expect((await signIn(api, email, SECRET)).user).toMatchObject({ is_approved: true, tenant_id: firm.tenantId })
  })

  test('nor as someone who was waiting', async () => {
    const firm = await firmOf()
    const { email, client } = await register()
    const { token } = await makeInvitation(ctx, firm, email)
    const { user } = await client(auth.joinOrganization, { body: { verification_string: token } })
    expect(user).toMatchObject({ is_approved: true, tenant_id: firm.tenantId })
  })

  test('nor as someone whom staff invited from the waitlist, whichever way they sign up', async () => {
    const [email, google] = [uniqueAddress('asked-in'), uniqueAddress('asked-in')]
    for (const address of [email, google]) await putOnWaitlist(address, new Date(), null)
    expect((await register(email.toUpperCase())).user?.is_approved).toBe(true)
    const visitor = new Visitor(api.app, ctx.config.APP_ORIGIN)
    const { nonce } = await visitor.client()(auth.googleNonce)
    const token = await providerToken({ claims: { sub: unique('sub'), email: google, nonce } })
    expect((await visitor.client()(auth.googleCallback, { body: { token } })).user?.is_approved).toBe(true)
  })
})
