import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../../test/certificate.ts'
import { listen } from '../../../test/listen.ts'
import { createEgress } from './egress.ts'

let servers: Server[] = []
afterEach(() => {
  for (const server of servers) server.close()
  servers = []
})

const stay = new AbortController().signal

async function serve(server: Server): Promise<number> {
  servers.push(server)
  return listen(server)
}
const egressTo = (port: number, timeoutMs = 2_000) =>
  createEgress({ trustedOrigins: [`tcp://127.0.0.1:${port}`, `http://127.0.0.1:${port}`], timeoutMs })
const dial = (port: number, tls: 'at_once' | 'never', more: { maxBytes?: number; signal?: AbortSignal } = {}) =>
  egressTo(port, 300).dial({ host: '127.0.0.1', port, tls, signal: stay, maxBytes: 1_000, ...more })
const ended = (socket: Socket) =>
  new Promise<Error | undefined>((resolve) => {
    socket.on('error', resolve).on('close', () => resolve(undefined))
  })

describe('a connection', () => {
  test('to a trusted address carries what both sides say, and outlives the time to connect', async () => {
    const port = await serve(createServer((socket) => socket.pipe(socket)))
    const socket = await dial(port, 'never')
    await new Promise((resolve) => setTimeout(resolve, 400))
    socket.write('hello')
    expect(String((await socket.take(1).toArray())[0])).toBe('hello')
    socket.destroy()
  })

  test('by which too much comes is ended', async () => {
    const port = await serve(
      createServer((socket) => void socket.on('error', () => undefined).write(Buffer.alloc(9_000))),
    )
    const socket = (await dial(port, 'never')).resume()
    expect(await ended(socket)).toMatchObject({ reason: 'too_large' })
  })

  test('with a certificate that nobody vouches for is not made', async () => {
    const port = await serve(createTlsServer(makeCertificate(), (socket) => socket.end('inside')))
    await expect(dial(port, 'at_once')).rejects.toMatchObject({
      reason: 'connection_failed',
      cause: { code: expect.stringMatching(/CERT/) },
    })
  })

  test('that nobody answers for TLS is given up in time, and one that the caller stops at once', async () => {
    const port = await serve(createServer((socket) => void socket.on('error', () => undefined)))
    await expect(dial(port, 'at_once')).rejects.toMatchObject({ reason: 'timeout' })
    const stopped = dial(port, 'at_once', { signal: AbortSignal.timeout(50) })
    await expect(stopped).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})
