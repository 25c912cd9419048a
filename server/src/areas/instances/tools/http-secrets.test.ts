import { createServer, type IncomingHttpHeaders } from 'node:http'
import { TenantId } from '@throughline/contracts/ids'
import type { Json } from '@throughline/flow/eval'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listen } from '../../../../test/listen.ts'
import { createEgress } from '../../../core/egress/egress.ts'
import { Secret } from '../../../core/secret.ts'
import { createMask } from '../../integrations/integrations.public.ts'
import { createHttpRequest } from './http-request.ts'
import { createSecretMarks, shownMarks } from './secret-marks.ts'

const VALUE = 'pa$$ "word"/é+1'
const tenantId = TenantId.parse('00000000-0000-4000-8000-000000000001')
let origin: string
let received: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = []
let answer: (body: string) => { status?: number; headers?: Record<string, string>; body?: string } = () => ({})
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    received.push({ url: request.url, headers: request.headers, body })
    const { status = 200, headers = {}, body: text = '' } = answer(body)
    response.writeHead(status, headers).end(text)
  })
})
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`
})
beforeEach(() => {
  received = []
  answer = () => ({})
})
afterAll(() => void server.close())

const CALL = { tenantId, key: 'k', run: { instanceId: 'i', step: 's', round: 1 } }

type Marked = (secret: (name: string) => string) => Record<string, Json>

function call(marked: Marked, hosts = [new URL(origin).host]) {
  const egress = createEgress({ trustedOrigins: [origin] })
  const run = createHttpRequest(egress, async (_tenant, names) =>
    names.includes('bank') ? [{ name: 'bank', hosts, value: new Secret(VALUE) }] : [],
  )
  const secrets = createSecretMarks()
  const parameters = { method: 'POST', ...marked(secrets.mark) }
  return run({ ...CALL, parameters, secrets, signal: AbortSignal.timeout(5_000) })
}

test('the value takes the place of its mark in headers and body', async () => {
  await call((secret) => ({ url: origin, headers: { 'X-Key': 'Key abc' }, body: `{"k": "${secret('bank')}"}` }))
  expect(received).toMatchObject([{ headers: { 'x-key': 'Key abc' }, body: `{"k": "${VALUE}"}` }])
})

test('a mark that somebody typed stays the text it is', async () => {
  const foreign = createSecretMarks().mark('bank')
  await call((secret) => ({ url: origin, headers: { 'X-Key': 'x' }, body: `${foreign} ${secret('bank')}` }))
  expect(received[0]?.body).toBe(`${foreign} ${VALUE}`)
})

test('an answer that repeats the value is masked, however it is spelled', async () => {
  const bytes = Buffer.from(VALUE)
  const spellings = [
    VALUE,
    encodeURIComponent(VALUE),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]
  answer = (body) => ({ body: JSON.stringify({ body, [VALUE]: 1, list: spellings.map((one) => `<${one}>`) }) })
  const result = await call((secret) => ({ url: origin, body: secret('bank') }))
  expect(result).toEqual({
    ok: true,
    output: { status: 200, body: { body: '•••', '•••': 1, list: spellings.map(() => '<•••>') } },
  })
  answer = () => ({ body: `plain ${VALUE}` })
  expect(await call((secret) => ({ url: origin, body: secret('bank') }))).toMatchObject({
    output: { body: 'plain •••' },
  })
})

test('a secret is not sent to a host that it is not for', async () => {
  const result = await call((secret) => ({ url: origin, body: secret('bank') }), ['api.example.com'])
  const { host } = new URL(origin)
  const text = `The secret “bank” can’t be sent to ${host}, only to api.example.com.`
  expect(result).toEqual({ ok: false, code: 'refused', text, sent: false })
  expect(received).toEqual([])
})

test.each<[string, Marked]>([
  ['a host', (secret) => ({ url: `https://${secret('bank')}.evil.example/` })],
  ['a user', (secret) => ({ url: `https://127.0.0.1@evil.example/${secret('bank')}` })],
])('a secret that is meant to become %s goes nowhere, and the refusal does not say it', async (_what, marked) => {
  const result = await call(marked)
  expect(result).toMatchObject({ ok: false, code: 'refused' })
  expect(JSON.stringify(result)).not.toContain('pa$$')
  expect(received).toEqual([])
})

test.each<[string, string, Marked]>([
  ['a host in small letters', 'AKIA5XYZQ9', (secret) => ({ url: `https://${secret('bank')}.x.test/` })],
  ['a host that is cut off', 'ab/cd+Ef==', (secret) => ({ url: `https://${secret('bank')}/` })],
  ['an address of numbers', '48213377', (secret) => ({ url: `https://${secret('bank')}/` })],
  ['a scheme', 'SkLive9Ab', (secret) => ({ url: `${secret('bank')}://127.0.0.1/` })],
  ['a host behind too many slashes', 'AKIA5XYZQ9', (secret) => ({ url: `https:///${secret('bank')}.x.test/` })],
])('nothing of a secret is told when it would become %s', async (_what, value, marked) => {
  const run = createHttpRequest(createEgress({ trustedOrigins: [origin] }), async () => [
    { name: 'bank', hosts: ['127.0.0.1'], value: new Secret(value) },
  ])
  const secrets = createSecretMarks()
  const parameters = { method: 'POST', ...marked(secrets.mark) }
  const result = await run({ ...CALL, parameters, secrets, signal: AbortSignal.timeout(5_000) })
  const texts = ['A secret can’t be part of the host of an address.', 'The address isn’t valid.']
  expect(result).toMatchObject({ ok: false, code: 'refused', text: expect.toBeOneOf(texts) })
})

test('an answer that repeats a value as a number, or one that begins with another, is masked whole', () => {
  const mask = createMask(['48213377', 'abc', 'abcdef'])
  const output = { pin: 48213377, other: 5, both: 'abcdef' }
  expect(mask.answer({ ok: true, output })).toEqual({ ok: true, output: { pin: '•••', other: 5, both: '•••' } })
})

test('of secrets that overlap nothing stays, and thousands of them are hidden as one is', () => {
  const many = Array.from({ length: 4_000 }, (_, n) => `secret ${n}.`)
  const { text } = createMask(['first-second', 'second-third', ...many])
  expect(text('a first-second-third b, c')).toBe('a ••• b, c')
  expect(text('first-secondfirst-second')).toBe('••••••')
  expect(text(`${many.join('')} and secret 4000.`)).toBe(`${'•••'.repeat(many.length)} and secret 4000.`)
  expect(createMask(['']).text('as it is')).toBe('as it is')
})

test('a redirect to another origin takes no header along', async () => {
  const other = createServer((request, response) => {
    received.push({ url: request.url, headers: request.headers, body: '' })
    response.end()
  })
  const elsewhere = `http://127.0.0.1:${await listen(other)}`
  answer = () => ({ status: 302, headers: { location: `${elsewhere}/` } })
  const egress = createEgress({ trustedOrigins: [origin, elsewhere] })
  const secrets = createSecretMarks()
  const opened = [{ name: 'bank', hosts: [new URL(origin).host], value: new Secret('a-plain-value') }]
  const parameters = { method: 'GET', url: origin, headers: { 'X-Key': secrets.mark('bank') } }
  const signal = AbortSignal.timeout(5_000)
  await createHttpRequest(egress, async () => opened)({ ...CALL, parameters, secrets, signal })
  other.close()
  expect(received.map(({ headers }) => headers['x-key'])).toEqual(['a-plain-value', undefined])
})

test('a secret that is not there stops the step, and is named', async () => {
  const result = await call((secret) => ({ url: origin, body: secret('gone') }))
  expect(result).toMatchObject({ code: 'refused', text: 'There’s no secret named “gone”. Add it, then retry.' })
  expect(received).toEqual([])
})

test('the trace shows which secret was used, not its value or its mark', () => {
  const secrets = createSecretMarks()
  const parameters = { url: `https://x.test/?k=${secrets.mark('bank')}`, headers: { A: [secrets.mark('other')] } }
  expect(shownMarks(parameters, secrets)).toEqual({
    url: 'https://x.test/?k=secret(bank)',
    headers: { A: ['secret(other)'] },
  })
})
