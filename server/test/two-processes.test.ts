import { setTimeout as sleep } from 'node:timers/promises'
import { endSession, listSessions, openWorkspace } from '@throughline/contracts/account'
import { getMe, logout } from '@throughline/contracts/auth'
import { type LiveFrame, SOCKET_CLOSE } from '@throughline/contracts/live'
import { removeMember, suspendMember } from '@throughline/contracts/org-members'
import { addTeam } from '@throughline/contracts/org-teams'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { closeRedis, createRedis } from '../src/core/redis.ts'
import { signIn, startApi, type TestApi, type Visitor } from './api.ts'
import { createTestDatabase } from './database.ts'
import { eventually } from './eventually.ts'
import { makeTenant, setMemberStatus } from './factories.ts'
import { openLive } from './open-live.ts'
import { ENGINE_AWAY } from './queued-mails.ts'
import { verdict } from './verdict.ts'
import { createWorld } from './world.ts'

const REVOKED_WITHIN = 5_000
/** Sooner than whoever only looks now and then could. */
const TOLD_WITHIN = 1_500
/** Where nobody says that a session has ended, the sockets' own watch finds out; it asks every four seconds. */
const FOUND_WITHIN = 8_000

const database = await createTestDatabase()
const [one, two] = await Promise.all([startApi(database, ENGINE_AWAY), startApi(database, ENGINE_AWAY)])
const addressOf = new Map<TestApi, string>()
for (const api of [one, two]) addressOf.set(api, await api.app.listen({ host: '127.0.0.1', port: 0 }))
const { ours, theirs, actors } = await createWorld(one)
const redis = createRedis(one.ctx.config, one.ctx.log)
const channel = `live:${database.name}`
await eventually(async () => expect(await redis.pubSubNumSub([channel])).toMatchObject({ [channel]: 2 }))
closeRedis(redis)
const origin = one.ctx.config.APP_ORIGIN
const opened: WebSocket[] = []

afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate()
})
afterAll(async () => {
  for (const api of [one, two]) await api.close()
  await database.drop()
})

/** A page's socket to one of the processes, with what it has been told so far. */
async function openSocket(api: TestApi, visitor: Visitor, from = origin) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const frames: LiveFrame[] = []
  const headers = { host: new URL(origin).host, origin: from, cookie }
  const socket = await openLive(addressOf.get(api) ?? '', headers, (frame) => frames.push(frame))
  opened.push(socket)
  const closed = new Promise<{ code: number; at: number }>((resolve) => {
    socket.on('close', (code) => resolve({ code, at: Date.now() }))
  })
  return { frames, closed }
}

const addOne = (name: string, by = actors.admin.client, orgId = ours.tenantId) =>
  by(addTeam, { params: { orgId }, body: { name } })

describe('two processes', () => {
  test('a change at one is told by the other, and to nobody else', async () => {
    const [mine, foreign] = [
      await openSocket(two, actors.viewer.visitor),
      await openSocket(two, actors.other_admin.visitor),
    ]
    const team = await addOne('Told')
    const frame = { type: 'team.added', id: team.id }
    await eventually(() => expect(mine.frames).toContainEqual(frame), 3_000)
    const other = await addOne('Untold', actors.other_admin.client, theirs.tenantId)
    await eventually(() => expect(foreign.frames).toContainEqual({ type: 'team.added', id: other.id }), 3_000)
    await sleep(200)
    expect(mine.frames).toEqual([frame])
    expect(foreign.frames).toEqual([{ type: 'team.added', id: other.id }])
  })

  test('a session ended at one loses its socket at the other, and its next call is refused', async () => {
    const { client, visitor } = await signIn(one, actors.member.user.username)
    const cookies = [...visitor.cookies]
    const { closed } = await openSocket(two, visitor)
    const at = Date.now()
    await client(logout)
    const end = await closed
    expect(end.code).toBe(SOCKET_CLOSE.signedOut)
    expect(end.at - at).toBeLessThan(REVOKED_WITHIN)
    for (const [name, value] of cookies) visitor.cookies.set(name, value)
    expect(await verdict(client(getMe))).toBe('401 not_signed_in')
  })

  test('a device signed out from another loses its socket at once', async () => {
    const [here, there] = [
      await signIn(one, actors.member.user.username),
      await signIn(two, actors.member.user.username),
    ]
    const { closed } = await openSocket(two, there.visitor)
    const device = (await there.client(listSessions)).find(({ current }) => current)
    const at = Date.now()
    if (device) await here.client(endSession, { params: { sessionId: device.id } })
    const end = await closed
    expect(end.code).toBe(SOCKET_CLOSE.signedOut)
    expect(end.at - at).toBeLessThan(1_000)
  })

  test('who opens another workspace has to come again, and hears of that one', async () => {
    const owner = await signIn(one, actors.owner.user.username)
    const { tenantId } = await makeTenant(one.ctx, owner.user.id, 'organization', 'Another')
    const before = await openSocket(two, owner.visitor)
    const at = Date.now()
    await owner.client(openWorkspace, { params: { tenantId } })
    const end = await before.closed
    expect(end.code).toBe(SOCKET_CLOSE.goingAway)
    expect(end.at - at).toBeLessThan(1_000)
    const after = await openSocket(two, owner.visitor)
    const team = await addOne('Elsewhere', owner.client, tenantId)
    await eventually(() => expect(after.frames).toEqual([{ type: 'team.added', id: team.id }]), 3_000)
  })

  test('who still has to set up two factors hears of nothing', async () => {
    const owner = await signIn(one, actors.other_admin.user.username)
    await database.admin((admin) =>
      admin.query('update tenants set require_two_factors = true where id = $1', [theirs.tenantId]),
    )
    const { closed } = await openSocket(two, owner.visitor)
    expect((await closed).code).toBe(1013)
  })

  test('a member suspended or removed at one is told at once by the other', async () => {
    for (const [actor, act] of [
      ['outsider', suspendMember],
      ['member', removeMember],
    ] as const) {
      const { visitor, user } = await signIn(two, actors[actor].user.username)
      const { closed } = await openSocket(one, visitor)
      const at = Date.now()
      await actors.admin.client(act, { params: { orgId: ours.tenantId, memberId: user.member_id } })
      const end = await closed
      expect(end.code).toBe(SOCKET_CLOSE.lockedOut)
      expect(end.at - at).toBeLessThan(TOLD_WITHIN)
    }
  })

  test('a member suspended without a word loses socket and session all the same', async () => {
    const { client, visitor, user } = await signIn(two, actors.manager.user.username)
    const { closed } = await openSocket(one, visitor)
    const at = Date.now()
    await setMemberStatus(two.ctx, ours.tenantId, user.member_id, 'suspended')
    const end = await closed
    expect(end.code).toBe(SOCKET_CLOSE.lockedOut)
    expect(end.at - at).toBeLessThan(FOUND_WITHIN)
    expect(await verdict(client(getMe))).toBe('401 not_signed_in')
  })

  test('a socket is opened by the application’s own pages alone', async () => {
    for (const from of ['https://evil.example', 'http://admin.localhost:8080', 'null']) {
      await expect(openSocket(two, actors.admin.visitor, from), from).rejects.toThrow('403')
    }
  })
})
