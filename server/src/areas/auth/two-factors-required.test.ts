import * as account from '@throughline/contracts/account'
import { getMe, logout } from '@throughline/contracts/auth'
import { getSubscription, getSubscriptions, openCardCheck } from '@throughline/contracts/billing'
import { getOrganization } from '@throughline/contracts/org'
import { getProfile, updateProfile } from '@throughline/contracts/profile'
import { expect, test } from 'vitest'
import { sharedApi, signIn } from '../../../test/api.ts'
import { makeMember, makeTenant } from '../../../test/factories.ts'
import { turnOnTwoFactors } from '../../../test/second-factor.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await sharedApi()
const { ctx, database } = api
const CLOSED = '403 two_factors_required'

test('where an organisation requires two factors, all but setting them up is closed to whoever has none', async () => {
  const owner = await makeSomeone(ctx)
  const firm = await makeTenant(ctx, owner.personId, 'organization', 'Firm')
  const someone = await makeSomeone(ctx)
  const own = await makeTenant(ctx, someone.personId, 'personal', 'My workspace')
  await makeMember(ctx, firm, { ...someone, name: 'Some One', role: 'member' })
  await database.admin((admin) =>
    admin.query('update tenants set require_two_factors = true where id = $1', [firm.tenantId]),
  )
  const { client, user } = await signIn(api, someone.username)
  await client(account.openWorkspace, { params: { tenantId: firm.tenantId } })
  const me = await client(getMe)
  expect(me).toMatchObject({ two_factor_enabled: false, two_factors_missing: true })

  const params = { userId: user.id }
  const organization = () => verdict(client(getOrganization, { params: { orgId: firm.tenantId } }))
  expect(await organization()).toBe(CLOSED)
  expect(await verdict(client(updateProfile, { params, body: { name: 'New' } }))).toBe(CLOSED)
  await expect(client(updateProfile, { params, body: { name: 'New' } })).rejects.toMatchObject({
    message: 'Your organization requires two-factor sign-in. Set it up to continue.',
  })
  // Paying stays open to a workspace that has lapsed, but to nobody without the second factor.
  const billing = [client(getSubscription), client(getSubscriptions, { query: {} }), client(openCardCheck)]
  expect(await Promise.all(billing.map(verdict))).toEqual([CLOSED, CLOSED, CLOSED])
  expect(await verdict(client(getProfile, { params }))).toBe('accepted')
  expect(await verdict(client(account.listSessions))).toBe('accepted')

  await client(account.openWorkspace, { params: { tenantId: own.tenantId } })
  expect(await client(getMe), 'their own workspace is open').toMatchObject({ two_factors_missing: false })
  await client(account.openWorkspace, { params: { tenantId: firm.tenantId } })

  await turnOnTwoFactors(client)
  expect(await client(getMe)).toMatchObject({ two_factor_enabled: true, two_factors_missing: false })
  expect(await organization()).toBe('accepted')
  expect(await verdict(client(logout))).toBe('accepted')
})

test('who joins with two factors on is shown with them in the list of members', async () => {
  const owner = await makeSomeone(ctx)
  const firm = await makeTenant(ctx, owner.personId, 'organization', 'Firm')
  const someone = await makeSomeone(ctx)
  const { client } = await signIn(api, someone.username)
  await turnOnTwoFactors(client)
  const memberId = await makeMember(ctx, firm, { ...someone, name: 'Some One', role: 'member' })
  const found = await database.admin((admin) => admin.query('select two_factor from members where id = $1', [memberId]))
  expect(found.rows).toEqual([{ two_factor: true }])
})
