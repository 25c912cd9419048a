import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http2 from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type OwnApi, startApi } from '../../../test/api.ts'
import { makeCertificate } from '../../../test/certificate.ts'
import { testEnvironment } from '../../../test/config.ts'
import { sharedDatabase } from '../../../test/database.ts'
import { readConfig } from '../config.ts'
import { endSlowBodies } from './app.ts'

const folder = mkdtempSync(join(tmpdir(), 'tls-'))
const files = { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') }
let api: OwnApi
let address: string

beforeAll(async () => {
  const { cert, key } = makeCertificate()
  writeFileSync(files.TLS_CERT_FILE, cert)
  writeFileSync(files.TLS_KEY_FILE, key)
  api = await startApi(await sharedDatabase(), files)
  address = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

test('where TLS ends in the api, calls are answered over HTTP/2 and sockets open beside them', async () => {
  const { host, origin } = new URL(api.ctx.config.APP_ORIGIN)
  const session = http2.connect(address, { rejectUnauthorized: false })
  const call = session.request({ ':path': '/v1/auth/csrf/', ':authority': host })
  const [headers] = await once(call, 'response')
  call.resume()
  await once(call, 'end')
  session.close()
  expect(session.alpnProtocol).toBe('h2')
  expect(headers).toMatchObject({ ':status': 200, 'x-content-type-options': 'nosniff' })

  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/live/`, {
    rejectUnauthorized: false,
    headers: { host, origin },
  })
  const [code] = await once(socket, 'close')
  expect(code, 'it opens, and says that nobody is signed in').toBe(4401)
})

test('over HTTP/2 a body that only trickles in is ended, and one that comes whole is answered', async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Fastify tells the two apart by types alone
  const app = Fastify({ http2: true }) as unknown as FastifyInstance
  endSlowBodies(app, 200)
  app.post('/', (_, reply) => reply.send({ ok: true }))
  const session = http2.connect(await app.listen({ host: '127.0.0.1', port: 0 }))
  const post = () => session.request({ ':path': '/', ':method': 'POST', 'content-type': 'application/json' })
  const whole = post()
  whole.end('{}')
  const [headers] = await once(whole, 'response')
  whole.resume()
  expect(headers).toMatchObject({ ':status': 200 })
  const slow = post()
  slow.on('error', () => undefined)
  const drip = setInterval(() => slow.writable && slow.write(' '), 20)
  await once(slow, 'close')
  clearInterval(drip)
  expect(slow.rstCode).toBe(http2.constants.NGHTTP2_CANCEL)
  session.close()
  await app.close()
})

test('a certificate without its key stops the start', () => {
  expect(() => readConfig({ ...testEnvironment('postgres'), TLS_CERT_FILE: 'cert.pem' })).toThrow('one needs the other')
})
