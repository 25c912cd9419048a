import { confirmSession } from '@throughline/contracts/account'
import {
  type ControlledUser,
  listControlledUsers,
  listStaffLog,
  updateUser,
  updateUsers,
} from '@throughline/contracts/admin'
import { getMe } from '@throughline/contracts/auth'
import { updateProfile } from '@throughline/contracts/profile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, signIn } from '../../../test/api.ts'
import { eventually } from '../../../test/eventually.ts'
import { PASSWORD } from '../../../test/factories.ts'
import { openSocket } from '../../../test/open-live.ts'
import { ENGINE_AWAY, queuedContents } from '../../../test/queued-mails.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { listedUser, wanted } from '../../../test/staff/listed-user.ts'
import { makeInternal, makeStaff } from '../../../test/staff/make-staff.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await createTestApi({ ...ENGINE_AWAY, SIGNUP_APPROVAL: 'on' })
afterAll(() => api.close())
const { ctx, database } = api
const first = await makeStaff(api, 'Ada First')

const rowOf = (email: string) => listedUser(first.client, email)

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

/** As if a code had just been entered: each code counts once. */
const confirmNow = ({ personId }: { personId: string }) =>
  database.admin((admin) => admin.query('update sessions set confirmed_at = now() where person_id = $1', [personId]))

test('of two who remove each other at the same moment one stays', async () => {
  const second = await makeStaff(api, 'Zoe Second')
  const both = [first, second]
  await Promise.all(both.map(confirmNow))
  const [rowOfFirst, rowOfSecond] = [await rowOf(first.email), await rowOf(second.email)]
  const remove = (row: ControlledUser) => ({ body: { ...wanted(row, { is_internal: false }), reason: 'Away' } })
  const ids = both.map(({ personId }) => personId)
  const ended = await database.admin(async (admin) => {
    await admin.query('begin')
    await admin.query('select from people where id = any ($1) for no key update', [ids])
    const going = [
      verdict(first.client(updateUser, remove(rowOfSecond))),
      verdict(second.client(updateUser, remove(rowOfFirst))),
    ]
    await untilWaiting(database, 2)
    await admin.query('commit')
    return Promise.all(going)
  })
  expect(ended.toSorted()).toEqual(['403 forbidden', 'accepted'])
  const left = await database.admin(async (admin) => {
    const found = await admin.query('select id from people where id = any ($1) and is_internal', [ids])
    // The tests below begin with the first alone.
    await admin.query('update people set is_internal = (id = $2) where id = any ($1)', [ids, first.personId])
    return found.rowCount
  })
  expect(left).toBe(1)
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
    // Sent again, as after an answer that was lost: the row is of an older version by then, and what is asked stays asked.
    expect(await first.client(updateUser, { body })).toMatchObject({
      result: 'asked',
      user: { version: asked.user.version },
    })
    expect(await verdict(second.client(updateUser, { body }))).toBe('409 stale_version')
    const same = { ...wanted(asked.user, { is_internal: true }), reason: 'I agree' }
    expect((await first.client(updateUser, { body: same })).result).toBe('asked')
    expect(await verdict(second.client(updateUser, { body: same }))).toBe('403 confirmation_required')
    await second.confirm()
    expect(await second.client(updateUser, { body: same })).toMatchObject({
      result: 'done',
      user: { is_internal: true, internal_asked: null },
    })
    const [confirmed] = await first.client(listStaffLog, { query: { about: someone.personId } })
    expect(confirmed).toMatchObject({ act: 'person.updated', data: { after: { is_internal: true }, confirmed: true } })
  })
})

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
    const someone = await makeSomeone(ctx)
    const body = { ...wanted(await rowOf(someone.email), { is_internal: true }), reason: 'A friend' }
    expect((await gone.client(updateUser, { body })).result).toBe('asked')
    await database.admin((admin) => admin.query('update people set is_internal = false where id = $1', [gone.personId]))
    expect(await rowOf(someone.email)).toMatchObject({ internal_asked: null })
    await confirmNow(first)
    expect((await first.client(updateUser, { body })).result).toBe('asked')
    expect(await rowOf(someone.email)).toMatchObject({ internal_asked: { by: 'Ada First', by_id: first.personId } })
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

describe('the open pages of somebody', () => {
  let address = ''
  beforeAll(async () => {
    address = await api.app.listen({ host: '127.0.0.1', port: 0 })
  })

  test('are told at once that they are approved, which is mailed, too, and hear everything from then on', async () => {
    const someone = await makeSomeone(ctx, { approved: false })
    const { client, visitor } = await signIn(api, someone.username)
    const { tenant_id: tenantId } = await client(getMe)
    const waiting = await openSocket(address, '/ws/live/', visitor)
    const frames = [{ type: 'team.created', id: '1' }]
    ctx.publish({ kind: 'live', tenantId, frames })
    const [row] = await first.client(listControlledUsers, { query: { status: 'waiting', q: someone.email } })
    if (!row) throw new Error('nobody waits')
    await first.client(updateUser, { body: wanted(row, { is_approved: true }) })
    await eventually(() => expect(waiting.closed).toBe(1001))
    expect(waiting.got).toEqual([{ type: 'person.approved', id: someone.personId }])
    expect((await client(getMe)).is_approved).toBe(true)
    expect(await queuedContents(api, someone.email)).toMatchObject([{ kind: 'account_approved' }])
    const live = await openSocket(address, '/ws/live/', visitor)
    ctx.publish({ kind: 'live', tenantId, frames })
    await eventually(() => expect(live.got).toEqual(frames))
  })

  test('hear nothing more of their workspace as soon as the approval is taken away', async () => {
    const someone = await makeSomeone(ctx)
    const { client, visitor } = await signIn(api, someone.username)
    const { tenant_id: tenantId, member_id } = await client(getMe)
    const before = [await openSocket(address, '/ws/live/', visitor), await openSocket(address, '/ws/inbox/', visitor)]
    await first.client(updateUser, { body: wanted(await rowOf(someone.email), { is_approved: false }) })
    await eventually(() => expect(before.map(({ closed }) => closed)).toEqual([1001, 1001]), 2_000)
    const inbox = await openSocket(address, '/ws/inbox/', visitor)
    await eventually(() => expect(inbox.closed).toBe(1013))
    const live = await openSocket(address, '/ws/live/', visitor)
    const own = { type: 'person.approved', id: someone.personId }
    ctx.publish({
      kind: 'live',
      tenantId,
      frames: [
        { type: 'team.created', id: '1' },
        { type: 'instance.changed', id: '2', to: [member_id] },
        { ...own, to: [member_id] },
      ],
    })
    await eventually(() => expect(live.got).toEqual([own]))
  })
})

test('all of it is in the staff log: who, what, from what to what, and why', async () => {
  const row = await rowOf((await makeSomeone(ctx)).email)
  await first.client(updateUser, { body: { ...wanted(row, { is_beta: true }), reason: 'Tries the beta' } })
  const log = await first.client(listStaffLog, { query: { limit: 200 } })
  const change = log.find(({ act, data }) => act === 'person.updated' && data['reason'] === 'Tries the beta')
  expect(change).toMatchObject({
    actor: { id: first.personId, name: 'Ada First' },
    entity_kind: 'person',
    data: { before: { is_beta: false }, after: { is_beta: true } },
  })
  expect(log.some(({ act }) => act === 'people.listed')).toBe(true)
  expect(log.some(({ act }) => act === 'person.internal_asked')).toBe(true)
})

test('a person who loses the flag is out with the next call', async () => {
  const gone = await makeInternal(api)
  await database.admin((admin) => admin.query('update people set is_internal = false where id = $1', [gone.personId]))
  expect(await verdict(gone.client(listControlledUsers, { query: {} }))).toBe('403 forbidden')
})
