import { expect, test } from 'vitest'
import { Secret } from '../secret.ts'
import { createLogger } from './logger.ts'

function lines(act: (log: ReturnType<typeof createLogger>) => void) {
  const written: string[] = []
  act(createLogger({ LOG_LEVEL: 'info' }, 'test', { write: (line) => void written.push(line) }))
  return written.join('')
}

test('secrets are blanked wherever they stand', () => {
  const secret = 'do-not-print'
  const text = lines((log) => {
    log.info({ password: secret, nested: { deeper: [{ Authorization: secret }] } }, 'a')
    log.info({ headers: { cookie: secret, 'Set-Cookie': [secret], 'x-csrftoken': secret } }, 'b')
    log.info({ body: { verification_string: secret, new_password: secret, token: secret, credential: secret } }, 'c')
    log.info({ config: { MASTER_KEY: new Secret(secret) } }, 'd')
  })
  expect(text).not.toContain(secret)
  expect(text.match(/\[redacted\]/g)?.length).toBe(9)
})

test('of headers only the names are told, whatever they are called', () => {
  const secret = 'do-not-print'
  const headers = { 'X-Vendor-Key': secret, 'proxy-authorization': secret, 'Content-Type': 'application/json' }
  const text = lines((log) => {
    log.info({ headers, req: { headers, rawHeaders: ['X-Vendor-Key', secret] }, responseHeaders: headers }, 'a')
    log.info({ headers: new Headers({ 'x-vendor-key': secret }), answer: new Response(secret, { headers }) }, 'b')
  })
  expect(text).not.toContain(secret)
  expect(text.match(/X-Vendor-Key/g)).toHaveLength(3)
  expect(text).toContain('application/json')
})

test('of an error its words, its place and its code are told, and nothing that a library hung onto it', () => {
  const secret = 'do-not-print'
  const headers = { 'X-Vendor-Key': secret }
  const cause = Object.assign(new Error('refused'), { code: 'E_REFUSED', config: { headers }, parameters: [secret] })
  const quoting = (): unknown => {
    try {
      return new Headers({ 'x-vendor-key': `${secret}\u0000` })
    } catch (error) {
      return error
    }
  }
  const text = lines((log) => {
    const response = { data: secret, headers }
    log.warn({ err: Object.assign(new Error('failed', { cause }), { status: 502, response, detail: secret }) }, 'a')
    log.warn({ err: new AggregateError([cause], 'all failed') }, 'b')
    log.warn({ err: quoting() }, 'c')
    log.warn(cause, 'd')
  })
  expect(text).not.toContain(secret)
  const [first, second] = text.split('\n').map((line) => (line ? JSON.parse(line).err : undefined))
  expect(first).toMatchObject({ message: 'failed', status: 502, cause: { message: 'refused', code: 'E_REFUSED' } })
  expect(second).toMatchObject({ type: 'AggregateError', errors: [{ code: 'E_REFUSED' }] })
  expect(text).toContain('is an invalid header value')
})

test('everything else is kept, one JSON line each, errors with their stack', () => {
  const [line] = lines((log) => log.error({ err: new TypeError('broken'), id: 7, tags: ['a'] }, 'failed')).split('\n')
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 'error',
    service: 'test',
    msg: 'failed',
    id: 7,
    tags: ['a'],
    err: { type: 'TypeError', message: 'broken', stack: expect.stringContaining('logger.test') },
  })
})
