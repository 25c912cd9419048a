import { listWorkspaces, openWorkspace } from '@throughline/contracts/account'
import { getMe } from '@throughline/contracts/auth'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn } from '../../../test/api.ts'
import { makeMember, makeTenant, setMemberStatus } from '../../../test/factories.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await sharedApi()
const { ctx, database } = api

async function inTwo() {
  const owner = await makeSomeone(ctx)
  const firm = await makeTenant(ctx, owner.personId, 'organization', 'Firm')
  const someone = await makeSomeone(ctx)
  const own = await makeTenant(ctx, someone.personId, 'personal', 'My workspace')
  const memberId = await makeMember(ctx, firm, { ...someone, name: 'Some One', role: 'manager' })
  return { ...someone, firm, own, memberId, owner }
}

describe('workspaces', () => {
  test('are listed last used first, with the one in use marked', async () => {
    const { username, firm, own, memberId } = await inTwo()
    const { client } = await signIn(api, username)
    const first = await client(listWorkspaces)
    expect(first).toHaveLength(2)
    expect(first.find(({ tenant_id }) => tenant_id === firm.tenantId)).toMatchObject({
      member_id: memberId,
      name: 'Firm',
      kind: 'organization',
      role_display_name: 'Manager',
      logo_url: null,
    })
    await client(openWorkspace, { params: { tenantId: own.tenantId } })
    expect((await client(listWorkspaces)).map((one) => [one.tenant_id, one.current])).toEqual([
      [own.tenantId, true],
      [firm.tenantId, false],
    ])
  })

  test('opening one moves this session alone, and the next sign-in begins there', async () => {
    const { username, firm, own } = await inTwo()
    const [here, there] = [await signIn(api, username), await signIn(api, username)]
    const [from, to] = here.user.tenant_id === own.tenantId ? [own, firm] : [firm, own]
    const { user } = await here.client(openWorkspace, { params: { tenantId: to.tenantId } })
    expect(user.tenant_id).toBe(to.tenantId)
    expect(await here.client(getMe)).toEqual(user)
    expect((await there.client(getMe)).tenant_id).toBe(from.tenantId)
    expect((await signIn(api, username)).user.tenant_id).toBe(to.tenantId)
  })

  test('of others, those left and those closed are not found', async () => {
    const { username, firm, own, memberId, owner } = await inTwo()
    const theirs = await makeTenant(ctx, owner.personId, 'organization', 'Theirs')
    const { client } = await signIn(api, username)
    await client(openWorkspace, { params: { tenantId: own.tenantId } })
    const open = (tenantId: typeof own.tenantId) => verdict(client(openWorkspace, { params: { tenantId } }))
    expect(await open(theirs.tenantId)).toBe('404 not_found')
    await setMemberStatus(ctx, firm.tenantId, memberId, 'suspended')
    expect(await open(firm.tenantId)).toBe('404 not_found')
    expect(await client(listWorkspaces)).toHaveLength(1)
    await setMemberStatus(ctx, firm.tenantId, memberId, 'active')
    await database.admin((admin) => admin.query(`update tenants set status = 'closed' where id = $1`, [firm.tenantId]))
    expect(await open(firm.tenantId)).toBe('404 not_found')
    expect((await client(getMe)).tenant_id).toBe(own.tenantId)
  })
})
