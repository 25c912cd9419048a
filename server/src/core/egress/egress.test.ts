import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '../../../test/listen.ts'
import { createEgress } from './egress.ts'

let servers: Server[] = []
let sockets: TcpServer[] = []
let seen: IncomingMessage[] = []

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    seen.push(request)
    listener(request, response)
  })
  servers.push(server)
  return `http://127.0.0.1:${await listen(server)}`
}

const redirectTo =
  (location: () => string, status = 302): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { location: location() }).end()
  }
const answer =
  (text: string): RequestListener =>
  (request, response) => {
    request
      .resume()
      .on('end', () =>
        response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] }).end(text),
      )
  }

beforeEach(() => {
  seen = []
})
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  for (const server of sockets) server.close()
  servers = []
  sockets = []
})

const secrets = { Authorization: 'Bearer s3cret', cookie: 'sid=s3cret', 'x-api-key': 's3cret', accept: 'text/plain' }

describe('a trusted origin', () => {
  test('answers with status, headers and body', async () => {
    const origin = await serve(answer('hello'))
    const egress = createEgress({ trustedOrigins: [origin] })
    const response = await egress.fetch(`${origin}/path?q=1`, { method: 'POST', body: 'x=1', headers: secrets })
    expect(response.status).toBe(200)
    expect(response.body.toString()).toBe('hello')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/path?q=1' })
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer s3cret', 'content-length': '3' })
  })

  test('is not told another host by the caller', async () => {
    const origin = await serve(answer(''))
    await createEgress({ trustedOrigins: [origin] }).fetch(origin, {
      headers: { host: 'metadata', 'content-length': '99' },
    })
    expect(seen[0]?.headers.host).toBe(new URL(origin).host)
    expect(seen[0]?.headers['content-length']).toBeUndefined()
  })

  test('answers like the platform for libraries', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/empty') response.writeHead(204).end()
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":[]}')
    })
    const fetch = createEgress({ trustedOrigins: [origin] }).asFetch()
    expect(await (await fetch(`${origin}/keys`)).json()).toEqual({ keys: [] })
    expect((await fetch(`${origin}/empty`)).status).toBe(204)
  })
})

describe('a redirect', () => {
  test('keeps everything within one origin', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/a') response.writeHead(307, { location: '/b' }).end()
      else answer('there')(request, response)
    })
    const egress = createEgress({ trustedOrigins: [origin] })
    const response = await egress.fetch(`${origin}/a`, { method: 'POST', body: 'again', headers: secrets })
    expect(response.body.toString()).toBe('there')
    expect(seen[1]).toMatchObject({ method: 'POST', url: '/b' })
    expect(seen[1]?.headers).toMatchObject({ authorization: 'Bearer s3cret', 'content-length': '5' })
  })

  test('takes no secret to another origin', async () => {
    const target = await serve(answer('there'))
    const start = await serve(redirectTo(() => target))
    const egress = createEgress({ trustedOrigins: [start, target] })
    await egress.fetch(start, { method: 'POST', body: 'client_secret=s3cret', headers: secrets })
    expect(seen[1]).toMatchObject({ method: 'GET' })
    expect(seen[1]?.headers.accept).toBe('text/plain')
    expect(JSON.stringify(seen[1]?.rawHeaders)).not.toContain('s3cret')
  })

  test('may not take a body to another origin', async () => {
    const target = await serve(answer('there'))
    const start = await serve(redirectTo(() => target, 308))
    const egress = createEgress({ trustedOrigins: [start, target] })
    await expect(egress.fetch(start, { method: 'PUT', body: 's3cret' })).rejects.toMatchObject({
      reason: 'redirect_refused',
    })
    expect(seen).toHaveLength(1)
  })

  test.each([
    ['to plain http', (canary: string) => canary, 'url_refused'],
    ['to a private address', (canary: string) => canary.replace('http:', 'https:'), 'address_refused'],
    ['to a private name', () => 'https://inside.example/', 'address_refused'],
    ['to a file', () => 'file:///etc/passwd', 'url_refused'],
    ['with a user', () => 'https://user@example.com/', 'url_refused'],
    ['to nowhere', () => 'https://', 'redirect_refused'],
  ])('%s is refused', async (_kind, location, reason) => {
    const canary = await serve(answer('inside'))
    const start = await serve(redirectTo(() => location(canary)))
    const egress = createEgress({
      trustedOrigins: [start],
      resolve: (_hostname, _options, callback) => callback(null, [{ address: '10.0.0.1', family: 4 }]),
    })
    await expect(egress.fetch(start)).rejects.toMatchObject({ reason })
    expect(seen).toHaveLength(1)
  })

  test('is followed three times and no more, or not at all when asked', async () => {
    const origin = await serve((request, response) => {
      const step = Number(request.url?.slice(1))
      if (step === 0) response.end('done')
      else response.writeHead(302, { location: `/${step - 1}` }).end()
    })
    const egress = createEgress({ trustedOrigins: [origin] })
    expect((await egress.fetch(`${origin}/3`)).body.toString()).toBe('done')
    await expect(egress.fetch(`${origin}/4`)).rejects.toMatchObject({ reason: 'too_many_redirects' })
    expect((await egress.fetch(`${origin}/4`, { redirect: 'manual' })).status).toBe(302)
  })
})

describe('limits', () => {
  test.each(['before the answer', 'within the answer'])('the time runs out %s', async (when) => {
    const origin = await serve((_request, response) => {
      if (when === 'within the answer') response.writeHead(200).write('a')
    })
    const egress = createEgress({ trustedOrigins: [origin], timeoutMs: 150 })
    await expect(egress.fetch(origin)).rejects.toMatchObject({ reason: 'timeout' })
  })

  test('the time is that of all redirects together', async () => {
    const origin = await serve((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 80)
    })
    const egress = createEgress({ trustedOrigins: [origin], timeoutMs: 150 })
    await expect(egress.fetch(origin)).rejects.toMatchObject({ reason: 'timeout' })
  })

  test('the caller can stop it', async () => {
    const origin = await serve(() => undefined)
    const egress = createEgress({ trustedOrigins: [origin] })
    const stopped = egress.fetch(origin, { signal: AbortSignal.timeout(50) })
    await expect(stopped).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('a mebibyte is read, one byte more is refused and the connection ends', async () => {
    const origin = await serve((request, response) => {
      response.end(Buffer.alloc(1_048_576 + Number(request.url?.slice(1))))
    })
    const egress = createEgress({ trustedOrigins: [origin] })
    expect((await egress.fetch(`${origin}/0`)).body.length).toBe(1_048_576)
    await expect(egress.fetch(`${origin}/1`)).rejects.toMatchObject({ reason: 'too_large' })
  })

  test('an endless answer is left', async () => {
    let ended = false
    const origin = await serve((_request, response) => {
      const pour = setInterval(() => response.write(Buffer.alloc(65_536)), 1)
      response.on('close', () => {
        ended = true
        clearInterval(pour)
      })
    })
    await expect(createEgress({ trustedOrigins: [origin] }).fetch(origin)).rejects.toMatchObject({
      reason: 'too_large',
    })
    await expect.poll(() => ended).toBe(true)
  })

  test('an unpacked answer is not asked for', async () => {
    const origin = await serve(answer(''))
    await createEgress({ trustedOrigins: [origin] }).fetch(origin, { headers: { 'accept-encoding': 'gzip' } })
    expect(seen[0]?.headers['accept-encoding']).toBe('identity')
  })
})

describe('an answer that means harm', () => {
  const fetch = (origin: string) => createEgress({ trustedOrigins: [origin], timeoutMs: 1_000 }).fetch(origin)
  /** Says this and nothing else, whatever is asked. */
  async function speak(raw: string): Promise<string> {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.write(raw))
    })
    sockets.push(server)
    return `http://127.0.0.1:${await listen(server)}`
  }

  test('is not unpacked: what was packed counts and comes as it is', async () => {
    const packed = gzipSync(Buffer.alloc(50_000_000))
    const origin = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end(packed),
    )
    expect((await fetch(origin)).body.length).toBe(packed.length)
    const library = await createEgress({ trustedOrigins: [origin] }).asFetch()(origin)
    expect((await library.arrayBuffer()).byteLength).toBe(packed.length)
  })

  test.each([
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n'],
    ['promises without an end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(500)],
    ['headers of a megabyte', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1_000_000)}\r\n\r\n`],
    ['ten thousand headers', `HTTP/1.1 200 OK\r\n${'x: a\r\n'.repeat(10_000)}\r\n`],
    ['a length that is none', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['no HTTP', '220 mail.example ESMTP\r\n'],
  ])('in time, with %s', async (_what, raw) => {
    const origin = await speak(raw)
    await expect(fetch(origin)).rejects.toMatchObject({
      name: 'EgressError',
      reason: expect.stringMatching(/^(connection_failed|timeout)$/),
    })
  })
})

test.each([
  ['a line break', 'token\r\nX-Admin: yes'],
  ['a NUL', 'token\u0000'],
  ['a letter that no header has', 'token…'],
])('a header with %s is not sent', async (_what, value) => {
  const origin = await serve(answer(''))
  const egress = createEgress({ trustedOrigins: [origin] })
  for (const headers of [{ authorization: value }, { [`x-${value}`]: 'name' }])
    await expect(egress.fetch(origin, { headers })).rejects.toThrow()
  expect(seen).toEqual([])
})

describe('a stream', () => {
  const limits = { maxBytes: 100, idleMs: 200, totalMs: 1_000 }
  const stream = async (origin: string, more: Partial<typeof limits> = {}) => {
    const egress = createEgress({ trustedOrigins: [origin], timeoutMs: 50 })
    const { status, body } = await egress.stream(origin, {}, { ...limits, ...more })
    return { status, text: await text(body) }
  }
  /** Sends a piece now and then. */
  const pour =
    (every: number, pieces: number): RequestListener =>
    (_request, response) => {
      let left = pieces
      const timer = setInterval(() => {
        if (left-- > 0) response.write('piece ')
        else response.end()
      }, every)
      response.on('close', () => clearInterval(timer))
    }

  test('is read while it comes, for longer than a call may take', async () => {
    expect(await stream(await serve(pour(60, 4)))).toEqual({ status: 200, text: 'piece piece piece piece ' })
  })

  test('follows redirects like a call', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/there' }).end()
      else response.end('there')
    })
    expect(await stream(origin)).toMatchObject({ text: 'there' })
  })

  test.each([
    ['in which nothing comes for too long', 500, 4, {}, 'timeout'],
    ['that takes too long on the whole', 100, 99, { totalMs: 400, maxBytes: 9_999 }, 'timeout'],
    ['that is too large', 10, 99, {}, 'too_large'],
  ])('%s is ended', async (_what, every, pieces, more, reason) => {
    await expect(stream(await serve(pour(every, pieces)), more)).rejects.toMatchObject({ reason })
  })

  test('that never begins, or breaks off, is told as that', async () => {
    await expect(stream(await serve(() => undefined))).rejects.toMatchObject({ reason: 'timeout' })
    const origin = await serve((_request, response) => {
      response.write('half', () => response.destroy())
    })
    await expect(stream(origin)).rejects.toMatchObject({ reason: 'connection_failed' })
  })
})
