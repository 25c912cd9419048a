import { listStaffLog, updateUser, updateUsers } from '@throughline/contracts/admin'
import { getMe } from '@throughline/contracts/auth'
import { listMessages } from '@throughline/contracts/inbox'
import { parse } from '@throughline/flow/compile'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi, signIn } from '../../../test/api.ts'
import { form } from '../../../test/engine/steps.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeMember, makeTenant, type Tenant } from '../../../test/factories.ts'
import { openSocket } from '../../../test/open-live.ts'
import { ENGINE_AWAY, queuedContents } from '../../../test/queued-mails.ts'
import { makeWorkflow, startedInstance } from '../../../test/running-world.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { listedUser, wanted } from '../../../test/staff/listed-user.ts'
import { makeStaff } from '../../../test/staff/make-staff.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await createTestApi(ENGINE_AWAY)
afterAll(() => api.close())
const { ctx, database } = api
const first = await makeStaff(api, 'Ada First')
const rowOf = (email: string) => listedUser(first.client, email)

/** Somebody with a role in an organization of somebody else. */
async function makeColleague(role: 'owner' | 'admin' | 'member') {
  const owner = await makeSomeone(ctx, { name: 'The owner' })
  const firm = await makeTenant(ctx, owner.personId, 'organization', 'Firm')
  if (role === 'owner') return { ...owner, firm, owner }
  const someone = await makeSomeone(ctx, { name: 'A colleague' })
  await makeMember(ctx, firm, { ...someone, name: 'A colleague', role })
  return { ...someone, firm, owner }
}

/** How many have these roles, as the counters say. */
async function roleCounts({ tenantId, roles }: Tenant) {
  const counted = await database.admin((admin) =>
    admin.query<{ key: string; n: number }>(
      `select key, sum(n)::int as n from counters where tenant_id = $1 and name = 'members.role' group by key`,
      [tenantId],
    ),
  )
  const count = new Map(counted.rows.map(({ key, n }) => [key, n]))
  return { admin: count.get(roles.admin.id) ?? 0, member: count.get(roles.member.id) ?? 0 }
}

describe('is_admin is the role in the organization of the row', () => {
  test('set and cleared with a reason, told to the owners and in the audit there', async () => {
    const { email, firm, owner } = await makeColleague('member')
    const row = await rowOf(email)
    expect(row).toMatchObject({ is_admin: false, organization: { name: 'Firm', kind: 'organization', role: 'member' } })
    const body = wanted(row, { is_admin: true })
    expect(await verdict(first.client(updateUser, { body }))).toBe('422 invalid_request')
    const { user } = await first.client(updateUser, { body: { ...body, reason: 'The owner asked us' } })
    expect(user).toMatchObject({ is_admin: true, organization: { role: 'admin' } })
    expect(await queuedContents(api, owner.email)).toMatchObject([
      { kind: 'role_changed_by_staff', organization: 'Firm', role: 'Admin', reason: 'The owner asked us' },
    ])
    const audited = await database.admin((admin) =>
      admin.query(`select actor_id, data from audit_pending where tenant_id = $1 and act = 'member.role_changed'`, [
        firm.tenantId,
      ]),
    )
    expect(audited.rows).toEqual([
      {
        actor_id: null,
        data: { before: { role: 'Member' }, after: { role: 'Admin' }, staff: true, reason: 'The owner asked us' },
      },
    ])
    expect(await roleCounts(firm)).toEqual({ admin: 1, member: 0 })
    const cleared = await first.client(updateUser, { body: { ...wanted(user, { is_admin: false }), reason: 'Undo' } })
    expect(cleared.user.organization?.role).toBe('member')
  })

  test('is changed and told where the row was read, whichever organization they worked in since', async () => {
    const { email, firm, owner, personId } = await makeColleague('member')
    const elsewhere = await makeTenant(ctx, (await makeSomeone(ctx)).personId, 'organization', 'Elsewhere')
    await makeMember(ctx, elsewhere, { personId, email, name: 'A colleague', role: 'member' })
    const workIn = ({ tenantId }: Tenant) =>
      database.admin((admin) =>
        admin.query(
          'update person_tenants set last_used_at = clock_timestamp() where person_id = $1 and tenant_id = $2',
          [personId, tenantId],
        ),
      )
    await workIn(firm)
    const row = await rowOf(email)
    await workIn(elsewhere)
    expect((await rowOf(email)).organization?.name).toBe('Elsewhere')
    const body = { ...wanted(row, { is_admin: true }), organization_id: firm.tenantId, role: 'member', reason: 'Asked' }
    const { user } = await first.client(updateUser, { body })
    expect(user).toMatchObject({ is_admin: true, organization: { name: 'Firm', role: 'admin' } })
    expect(await queuedContents(api, owner.email)).toMatchObject([
      { kind: 'role_changed_by_staff', organization: 'Firm', person: 'A colleague', role: 'Admin' },
    ])
  })

  test('the last owner stays one', async () => {
    const { email } = await makeColleague('owner')
    const body = { ...wanted(await rowOf(email), { is_admin: false }), reason: 'Why not' }
    expect(await verdict(first.client(updateUser, { body }))).toBe('409 last_owner')
  })

  test('a role that the organization changed meanwhile is not changed back by an older row', async () => {
    const { email, firm, personId } = await makeColleague('member')
    const row = await rowOf(email)
    await database.admin((admin) =>
      admin.query('update members set role_id = $1 where tenant_id = $2 and person_id = $3', [
        firm.roles.admin.id,
        firm.tenantId,
        personId,
      ]),
    )
    const body = { ...wanted(row, { is_beta: true }), role: 'member', reason: 'Tries the beta' }
    const refused = await first.client(updateUser, { body }).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: 'stale_version',
      message: 'Their organization or role changed in the meantime. Check the row and try again.',
    })
    const now = await rowOf(email)
    expect(now).toMatchObject({ is_beta: false, is_admin: true })
    const fresh = { ...wanted(now, { is_beta: true }), role: 'admin' }
    expect((await first.client(updateUser, { body: fresh })).user).toMatchObject({ is_beta: true, is_admin: true })
  })

  test('of somebody who has left that organization the row is stale, and a fresh one can be saved', async () => {
    const { email, firm } = await makeColleague('member')
    const row = await rowOf(email)
    await database.admin((admin) =>
      admin.query(`update members set status = 'removed' where tenant_id = $1 and person_id = $2`, [
        firm.tenantId,
        row.id,
      ]),
    )
    const place = { organization_id: row.organization?.id, role: row.organization?.role }
    const body = { ...wanted(row, { is_beta: true }), ...place }
    expect(await verdict(first.client(updateUser, { body }))).toBe('409 stale_version')
    const [refused] = await first.client(updateUsers, { body: { users: [body] } })
    expect(refused).toMatchObject({ result: 'refused', code: 'stale_version', user: { organization: null } })
    const { user } = await first.client(updateUser, { body: wanted(await rowOf(email), { is_beta: true }) })
    expect(user).toMatchObject({ is_beta: true, organization: null })
  })

  test('in a personal workspace it is locked', async () => {
    const someone = await makeSomeone(ctx)
    await makeTenant(ctx, someone.personId, 'personal', 'Own')
    const body = { ...wanted(await rowOf(someone.email), { is_admin: false }), reason: 'Why not' }
    expect(await verdict(first.client(updateUser, { body }))).toBe('409 personal_workspace')
  })

  test.each([
    ['made an owner', `role_id = (select id from roles where tenant_id = $1 and name = 'owner')`],
    ['removed', `status = 'removed'`],
  ])('nothing is changed of somebody who was %s while the lock was waited for', async (_what, meanwhile) => {
    const { email, firm, owner, personId } = await makeColleague('member')
    const body = { ...wanted(await rowOf(email), { is_admin: true }), role: 'member', reason: 'The owner asked us' }
    const before = await roleCounts(firm)
    const change = await database.admin(async (admin) => {
      await admin.query('begin')
      await admin.query('update tenants set access_epoch = access_epoch + 1 where id = $1', [firm.tenantId])
      const going = verdict(first.client(updateUser, { body }))
      await untilWaiting(database, 1)
      await admin.query(`update members set ${meanwhile} where tenant_id = $1 and person_id = $2`, [
        firm.tenantId,
        personId,
      ])
      await admin.query('commit')
      return going
    })
    expect(change).toBe('409 stale_version')
    expect(await roleCounts(firm)).toEqual(before)
    expect(await queuedContents(api, owner.email)).toEqual([])
  })

  test('is in the staff log about the organization, too', async () => {
    const { email, firm, personId } = await makeColleague('member')
    const change = { ...wanted(await rowOf(email), { is_admin: true }), reason: 'Ticket 12' }
    await first.client(updateUser, { body: change })
    expect(await first.client(listStaffLog, { query: { about: firm.tenantId } })).toMatchObject([
      {
        act: 'organization.role_changed',
        entity_name: 'Firm',
        actor: { name: 'Ada First' },
        data: { person: personId, after: { is_admin: true }, reason: 'Ticket 12' },
      },
    ])
  })

  test('taken away, it ends what its queue asked for, and the open inbox says so', async () => {
    const { email, username, firm } = await makeColleague('admin')
    const { client, visitor } = await signIn(api, username)
    const steps = [form('do', [], { assignee: { role: 'Admin' } })]
    const workflow = await makeWorkflow(ctx, firm, parse({ name: 'Queued', prefix: 'QUE', steps }).doc)
    await startedInstance(ctx, firm.tenantId, workflow, { startedBy: firm.ownerId })
    const inbox = async () => (await client(listMessages, { query: {} })).data
    const [asked] = await inbox()
    expect(asked).toMatchObject({ type: 'task_queued', needs_you: true })
    const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
    const pushed = await openSocket(address, '/ws/inbox/', visitor)
    await first.client(updateUser, { body: { ...wanted(await rowOf(email), { is_admin: false }), reason: 'Left' } })
    await eventually(() => expect(pushed.got).toMatchObject([{ id: asked?.id, needs_you: false }]))
    expect(await inbox()).toMatchObject([{ id: asked?.id, needs_you: false, act: null }])
    expect((await client(getMe)).role).toBe('member')
    const indexed = await database.admin((admin) =>
      admin.query(`select from search_pending where tenant_id = $1 and kind = 'inbox_message' and entity_id = $2`, [
        firm.tenantId,
        asked?.id,
      ]),
    )
    expect(indexed.rowCount).toBeGreaterThan(0)
  })
})
