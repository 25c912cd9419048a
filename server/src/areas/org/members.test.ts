import { addMember, listMembers } from '@throughline/contracts/org'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { ENGINE_AWAY, queuedMails } from '../../../test/queued-mails.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'

const api = await createTestApi(ENGINE_AWAY)
const { ours, actors } = await createWorld(api)
afterAll(() => api.close())

const params = { orgId: ours.tenantId }
const invitation = (role: keyof typeof ours.roles, email: string) => ({
  params,
  body: { name: 'New', email, role_id: ours.roles[role].id, team_id: null },
})

describe('an invited member', () => {
  test('is listed, gets a mail, and is audited', async () => {
    const { client } = actors.admin
    const made = await client(addMember, invitation('manager', 'invited@example.test'))
    expect(made).toMatchObject({ status: 'invited', role: { name: 'manager' }, team: null, joined_at: null })
    const listed = await client(listMembers, { params, query: {} })
    expect(listed.filter(({ id }) => id === made.id)).toEqual([made])
    expect(await queuedMails(api, 'invited@example.test')).toMatchObject([{ kind: 'invitation', organization: 'Ours' }])
    const audited = await api.database.admin((admin) =>
      admin.query('select act, actor_id from audit_pending where entity_id = $1', [made.id]),
    )
    expect(audited.rows).toEqual([{ act: 'member.invited', actor_id: expect.any(String) }])
  })

  test('is given no role above that of whoever invites', async () => {
    expect(await verdict(actors.admin.client(addMember, invitation('owner', 'mighty@example.test')))).toBe(
      '403 forbidden',
    )
    expect(await verdict(actors.admin.client(addMember, invitation('admin', 'equal@example.test')))).toBe('accepted')
    expect(await verdict(actors.owner.client(addMember, invitation('owner', 'mighty@example.test')))).toBe('accepted')
  })
})
