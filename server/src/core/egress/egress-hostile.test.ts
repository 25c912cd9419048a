import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOSTILE_ADDRESSES, HOSTILE_HOSTS, rebindingName, resolveHostile } from '../../../test/hostile/addresses.ts'
import { listen } from '../../../test/listen.ts'
import { createEgress, type Egress } from './egress.ts'

/** Counts every connection, whatever is spoken on it, on all addresses of this machine. */
let canary: Server
let port: number
let hits = 0
/** Leads wherever its query says. */
const redirecting = createHttpServer((request, response) => {
  const to = new URL(request.url ?? '', 'http://here').searchParams.get('to') ?? ''
  response.writeHead(302, { location: encodeURI(to) }).end()
})
let start: string

beforeAll(async () => {
  canary = createServer((socket) => {
    hits++
    socket.destroy()
  })
  port = await listen(canary, '::')
  start = `http://127.0.0.1:${await listen(redirecting)}`
})
afterAll(() => {
  canary.close()
  redirecting.close()
})

const LIMITS = { maxBytes: 1_000, idleMs: 1_000, totalMs: 2_000 }
const stay = new AbortController().signal

const stream = async (egress: Egress, address: string) => {
  const { body } = await egress.stream(address, {}, LIMITS)
  return await buffer(body)
}
const dial = (egress: Egress, host: string, tls: 'at_once' | 'later' = 'at_once') =>
  egress.dial({ host, port, tls, signal: stay, maxBytes: 1_000 })
const redirected = (address: string) => `${start}/?to=${encodeURIComponent(address)}`

/** Each way out, with what it is called by. */
const calls: Record<string, (egress: Egress, address: string) => Promise<unknown>> = {
  'a call': (egress, address) => egress.fetch(address),
  'a stream': stream,
}

const refused = { name: 'EgressError', reason: expect.stringMatching(/^(address|url)_refused$/) }
/** Some lead nowhere, or back to where they come from. */
const notFollowed = {
  name: 'EgressError',
  reason: expect.stringMatching(/^(address_refused|url_refused|redirect_refused|too_many_redirects)$/),
}
const at = (address: string) => address.replaceAll('PORT', String(port))

describe('nothing inside is reached', () => {
  describe.each(Object.entries(calls))('by %s', (_way, call) => {
    test.each(HOSTILE_ADDRESSES)('to %j', async (address) => {
      const egress = createEgress({ trustedOrigins: [], resolve: resolveHostile })
      await expect(call(egress, at(address))).rejects.toMatchObject(refused)
    })

    test.each(HOSTILE_ADDRESSES)('that is led to %j', async (address) => {
      const egress = createEgress({ trustedOrigins: [start], resolve: resolveHostile })
      await expect(call(egress, redirected(at(address)))).rejects.toMatchObject(notFollowed)
    })
  })

  test.each([...HOSTILE_HOSTS, ...HOSTILE_ADDRESSES])('by a connection to %j', async (host) => {
    const egress = createEgress({ trustedOrigins: [start], resolve: resolveHostile })
    for (const tls of ['at_once', 'later'] as const)
      await expect(dial(egress, at(host), tls)).rejects.toMatchObject(refused)
  })

  test.each(['localhost', 'LOCALHOST', 'localhost.', 'ip6-localhost.localhost'])('by the name %s', async (host) => {
    const egress = createEgress({ trustedOrigins: [], timeoutMs: 3_000 })
    for (const call of Object.values(calls))
      await expect(call(egress, `https://${host}:${port}/`)).rejects.toMatchObject({ name: 'EgressError' })
    await expect(dial(egress, host)).rejects.toMatchObject({ name: 'EgressError' })
  })

  test.each<[string, (egress: Egress, address: string) => Promise<unknown>]>([
    ...Object.entries(calls),
    ...Object.entries(calls).map(([way, call]): [string, typeof call] => [
      `${way} that is led`,
      (egress, address) => call(egress, redirected(address)),
    ]),
    ['a connection', (egress, address) => dial(egress, new URL(address).hostname)],
  ])('by %s to a name whose answer changes: it is asked once for each, and that answer is used', async (_way, call) => {
    const { resolve, asked } = rebindingName()
    const egress = createEgress({ trustedOrigins: [start], resolve, timeoutMs: 300 })
    await expect(call(egress, `https://rebind.example:${port}/`)).rejects.toMatchObject({
      reason: expect.stringMatching(/^(timeout|connection_failed)$/),
    })
    expect(asked()).toBe(1)
    await expect(call(egress, `https://rebind.example:${port}/`)).rejects.toMatchObject(refused)
    expect(asked()).toBe(2)
  })

  test('by a trusted name in another spelling of its origin', async () => {
    const egress = createEgress({
      trustedOrigins: ['http://127.0.0.1:1', 'tcp://127.0.0.1:1'],
      resolve: resolveHostile,
    })
    for (const address of [`http://127.0.0.1:${port}/`, `https://127.0.0.1:${port}/`, `http://localhost:${port}/`]) {
      await expect(egress.fetch(address)).rejects.toMatchObject(refused)
    }
    await expect(dial(egress, '127.0.0.1')).rejects.toMatchObject(refused)
  })

  test('by a connection where only calls are trusted, and without TLS where nothing is', async () => {
    const egress = createEgress({ trustedOrigins: [`http://127.0.0.1:${port}`] })
    await expect(dial(egress, '127.0.0.1')).rejects.toMatchObject(refused)
    const plain = egress.dial({ host: '1.1.1.1', port, tls: 'never', signal: stay, maxBytes: 1 })
    await expect(plain).rejects.toMatchObject(refused)
  })

  test('in all of the above: at least 80 ways, no connection', async () => {
    expect(HOSTILE_ADDRESSES.length).toBeGreaterThanOrEqual(80)
    expect(hits).toBe(0)
    const direct = createEgress({ trustedOrigins: [`http://127.0.0.1:${port}`, `tcp://127.0.0.1:${port}`] })
    await expect(direct.fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('failed')
    await expect(dial(direct, '127.0.0.1', 'later')).resolves.toBeDefined()
    await expect.poll(() => hits).toBe(2)
  })
})
