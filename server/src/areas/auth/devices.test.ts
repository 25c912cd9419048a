import { endOtherSessions, endSession, listSessions } from '@throughline/contracts/account'
import { getCsrf, getMe, login } from '@throughline/contracts/auth'
import { SessionId } from '@throughline/contracts/ids'
import { describe, expect, test } from 'vitest'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { PASSWORD } from '../../../test/factories.ts'
import { queuedMails } from '../../../test/queued-mails.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { DEVICE_COOKIE } from '../../core/http/cookies.ts'

const api = await sharedApi()
const { ctx, database } = api
const SIGNED_OUT = '401 not_signed_in'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

/** Signs in with this browser, which keeps its cookies. */
async function enter(visitor: Visitor, username: string, agent = FIREFOX) {
  const { csrfToken } = await visitor.client()(getCsrf)
  const answer = await visitor.fetch(visitor.origin + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrftoken': csrfToken, 'user-agent': agent },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  expect(answer.status).toBe(200)
  return visitor.client()
}

const newVisitor = () => new Visitor(api.app, ctx.config.APP_ORIGIN)
const newDeviceMails = async (email: string) =>
  (await queuedMails(api, email)).filter(({ kind }) => kind === 'new_device')

describe('a device that a person was never seen with', () => {
  test('is told by mail and audited; the first one and those known are not', async () => {
    const { username, email, personId } = await makeSomeone(ctx)
    const [first, second] = [newVisitor(), newVisitor()]
    await enter(first, username)
    await enter(first, username)
    expect(await newDeviceMails(email)).toEqual([])
    await enter(second, username)
    await enter(second, username)
    expect(await newDeviceMails(email)).toEqual([
      {
        kind: 'new_device',
        device: 'Firefox on Linux',
        address: second.address,
        at: expect.any(String),
        time_zone: 'UTC',
        link: `${ctx.config.APP_ORIGIN}/profile`,
      },
    ])
    const audited = await database.admin((admin) =>
      admin.query(
        `select address, device from audit_pending a join person_tenants pt on pt.member_id = a.actor_id
         where pt.person_id = $1 and act = 'session.new_device'`,
        [personId],
      ),
    )
    expect(audited.rows).toEqual([{ address: second.address, device: FIREFOX }])
  })

  test('is known by its cookie, which outlives signing out and says nothing of another person', async () => {
    const [one, two] = [await makeSomeone(ctx), await makeSomeone(ctx)]
    const shared = newVisitor()
    await enter(newVisitor(), two.username)
    await enter(shared, one.username)
    const mark = shared.cookies.get(DEVICE_COOKIE)
    await enter(shared, two.username)
    expect(shared.cookies.get(DEVICE_COOKIE)).toBe(mark)
    expect(await newDeviceMails(two.email)).toHaveLength(1)
  })
})

describe('the list of devices', () => {
  test('has this one first, and names each', async () => {
    const { username } = await makeSomeone(ctx)
    const first = newVisitor()
    await enter(first, username)
    await database.admin((admin) => admin.query(`update known_devices set first_seen_at = now() - interval '9 days'`))
    const second = newVisitor()
    await enter(second, username)
    const list = await first.client()(listSessions)
    expect(list).toMatchObject([
      { current: true, is_new: false, name: 'Firefox on Linux', kind: 'desktop', address: first.address },
      { current: false, is_new: true, name: 'Firefox on Linux', kind: 'desktop', address: second.address },
    ])
    expect(await second.client()(listSessions)).toMatchObject([{ current: true }, { current: false }])
  })

  test('a device that is signed out is out at once, and only there', async () => {
    const { username } = await makeSomeone(ctx)
    const [here, there, third] = [await signIn(api, username), await signIn(api, username), await signIn(api, username)]
    const theirs = (await there.client(listSessions)).find(({ current }) => current)
    const params = { sessionId: theirs?.id ?? SessionId.parse(crypto.randomUUID()) }
    expect(await verdict(here.client(endSession, { params }))).toBe('accepted')
    expect(await verdict(there.client(getMe))).toBe(SIGNED_OUT)
    expect(await verdict(third.client(getMe))).toBe('accepted')
    expect(await verdict(here.client(endSession, { params })), 'once').toBe('404 not_found')
    expect(await here.client(listSessions)).toHaveLength(2)
  })

  test('the device in use is not signed out from its own list', async () => {
    const { username } = await makeSomeone(ctx)
    const { client } = await signIn(api, username)
    const [own] = await client(listSessions)
    expect(own).toBeDefined()
    if (own) expect(await verdict(client(endSession, { params: { sessionId: own.id } }))).toBe('409 current_session')
    expect(await verdict(client(getMe))).toBe('accepted')
  })

  test('somebody else’s session is not found', async () => {
    const [one, two] = [await makeSomeone(ctx), await makeSomeone(ctx)]
    const [mine, theirs] = [await signIn(api, one.username), await signIn(api, two.username)]
    const [session] = await theirs.client(listSessions)
    const params = { sessionId: session?.id ?? SessionId.parse(crypto.randomUUID()) }
    expect(await verdict(mine.client(endSession, { params }))).toBe('404 not_found')
    expect(await verdict(theirs.client(getMe))).toBe('accepted')
  })

  test('all others are signed out in one go', async () => {
    const { username } = await makeSomeone(ctx)
    const [here, there, third] = [await signIn(api, username), await signIn(api, username), await signIn(api, username)]
    expect(await here.client(endOtherSessions)).toEqual({ ended: 2 })
    for (const { client } of [there, third]) expect(await verdict(client(getMe))).toBe(SIGNED_OUT)
    expect(await verdict(here.client(getMe))).toBe('accepted')
    expect(await here.client(endOtherSessions)).toEqual({ ended: 0 })
  })
})

test('what a browser calls itself is kept no longer than anybody reads', async () => {
  const { username, personId } = await makeSomeone(ctx)
  await enter(newVisitor(), username, FIREFOX.padEnd(5_000, 'x'))
  const { rows } = await database.admin((admin) =>
    admin.query('select length(device) as kept from sessions where person_id = $1', [personId]),
  )
  expect(rows).toEqual([{ kept: 500 }])
})
