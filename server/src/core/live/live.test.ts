import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUILTIN_ROLES } from '@throughline/contracts/permissions'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { testConfig } from '../../../test/config.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { hostsOf } from '../config.ts'
import type { Context } from '../context.ts'
import { createPools } from '../db/pools.ts'
import { findSession, newToken } from '../http/session.ts'
import { createKeyring } from '../keys/keyring.ts'
import { closeRedis, createRedis } from '../redis.ts'
import { createLiveChannel } from './channel.ts'
import { createLiveHub } from './live.ts'
import { registerSockets } from './sockets.ts'

const database = await createTestDatabase()
const config = testConfig(database.name)
const host = hostsOf(config).app
const log = pino({ level: 'silent' })
const pools = createPools(config, 'api', () => undefined)
const opened: WebSocket[] = []

/** One API process's half of the sockets. */
async function startNode(more: { REDIS_URL?: string } = {}) {
  const redis = createRedis({ REDIS_URL: more.REDIS_URL ?? config.REDIS_URL }, log)
  const channel = createLiveChannel(config, redis, log)
  const live = createLiveHub({ channel, pools, log, readMessages: async (_, ids) => ids.map((id) => ({ title: id })) })
  const ctx: Context = {
    config,
    log,
    pools,
    keyring: createKeyring(config),
    publish: channel.publish,
    dispatch: () => undefined,
  }
  const app = Fastify()
  await registerSockets(app, {
    config,
    hub: live.hub,
    findHolder: async (request) => {
      const viewer = await findSession(ctx, request.headers.cookie ?? '', request.host)
      return viewer && { ...viewer, waits: false, isApproved: viewer.user.is_approved }
    },
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const stop = async () => {
    await live.stop()
    channel.close()
    closeRedis(redis)
    await app.close()
  }
  return { address, redis, hub: live.hub, publish: channel.publish, stop }
}

const [one, two] = [await startNode(), await startNode()]
await eventually(async () =>
  expect((await one.redis.pubSubNumSub([`live:${database.name}`]))[`live:${database.name}`]).toBe(2),
)

afterEach(() => {
  for (const socket of opened.splice(0)) socket.close()
})

afterAll(async () => {
  await one.stop()
  await two.stop()
  await pools.end()
  await database.drop()
})

/** Somebody with a workspace of their own, signed in on the application's host. */
const signedIn = () =>
  database.admin(async (admin) => {
    const name = randomUUID().slice(0, 8)
    const person = await admin.query<{ id: string }>(
      `select auth.create_person($1, $1 || '@example.test', $1, null, null, 'custom_individual', true) as id`,
      [name],
    )
    const roles = BUILTIN_ROLES.map((role, rank) => ({ name: role.name, display_name: role.name, rank }))
    await admin.query(`select auth.create_workspace($1, 'personal', $2, 'UTC', $3, 'free', null)`, [
      person.rows[0]?.id,
      name,
      JSON.stringify(roles),
    ])
    const { token, hash } = newToken()
    const session = await admin.query<{ session_id: string; tenant_id: string; member_id: string }>(
      `select * from auth.open_session($1, $2, $3, 'test', '::1', 'r', 3600)`,
      [hash, host, person.rows[0]?.id],
    )
    const row = session.rows[0]
    if (!row) throw new Error('no session was opened')
    return { token, hash, sessionId: row.session_id, tenantId: row.tenant_id, memberId: row.member_id }
  })

const setApproved = ({ sessionId }: { sessionId: string }, approved: boolean) =>
  database.admin((admin) =>
    admin.query('update people set is_approved = $2 where id = (select person_id from sessions where id = $1)', [
      sessionId,
      approved,
    ]),
  )

async function open(node: typeof one, path: string, headers: Record<string, string>) {
  const socket = new WebSocket(`${node.address}${path}`, { headers: { host, ...headers } })
  const state = { got: new Array<unknown>(), closed: 0, closedAt: 0 }
  socket.on('message', (data: Buffer) => state.got.push(JSON.parse(data.toString())))
  socket.on('close', (code) => Object.assign(state, { closed: code, closedAt: Date.now() }))
  await once(socket, 'open')
  opened.push(socket)
  return state
}

const openAs = (node: typeof one, path: string, { token }: { token: string }) =>
  open(node, path, { origin: config.APP_ORIGIN, cookie: token })

describe('frames', () => {
  test('go from one process to the sockets of the tenant at the other, and to nobody else', async () => {
    const [ada, bob] = [await signedIn(), await signedIn()]
    const live = await openAs(two, '/ws/live/', ada)
    const same = await openAs(one, '/ws/live/', ada)
    const inbox = await openAs(two, '/ws/inbox/', ada)
    const foreign = [await openAs(two, '/ws/live/', bob), await openAs(two, '/ws/inbox/', bob)]
    const frames = [
      { type: 'team.created', id: '1' },
      { type: 'team.updated', id: '2' },
    ]
    one.publish({ kind: 'live', tenantId: ada.tenantId, frames })
    one.publish({ kind: 'inbox', tenantId: ada.tenantId, changed: [[ada.memberId, 'Hello']] })
    await eventually(() => expect([live.got, same.got, inbox.got]).toEqual([frames, frames, [{ title: 'Hello' }]]))
    await sleep(50)
    expect(foreign.map(({ got }) => got)).toEqual([[], []])
    expect([live.got, same.got]).toEqual([frames, frames])
  })

  test('that name members go to them alone, and do not say to whom', async () => {
    const ada = await signedIn()
    const live = await openAs(two, '/ws/live/', ada)
    const frame = (id: string, to: string[]) => ({ type: 'team.updated', id, to })
    const frames = [frame('1', [randomUUID()]), frame('2', []), frame('3', [randomUUID(), ada.memberId])]
    one.publish({ kind: 'live', tenantId: ada.tenantId, frames })
    await eventually(() => expect(live.got).toEqual([{ type: 'team.updated', id: '3' }]))
  })

  test('tell people who are not approved only that they are now, and their inbox stays closed', async () => {
    const ada = await signedIn()
    await setApproved(ada, false)
    const [live, inbox] = [await openAs(two, '/ws/live/', ada), await openAs(two, '/ws/inbox/', ada)]
    const approved = { type: 'person.approved', id: '2' }
    const frames = [
      { type: 'team.created', id: '1' },
      // Restricted work addresses those who may see it.
      { type: 'instance.changed', id: '3', to: [ada.memberId] },
      { ...approved, to: [ada.memberId] },
    ]
    one.publish({ kind: 'inbox', tenantId: ada.tenantId, changed: [[ada.memberId, 'Hello']] })
    one.publish({ kind: 'live', tenantId: ada.tenantId, frames })
    await eventually(() => expect(live.got).toEqual([approved]))
    expect(inbox).toMatchObject({ got: [], closed: 1013 })
  })

  test('reach the own process while Redis is away, and publishing fails nobody', async () => {
    const ada = await signedIn()
    const alone = await startNode({ REDIS_URL: 'redis://127.0.0.1:9' })
    const live = await openAs(alone, '/ws/live/', ada)
    alone.publish({ kind: 'live', tenantId: ada.tenantId, frames: [{ type: 'team.created', id: '1' }] })
    await eventually(() => expect(live.got).toHaveLength(1))
    await alone.stop()
  })

  test('after the subscription was lost, pages are sent away so that they ask again', async () => {
    const ada = await signedIn()
    const live = await openAs(two, '/ws/live/', ada)
    const clients = await one.redis.clientList({ TYPE: 'PUBSUB' })
    const own = clients.filter((client) => client.name === `live:${database.name}`)
    for (const { id } of own) await one.redis.clientKill({ filter: 'ID', id })
    await eventually(() => expect(live.closed).toBe(1001), 5_000)
    const again = await openAs(two, '/ws/live/', ada)
    one.publish({ kind: 'live', tenantId: ada.tenantId, frames: [{ type: 'team.created', id: '1' }] })
    await eventually(() => expect(again.got).toHaveLength(1))
  })
})

describe('a socket is refused', () => {
  test.each([
    ['from a foreign page', () => ({ origin: 'https://evil.example' })],
    ['from the other host', () => ({ origin: config.ADMIN_ORIGIN })],
    ['without an origin', () => ({})],
    ['on a host without an application', () => ({ host: hostsOf(config).www, origin: config.WWW_ORIGIN })],
  ])('%s', async (_name, headers) => {
    const { token } = await signedIn()
    await expect(open(one, '/ws/live/', { cookie: token, ...headers() })).rejects.toThrow('403')
  })

  test('with a code that says so where the session is unknown, ended or of another host', async () => {
    const ada = await signedIn()
    const unknown = await openAs(one, '/ws/live/', { token: randomBytes(32).toString('base64url') })
    const admin = await open(one, '/ws/live/', {
      host: hostsOf(config).admin,
      origin: config.ADMIN_ORIGIN,
      cookie: ada.token,
    })
    await eventually(() => expect([unknown.closed, admin.closed]).toEqual([4401, 4401]))
  })
})

describe('a session that ends loses its sockets', () => {
  test('at once, at every process, when that is published', async () => {
    const [ada, bob] = [await signedIn(), await signedIn()]
    const [first, second] = [await openAs(one, '/ws/live/', ada), await openAs(two, '/ws/inbox/', ada)]
    const other = await openAs(two, '/ws/live/', bob)
    const began = Date.now()
    one.publish({ kind: 'signed_out', sessionIds: [ada.sessionId] })
    await eventually(() => expect([first.closed, second.closed]).toEqual([4401, 4401]))
    expect(second.closedAt - began).toBeLessThan(1_000)
    expect(other.closed).toBe(0)
  })

  test('with another word for who was locked out, and for who goes on in another workspace', async () => {
    const [ada, bob] = [await signedIn(), await signedIn()]
    const [locked, moved] = [await openAs(two, '/ws/live/', ada), await openAs(two, '/ws/live/', bob)]
    one.publish({ kind: 'signed_out', sessionIds: [ada.sessionId], reason: 'locked_out' })
    one.publish({ kind: 'moved', sessionIds: [bob.sessionId] })
    await eventually(() => expect([locked.closed, moved.closed]).toEqual([4403, 1001]))
  })

  test('within five seconds when nobody says so; one that moved or lost the approval has to come again', async () => {
    const [ada, bob, eve, lost] = [await signedIn(), await signedIn(), await signedIn(), await signedIn()]
    const unapproved = await openAs(one, '/ws/inbox/', lost)
    const revoked = await openAs(one, '/ws/live/', ada)
    const moved = await openAs(one, '/ws/live/', bob)
    const stays = await openAs(one, '/ws/live/', eve)
    const began = Date.now()
    await setApproved(lost, false)
    await database.admin(async (admin) => {
      await admin.query('select auth.revoke_session($1)', [ada.hash])
      await admin.query('update sessions set tenant_id = $2, member_id = $3 where id = $1', [
        bob.sessionId,
        eve.tenantId,
        eve.memberId,
      ])
    })
    const closed = () => [revoked, moved, unapproved].map((socket) => socket.closed)
    await eventually(() => expect(closed()).toEqual([4401, 1001, 1001]), 6_000)
    expect(Math.max(revoked.closedAt, moved.closedAt, unapproved.closedAt) - began).toBeLessThan(5_000)
    expect(stays.closed).toBe(0)
  })
})

describe('whoever sends instead of listening is cut off, and nobody else notices', () => {
  const FLOODS: [string, (socket: WebSocket) => void][] = [
    ['a frame of a megabyte', (socket) => socket.send(Buffer.alloc(1024 * 1024))],
    ['a flood of small frames', (socket) => Array.from({ length: 10_000 }, () => socket.send('x'))],
    ['a flood of pings', (socket) => Array.from({ length: 10_000 }, () => socket.ping())],
  ]

  test.each(FLOODS)('%s', async (_name, flood) => {
    const [ada, bob] = [await signedIn(), await signedIn()]
    const listening = await openAs(one, '/ws/inbox/', bob)
    for (const path of ['/ws/live/', '/ws/inbox/']) {
      const state = await openAs(one, path, ada)
      const socket = opened.at(-1)
      // The server hangs up while this side still writes.
      socket?.on('error', () => undefined)
      if (socket) flood(socket)
      await eventually(() => expect(state.closed).not.toBe(0))
    }
    expect(one.hub.sessionIds()).not.toContain(ada.sessionId)
    one.publish({ kind: 'inbox', tenantId: bob.tenantId, changed: [[bob.memberId, 'Hello']] })
    await eventually(() => expect(listening.got).toEqual([{ title: 'Hello' }]))
    expect(listening.closed).toBe(0)
  })
})

describe('a page that is gone', () => {
  /** Completes the handshake and never reads again. */
  async function openDeaf(cookie: string) {
    const socket = connect(Number(new URL(one.address).port), '127.0.0.1')
    const key = randomBytes(16).toString('base64')
    socket.write(
      `GET /ws/inbox/ HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${config.APP_ORIGIN}\r\nCookie: ${cookie}\r\n` +
        `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    )
    await once(socket, 'data')
    socket.pause()
    return socket
  }

  test('is cut off when more than a megabyte waits for it', async () => {
    const ada = await signedIn()
    const socket = await openDeaf(ada.token)
    await eventually(() => expect(one.hub.sessionIds()).toContain(ada.sessionId))
    const changed: [string, string][] = [[ada.memberId, 'x'.repeat(500_000)]]
    await eventually(() => {
      one.hub.deliver({ kind: 'inbox', tenantId: ada.tenantId, changed })
      expect(one.hub.sessionIds()).not.toContain(ada.sessionId)
    }, 5_000)
    socket.destroy()
  })

  test('is cut off when it does not answer from one heartbeat to the next', async () => {
    const [ada, bob] = [await signedIn(), await signedIn()]
    const socket = await openDeaf(ada.token)
    await openAs(one, '/ws/live/', bob)
    await eventually(() => expect(one.hub.sessionIds()).toContain(ada.sessionId))
    one.hub.heartbeat()
    await sleep(200)
    one.hub.heartbeat()
    await eventually(() => expect(one.hub.sessionIds()).not.toContain(ada.sessionId))
    expect(one.hub.sessionIds()).toContain(bob.sessionId)
    socket.destroy()
  })
})
