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
const guarded = () =>
  createEgress({
    trustedOrigins: [origin],
    resolve: (_name, _options, callback) => callback(null, [{ address: '10.0.0.1', family: 4 }]),
  })
const call = (url: string, more: Record<string, Json> = {}, egress = guarded(), timeoutMs?: number) => {
  const parameters = { method: 'POST', url, body: 'a', ...more }
  const signal = AbortSignal.timeout(5_000)
  return createHttpRequest(egress, async () => [])({
    tenantId,
    key: 'k',
    run: { instanceId: 'i', step: 's', round: 1 },
    parameters,
    secrets: createSecretMarks(),
    signal,
    ...(timeoutMs !== undefined && { timeoutMs }),
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

test.each([
  ['plain words', 'out of memory\nat line 3', 'The address answered 500: out of memory'],
  ['data', '{"error": "No such account"}', 'The address answered 500: No such account'],
  ['a page', '<!doctype html><h1>Oops</h1>', 'The address answered 500.'],
])('an answer of 500 with %s is told with its first line, where that can be read', async (_what, body, text) => {
  answer = (_request, response) => response.writeHead(500).end(body)
  expect(await call(origin)).toMatchObject({ ok: false, text })
})

const systemError = (code: string) => Object.assign(new Error(code), { code })

test.each([
  ['ENOTFOUND', 'The name api.example wasn’t found. Check the address.'],
  ['EAI_AGAIN', 'The name api.example couldn’t be looked up.'],
])('a name that fails with %s is told in words', async (code, text) => {
  const egress = createEgress({ trustedOrigins: [], resolve: (_n, _o, callback) => callback(systemError(code), []) })
  expect(await call('https://api.example/', {}, egress)).toEqual({ ok: false, code: 'unreachable', text, sent: false })
})

test('a refused connection and a late answer are told in words', async () => {
  const closed = createServer()
  const port = await listen(closed)
  await new Promise((resolve) => closed.close(resolve))
  const address = `http://127.0.0.1:${port}`
  const refusing = createEgress({ trustedOrigins: [address] })
  expect(await call(address, {}, refusing)).toMatchObject({
    text: `127.0.0.1:${port} refused the connection.`,
    sent: false,
  })
  answer = () => undefined
  const impatient = createEgress({ trustedOrigins: [origin], timeoutMs: 50 })
  const { host } = new URL(origin)
  expect(await call(origin, {}, impatient)).toMatchObject({ text: `${host} didn’t answer in time.` })
})

test('a step that gives a call more time waits for the answer', async () => {
  answer = (_request, response) => void setTimeout(() => response.end('{}'), 300)
  const impatient = createEgress({ trustedOrigins: [origin], timeoutMs: 50 })
  expect(await call(origin, {}, impatient, 4_000)).toMatchObject({ ok: true })
  expect(await call(origin, {}, impatient, 10)).toMatchObject({ ok: false, code: 'unreachable' })
})

test('only a receiver that answers so is said to recognize the key', async () => {
  answer = (_request, response) => response.end('{}')
  expect(await call(origin)).not.toHaveProperty('note')
  answer = (_request, response) => response.writeHead(200, { 'Idempotent-Replayed': 'true' }).end('{}')
  expect(await call(origin)).toMatchObject({ note: 'The receiver recognized the key, so it was done only once.' })
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
