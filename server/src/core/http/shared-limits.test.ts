import { once } from 'node:events'
import { getCsrf, getMe, login, verifyEmail } from '@throughline/contracts/auth'
import { PersonId, SessionId } from '@throughline/contracts/ids'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { signIn, startApi, Visitor } from '../../../test/api.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { PASSWORD } from '../../../test/factories.ts'
import { makeLink } from '../../../test/links.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { AppError } from '../errors.ts'
import { closeRedis, createRedis } from '../redis.ts'
import { SESSION_COOKIE } from './cookies.ts'
import { createRateLimits } from './rate-limits.ts'
import { findSession } from './session.ts'
import type { Viewer } from './viewer.ts'

const REFUSED = '429 rate_limited'
const database = await createTestDatabase()
const api = await startApi(database)
const { config } = api.ctx
const redis = createRedis(config, pino({ level: 'silent' }))
const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
/** Another process of the same installation. */
const limits = createRateLimits(config, redis)

beforeAll(() => vi.waitFor(() => expect(redis.isReady).toBe(true)))
afterAll(async () => {
  closeRedis(redis)
  await api.close()
  await database.drop()
})

async function open() {
  const { username } = await makeSomeone(api.ctx)
  const session = await signIn(api, username)
  const token = session.visitor.cookies.get(SESSION_COOKIE) ?? ''
  const viewer = await findSession(api.ctx, token, new URL(config.APP_ORIGIN).host)
  if (!viewer) throw new Error('not signed in')
  return { ...session, viewer }
}

let moves = 0
/** To an address that the API has not heard from: it holds no points for it yet. */
function move(visitor: Visitor) {
  moves += 1
  Object.assign(visitor, { address: `192.0.2.${moves}` })
}

const otherSession = (viewer: Viewer): Viewer => ({ ...viewer, sessionId: SessionId.parse(crypto.randomUUID()) })
const otherPerson = (viewer: Viewer): Viewer => ({
  ...otherSession(viewer),
  personId: PersonId.parse(crypto.randomUUID()),
})

const passes = (call: Promise<void>) =>
  call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.status === 429) return false
      throw error
    },
  )

/** So many calls, each time so many by one caller. */
async function use(rate: 'write' | 'upload' | 'socket', callers: Viewer[], calls: number) {
  for (const caller of callers) {
    const passed = await Promise.all(Array.from({ length: calls }, () => passes(limits.take(rate, '10.1.1.1', caller))))
    expect(passed.every(Boolean)).toBe(true)
  }
}

/** All that this address may use in a minute. */
async function useUpAddress(address: string) {
  let count = 0
  while (await passes(limits.takeAddress(address))) count += 1
  return count
}

describe('calls', () => {
  test('of one person are counted over all their sessions', async () => {
    const { client, viewer } = await open()
    await use('upload', [viewer, otherSession(viewer), otherSession(viewer)], 120)
    expect(await passes(limits.take('upload', '10.1.1.1', otherSession(viewer)))).toBe(false)
    expect(await passes(limits.take('upload', '10.1.1.1', otherPerson(viewer)))).toBe(true)
    expect(await verdict(client(getMe)), 'what is counted apart goes on').toBe('accepted')
  })

  test('of one organisation are counted over all its people', async () => {
    const [{ viewer }, elsewhere] = [await open(), await open()]
    await use(
      'upload',
      Array.from({ length: 50 }, () => otherPerson(viewer)),
      120,
    )
    expect(await passes(limits.take('upload', '10.1.1.1', otherPerson(viewer)))).toBe(false)
    expect(await passes(limits.take('upload', '10.1.1.1', elsewhere.viewer))).toBe(true)
  })

  test('are counted by address before the session is looked up', async () => {
    const { client, visitor } = await open()
    const neighbour = await open()
    move(visitor)
    const count = await useUpAddress(visitor.address)
    expect(count).toBeGreaterThanOrEqual(200 * 180 - 600)
    const lookUps = vi.spyOn(api.ctx.pools.identity, 'query')
    expect(await verdict(client(getMe))).toBe(REFUSED)
    visitor.cookies.set(SESSION_COOKIE, 'made up')
    expect(await verdict(client(getMe))).toBe(REFUSED)
    expect(lookUps).not.toHaveBeenCalled()
    lookUps.mockRestore()
    expect(await verdict(neighbour.client(getMe)), 'from another address').toBe('accepted')
  })
})

test('ten reads ask Redis less than once, although they are counted in four places', async () => {
  const { viewer } = await open()
  const asked = vi.spyOn(redis, 'eval')
  for (let call = 0; call < 600; call++) {
    await limits.takeAddress('10.4.4.4')
    await limits.take('read', '10.4.4.4', viewer)
  }
  const questions = asked.mock.calls.length
  asked.mockRestore()
  expect(questions).toBeGreaterThan(30)
  expect(questions).toBeLessThan(60)
})

describe('200 people behind one address', () => {
  test('work undisturbed', async () => {
    const { viewer } = await open()
    const address = '10.2.2.2'
    const people = Array.from({ length: 200 }, () => otherPerson(viewer))
    const work = async (person: Viewer) => {
      for (let call = 0; call < 120; call++) {
        await limits.takeAddress(address)
        await limits.take(call % 12 ? 'read' : 'write', address, person)
      }
      return true
    }
    expect((await Promise.all(people.map(work))).every(Boolean)).toBe(true)
  })

  test('can all sign in: what succeeds uses nothing up, wrong tries do', async () => {
    const { username, email } = await makeSomeone(api.ctx)
    const visitor = new Visitor(api.app, config.APP_ORIGIN)
    move(visitor)
    const client = visitor.client()
    // The cheapest call that is counted as a try.
    const check = (verification_string: string) => verdict(client(verifyEmail, { body: { verification_string } }))
    const enter = () => {
      const other = new Visitor(api.app, config.APP_ORIGIN)
      Object.assign(other, { address: visitor.address })
      return verdict(other.client()(login, { body: { username, password: PASSWORD } }))
    }
    const link = await makeLink(api.ctx, 'sign_up', email)
    for (let turn = 0; turn < 200; turn++) expect(await check(link)).toBe('accepted')
    expect(await enter()).toBe('accepted')
    for (let turn = 0; turn < 60; turn++) expect(await check('none')).toBe('422 invalid_verification')
    expect(await enter()).toBe(REFUSED)
  })
})

describe('opening a socket', () => {
  const upgrade = async ({ visitor }: { visitor: Visitor }) => {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      cookie,
      host: new URL(config.APP_ORIGIN).host,
      origin: config.APP_ORIGIN,
      'x-forwarded-for': visitor.address,
    }
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/live/`, { headers })
    const [answer] = await Promise.race([
      once(socket, 'open').then(() => [{ statusCode: 101 }]),
      once(socket, 'unexpected-response').then(([, response]) => [response]),
    ])
    socket.terminate()
    return answer.statusCode
  }

  test('is counted by session', async () => {
    const someone = await open()
    expect(await upgrade(someone)).toBe(101)
    await use('socket', [someone.viewer], 239)
    expect(await upgrade(someone)).toBe(429)
    expect(await verdict(someone.client(getCsrf)), 'calls go on').toBe('accepted')
  })

  test('is counted by address, with everything else from there', async () => {
    const someone = await open()
    move(someone.visitor)
    await useUpAddress(someone.visitor.address)
    expect(await upgrade(someone)).toBe(429)
  })
})
