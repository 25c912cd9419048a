import { createServer, type RequestListener } from 'node:http'
import { TenantId } from '@throughline/contracts/ids'
import type { Json } from '@throughline/flow/eval'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listen } from '../../../../test/listen.ts'
import { createEgress } from '../../../core/egress/egress.ts'
import { createHttpRequest } from './http-request.ts'
import { createSecretMarks } from './secret-marks.ts'

let origin: string
/** Methods of the calls that arrived, and what is answered to them. */
let arrived: (string | undefined)[] = []
let answer: RequestListener = () => undefined
const server = createServer((request, response) => {
  arrived.push(request.method)
  request.resume().on('end', () => answer(request, response))
})
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`
})
beforeEach(() => {
  arrived = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const tenantId = TenantId.parse('00000000-0000-4000-8000-000000000001')
const call = (url: string, more: Record<string, Json> = {}) => {
  const egress = createEgress({
    trustedOrigins: [origin],
    resolve: (_name, _options, callback) => callback(null, [{ address: '10.0.0.1', family: 4 }]),
  })
  const parameters = { method: 'POST', url, body: 'a', ...more }
  const signal = AbortSignal.timeout(5_000)
  return createHttpRequest(egress, async () => [])({
    tenantId,
    key: 'k',
    run: { instanceId: 'i', step: 's', round: 1 },
    parameters,
    secrets: createSecretMarks(),
    signal,
  })
}

const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location }).end()

test.each([400, 401, 403, 404, 410, 422])('%s says that nothing was done', async (status) => {
  answer = (_request, response) => response.writeHead(status).end()
  expect(await call(origin)).toEqual({ ok: false, code: 'refused', text: `The address answered ${status}.` })
})

test.each([304, 408, 409, 425, 429, 500, 501, 503, 507, 520])('%s does not say that', async (status) => {
  answer = (_request, response) => response.writeHead(status).end()
  expect(await call(origin)).toEqual({ ok: false, code: 'unreachable', text: `The address answered ${status}.` })
})

test('what was answered at too great a length was done', async () => {
  answer = (_request, response) => response.end(Buffer.alloc(1_048_577))
  expect(await call(origin)).toMatchObject({ ok: false, code: 'unknown' })
})

test.each([
  ['a private address', () => redirectTo('https://10.0.0.1/')],
  ['a private name', () => redirectTo('https://inside.example/')],
  ['plain http', () => redirectTo('http://example.com/')],
  ['a user', () => redirectTo('https://user@example.com/')],
  ['another origin, with the body', () => redirectTo('https://example.com/', 308)],
  ['nowhere', () => redirectTo('https://')],
])('what was answered with a redirect to %s may have been done', async (_where, redirect) => {
  answer = redirect()
  expect(await call(origin)).toMatchObject({ ok: false, code: 'unknown' })
  expect(arrived).toEqual(['POST'])
})

test('what was sent from here to there and on may have been done', async () => {
  answer = redirectTo('/')
  expect(await call(origin)).toMatchObject({ ok: false, code: 'unknown' })
  expect(arrived).toEqual(['POST', 'GET', 'GET', 'GET'])
})

test.each([
  'http://example.com/',
  'https://10.0.0.1/',
  'https://inside.example/',
  'https://user@example.com/',
  'file:///etc/passwd',
  'nowhere',
])('%s is not called at all', async (url) => {
  expect(await call(url)).toMatchObject({ ok: false, code: 'refused' })
})
