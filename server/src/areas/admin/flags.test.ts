import { confirmSession } from '@throughline/contracts/account'
import {
  type ControlledUser,
  listControlledUsers,
  listStaffLog,
  type UserFlag,
  updateUser,
  updateUsers,
} from '@throughline/contracts/admin'
import { getMe } from '@throughline/contracts/auth'
import type { LiveFrame } from '@throughline/contracts/live'
import { updateProfile } from '@throughline/contracts/profile'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi, signIn } from '../../../test/api.ts'
import { eventually } from '../../../test/eventually.ts'
import { makeMember, makeTenant, PASSWORD } from '../../../test/factories.ts'
import { openLive } from '../../../test/open-live.ts'
import { ENGINE_AWAY, queuedContents } from '../../../test/queued-mails.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { makeInternal, makeStaff } from '../../../test/staff/make-staff.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await createTestApi({ ...ENGINE_AWAY, SIGNUP_APPROVAL: 'on' })
afterAll(() => api.close())
const { ctx, database } = api
const first = await makeStaff(api, 'Ada First')

const rowOf = async (email: string): Promise<ControlledUser> => {
  const [row] = await first.client(listControlledUsers, { query: { q: email } })
  if (!row) throw new Error(`${email} is not listed`)
  return row
}

const wanted = (
  { id, version, is_approved, is_admin, is_internal, is_beta, is_developer }: ControlledUser,
  change: Partial<Record<UserFlag, boolean>>,
) => ({ user_id: id, version, is_approved, is_admin, is_internal, is_beta, is_developer, ...change })

/** Somebody with a role in an organization of somebody else. */
async function makeColleague(role: 'owner' | 'admin' | 'member') {
  const owner = await makeSomeone(ctx, { name: 'The owner' })
  const firm = await makeTenant(ctx, owner.personId, 'organization', 'Firm')
  if (role === 'owner') return { ...owner, firm, owner }
  const someone = await makeSomeone(ctx, { name: 'A colleague' })
  await makeMember(ctx, firm, { ...someone, name: 'A colleague', role })
  return { ...someone, firm, owner }
}

describe('while there is one member of staff', () => {
  test('they make the second, with a reason and a fresh code', async () => {
    const someone = await makeSomeone(ctx)
    const row = await rowOf(someone.email)
    const change = { ...wanted(row, { is_internal: true }), reason: 'Joins support' }
    expect(await verdict(first.client(updateUser, { body: { ...change, reason: '' } }))).toBe('422 invalid_request')
    expect(await verdict(first.client(updateUser, { body: change }))).toBe('403 confirmation_required')
    expect(await verdict(first.client(confirmSession, { body: { password: PASSWORD } }))).toBe('422 wrong_code')
    await first.confirm()
    const { result, user } = await first.client(updateUser, { body: change })
    expect([result, user.is_internal, user.version]).toEqual(['done', true, row.version + 1])
    // They leave again, so that the tests below begin with one.
    const back = wanted(user, { is_internal: false })
    await first.client(updateUser, { body: { ...back, reason: 'Left' } })
  })

  test('a code of more than five minutes ago does not count', async () => {
    const row = await rowOf((await makeSomeone(ctx)).email)
    await database.admin((admin) =>
      admin.query(`update sessions set confirmed_at = now() - interval '301 seconds' where person_id = $1`, [
        first.personId,
      ]),
    )
    const body = { ...wanted(row, { is_internal: true }), reason: 'Joins' }
    expect(await verdict(first.client(updateUser, { body }))).toBe('403 confirmation_required')
  })
})

describe('the flags of a person', () => {
  test('are changed, and as they are already, that is no change', async () => {
    const row = await rowOf((await makeSomeone(ctx)).email)
    const body = wanted(row, { is_beta: true, is_developer: true })
    const done = await first.client(updateUser, { body })
    expect(done).toMatchObject({
      result: 'done',
      user: { is_beta: true, is_developer: true, version: row.version + 1 },
    })
    expect((await first.client(updateUser, { body })).result).toBe('unchanged')
  })

  test('are nobody’s own to change', async () => {
    const row = await rowOf(first.email)
    expect(await verdict(first.client(updateUser, { body: wanted(row, { is_beta: true }) }))).toBe('403 own_flags')
  })

  test('changed by two at the same moment: one of them is told who was first', async () => {
    const second = await makeStaff(api, 'Bea Second')
    const row = await rowOf((await makeSomeone(ctx)).email)
    const [one, other] = await Promise.allSettled([
      first.client(updateUser, { body: wanted(row, { is_beta: true }) }),
      second.client(updateUser, { body: wanted(row, { is_developer: true }) }),
    ])
    const refused = [one, other].filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(1)
    const told = String(refused[0]?.reason)
    expect(told).toContain(one.status === 'rejected' ? 'Bea Second' : 'Ada First')
    expect((await rowOf(row.email)).version).toBe(row.version + 1)
  })

  test('changed by the person themselves: nobody of staff is named for it', async () => {
    const { email, username, personId } = await makeSomeone(ctx)
    const { user } = await first.client(updateUser, { body: wanted(await rowOf(email), { is_beta: true }) })
    const { client } = await signIn(api, username)
    await client(updateProfile, { params: { userId: personId }, body: { name: 'Married Since' } })
    const refused = await first
      .client(updateUser, { body: wanted(user, { is_developer: true }) })
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: 'stale_version',
      message: 'Someone changed this user in the meantime. Check the row and try again.',
    })
  })

  test('of many: 180 are changed, 20 are refused with their reasons, and again nothing changes', async () => {
    const people = await Promise.all(Array.from({ length: 200 }, () => makeSomeone(ctx)))
    const made = new Set<string>(people.map(({ personId }) => personId))
    const newest = await first.client(listControlledUsers, { query: { limit: 200 } })
    const listed = newest.filter(({ id }) => made.has(id))
    expect(listed).toHaveLength(200)
    const stale = new Set(listed.slice(0, 20).map(({ id }) => id))
    await database.admin((admin) =>
      admin.query('update people set version = version + 1 where id = any ($1)', [[...stale]]),
    )
    const users = listed.map((row) => wanted(row, { is_beta: true }))
    const results = await first.client(updateUsers, { body: { users } })
    expect(results.filter(({ result }) => result === 'done')).toHaveLength(180)
    const refused = results.filter(({ result }) => result === 'refused')
    expect(new Set(refused.map(({ user_id }) => user_id))).toEqual(stale)
    expect(refused.every(({ code, message, user }) => code === 'stale_version' && message && user)).toBe(true)
    const again = await first.client(updateUsers, { body: { users } })
    expect(again.map(({ result }) => result).toSorted()).toEqual([
      ...Array.from({ length: 20 }, () => 'refused'),
      ...Array.from({ length: 180 }, () => 'unchanged'),
    ])
  })
})

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
    const counted = await database.admin((admin) =>
      admin.query<{ key: string; n: number }>(
        `select key, sum(n)::int as n from counters where tenant_id = $1 and name = 'members.role' group by key`,
        [firm.tenantId],
      ),
    )
    const count = new Map(counted.rows.map(({ key, n }) => [key, n]))
    expect([firm.roles.admin.id, firm.roles.member.id].map((id) => count.get(id) ?? 0)).toEqual([1, 0])
    const cleared = await first.client(updateUser, { body: { ...wanted(user, { is_admin: false }), reason: 'Undo' } })
    expect(cleared.user.organization?.role).toBe('member')
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
})

describe('while there are several members of staff', () => {
  test('one asks for the internal flag, and another changes it', async () => {
    const second = await makeStaff(api, 'Cleo Second')
    const someone = await makeSomeone(ctx)
    await first.confirm()
    const body = { ...wanted(await rowOf(someone.email), { is_internal: true, is_beta: true }), reason: 'Joins us' }
    const asked = await first.client(updateUser, { body })
    expect(asked).toMatchObject({
      result: 'asked',
      user: { is_internal: false, is_beta: true, internal_asked: { wanted: true, by: 'Ada First' } },
    })
    const same = { ...wanted(asked.user, { is_internal: true }), reason: 'I agree' }
    expect((await first.client(updateUser, { body: same })).result).toBe('asked')
    expect(await verdict(second.client(updateUser, { body: same }))).toBe('403 confirmation_required')
    await second.confirm()
    expect(await second.client(updateUser, { body: same })).toMatchObject({
      result: 'done',
      user: { is_internal: true, internal_asked: null },
    })
  })
})

/** As if a code had just been entered: each code counts once. */
const confirmNow = ({ personId }: { personId: string }) =>
  database.admin((admin) => admin.query('update sessions set confirmed_at = now() where person_id = $1', [personId]))

describe('nobody gets round the second person', () => {
  test('by taking a colleague’s approval away', async () => {
    const colleague = await makeStaff(api, 'Dora Colleague')
    await confirmNow(first)
    const row = await rowOf(colleague.email)
    for (const change of [{ is_approved: false }, { is_approved: false, is_internal: false }]) {
      const body = { ...wanted(row, change), reason: 'Away with them' }
      expect(await verdict(first.client(updateUser, { body }))).toBe('409 not_approved')
    }
    expect(await rowOf(colleague.email)).toMatchObject({ is_approved: true, is_internal: true, internal_asked: null })
  })

  test('by the request of somebody who is no longer staff', async () => {
    const gone = await makeStaff(api, 'Gone Tomorrow')
    await confirmNow(gone)
    const body = { ...wanted(await rowOf((await makeSomeone(ctx)).email), { is_internal: true }), reason: 'A friend' }
    expect((await gone.client(updateUser, { body })).result).toBe('asked')
    await database.admin((admin) => admin.query('update people set is_internal = false where id = $1', [gone.personId]))
    await confirmNow(first)
    expect((await first.client(updateUser, { body })).result).toBe('asked')
  })
})

test('a person who is read without being changed is in the staff log, too', async () => {
  const { personId, email } = await makeSomeone(ctx)
  const row = await rowOf(email)
  const readings = async () =>
    (await first.client(listStaffLog, { query: { about: personId } })).filter(({ act }) => act === 'person.read').length
  await first.client(updateUser, { body: wanted(row, {}) })
  expect(await readings()).toBe(1)
  await first.client(updateUsers, { body: { users: [{ ...wanted(row, { is_beta: true }), version: 99 }] } })
  expect(await readings()).toBe(2)
})

test('an approved person is mailed, and their waiting page is told at once', async () => {
  const someone = await makeSomeone(ctx, { approved: false })
  const { visitor, client } = await signIn(api, someone.username)
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const address = api.app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('nothing listens')
  const frames: LiveFrame[] = []
  const { APP_ORIGIN } = ctx.config
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { origin: APP_ORIGIN, cookie, host: new URL(APP_ORIGIN).host }
  const socket = await openLive(`http://127.0.0.1:${address.port}`, headers, (frame) => frames.push(frame))
  const [waiting] = await first.client(listControlledUsers, { query: { status: 'waiting', q: someone.email } })
  if (!waiting) throw new Error('nobody waits')
  await first.client(updateUser, { body: wanted(waiting, { is_approved: true }) })
  await eventually(async () => expect(frames).toEqual([{ type: 'person.approved', id: someone.personId }]))
  socket.terminate()
  expect((await client(getMe)).is_approved).toBe(true)
  expect(await queuedContents(api, someone.email)).toMatchObject([{ kind: 'account_approved' }])
})

test('all of it is in the staff log: who, what, from what to what, and why', async () => {
  const log = await first.client(listStaffLog, { query: { limit: 200 } })
  const change = log.find(({ act, data }) => act === 'person.updated' && data['reason'] === 'The owner asked us')
  expect(change).toMatchObject({
    actor: { id: first.personId, name: 'Ada First' },
    entity_kind: 'person',
    data: { before: { is_admin: false }, after: { is_admin: true } },
  })
  expect(log.some(({ act }) => act === 'people.listed')).toBe(true)
  expect(log.some(({ act }) => act === 'person.internal_asked')).toBe(true)
})

test('a person who loses the flag is out with the next call', async () => {
  const gone = await makeInternal(api)
  await database.admin((admin) => admin.query('update people set is_internal = false where id = $1', [gone.personId]))
  expect(await verdict(gone.client(listControlledUsers, { query: {} }))).toBe('403 forbidden')
})
