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
    log.warn({ err: Object.assign(new Error('failed'), { request: { headers: { cookie: secret } } }) }, 'e')
  })
  expect(text).not.toContain(secret)
  expect(text.match(/\[redacted\]/g)?.length).toBe(10)
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
