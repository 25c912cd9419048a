import { createServer, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { listen } from '../../../test/listen.ts'
import { EICAR } from '../../../test/storage/eicar.ts'
import { readConfig } from '../config.ts'
import { scanStream } from './clamd.ts'

const { CLAMD_HOST: host, CLAMD_PORT: port } = readConfig()

describe('the scanner', () => {
  test('finds nothing in harmless content, also when there is none', async () => {
    expect(await scanStream({ host, port }, Readable.from([Buffer.from('hello')]))).toBe('clean')
    expect(await scanStream({ host, port }, Readable.from([]))).toBe('clean')
  })

  test('finds the standard test file, however it is cut', async () => {
    const pieces = Array.from(EICAR, (character) => Buffer.from(character))
    expect(await scanStream({ host, port }, Readable.from(pieces))).toEqual({
      infected: expect.stringMatching(/eicar/i),
    })
  })

  test('takes large content', async () => {
    const chunks = Array.from({ length: 256 }, () => Buffer.alloc(65_536))
    expect(await scanStream({ host, port }, Readable.from(chunks))).toBe('clean')
  })
})

describe('a scanner that gives no clear answer leaves the file unscanned', () => {
  let server: Server | undefined
  afterEach(() => server?.close())
  const unavailable = { status: 503, code: 'scanner_unavailable' }

  test.each([
    ['an error', (socket: Socket) => socket.end('INSTREAM size limit exceeded. ERROR\0')],
    ['nothing', (socket: Socket) => socket.end()],
    ['a broken connection', (socket: Socket) => socket.destroy()],
    ['half an answer', (socket: Socket) => socket.end('stream: O')],
    ['two answers', (socket: Socket) => socket.end('stream: OK\0stream: X FOUND\0')],
  ])('%s', async (_kind, respond) => {
    server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', () => respond(socket))
    })
    const at = { host: '127.0.0.1', port: await listen(server) }
    await expect(scanStream(at, Readable.from([Buffer.from('hello')]))).rejects.toMatchObject(unavailable)
  })

  const LONG = 60_000
  test.each([
    { who: 'takes the file and stays silent', chunks: 1, takes: true, times: [300, LONG] },
    { who: 'takes nothing', chunks: 1_000, takes: false, times: [LONG, 300] },
    { who: 'takes nothing until the time is over', chunks: 1_000, takes: false, times: [300, LONG] },
  ] as const)('one that $who', async ({ chunks, takes, times }) => {
    const sockets: Socket[] = []
    server = createServer((socket) => {
      sockets.push(socket.on('error', () => socket.destroy()))
      if (takes) socket.resume()
    })
    const at = { host: '127.0.0.1', port: await listen(server) }
    const content = Readable.from(Array.from({ length: chunks }, () => Buffer.alloc(65_536)))
    await expect(scanStream(at, content, ...times)).rejects.toMatchObject(unavailable)
    expect(content.destroyed).toBe(true)
    for (const socket of sockets) socket.destroy()
  })

  test('nobody there', async () => {
    server = createServer()
    const closed = await listen(server)
    server.close()
    const at = { host: '127.0.0.1', port: closed }
    await expect(scanStream(at, Readable.from([Buffer.from('hello')]))).rejects.toMatchObject(unavailable)
  })

  test('content that fails is reported as that', async () => {
    const content = new Readable({ read: () => undefined })
    content.push(Buffer.from('half'))
    setTimeout(() => content.destroy(new Error('the store went away')), 20)
    await expect(scanStream({ host, port }, content)).rejects.toThrow('the store went away')
  })

  test('so is content that fails before the scanner is reached', async () => {
    const content = new Readable({ read: () => undefined })
    const scanned = scanStream({ host, port }, content)
    content.destroy(new Error('the store went away'))
    await expect(scanned).rejects.toThrow('the store went away')
  })
})
