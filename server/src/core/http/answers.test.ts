import { endpoint } from '@throughline/contracts/endpoint'
import { ErrorBody } from '@throughline/contracts/errors'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createBareApp } from '../../../test/bare-app.ts'

const open = { method: 'GET', access: 'public', rate: 'read', summary: '' } as const
const Thing = z.object({ name: z.string(), parts: z.array(z.object({ name: z.string() })) })

const tell = endpoint({ ...open, path: '/v1/tell/', response: Thing })
const lie = endpoint({ ...open, path: '/v1/lie/', response: Thing })
const fail = endpoint({ ...open, path: '/v1/fail/', response: Thing })
const overflow = endpoint({ ...open, path: '/v1/overflow/', response: Thing })

const secret = 'password=hunter2 at db.internal'
const app = await createBareApp([
  (on) => {
    const made = { name: 'Thing', secret, parts: [{ name: 'Part', secret }] }
    on(tell, async () => made)
    on(lie, async () => ({ ...made, parts: JSON.parse('"none"') }))
    on(fail, async () => {
      throw new Error(secret)
    })
    on(overflow, async () => {
      throw Object.assign(new Error(secret), { code: '22021' })
    })
  },
])
afterAll(() => app.close())

const known = new URL(process.env.APP_ORIGIN ?? '').host
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: known, ...headers } })

describe('an answer', () => {
  test('holds what was declared and nothing else', async () => {
    const answer = await get('/v1/tell/')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ name: 'Thing', parts: [{ name: 'Part' }] })
  })

  test('that is not as declared is never sent', async () => {
    const answer = await get('/v1/lie/')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('Thing')
  })
})

describe('a refusal', () => {
  test('has one shape and the id that the logs know', async () => {
    for (const url of ['/v1/fail/', '/v1/nowhere/', '/v1/overflow/']) {
      const answer = await get(url)
      const body = z.parse(ErrorBody, answer.json())
      expect(body.request_id).toBe(answer.headers['x-request-id'])
      expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('takes no id from outside', async () => {
    const answer = await get('/v1/fail/', { 'x-request-id': 'chosen' })
    expect(answer.headers['x-request-id']).not.toBe('chosen')
  })

  test('by a fault of ours hides its cause', async () => {
    const answer = await get('/v1/fail/')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({
      code: 'internal',
      message: 'Something went wrong on our side. Try again in a moment.',
    })
    expect(answer.body).not.toContain('hunter2')
  })

  test('of what no column can hold is the sender’s to mend', async () => {
    const answer = await get('/v1/overflow/')
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_request'])
    expect(answer.body).not.toContain('hunter2')
  })

  test('of an unknown path is a 404 like every other', async () => {
    const answer = await get('/v1/nowhere/')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })

  test('of an unknown host is a 421, whatever is asked for', async () => {
    for (const host of ['evil.example', 'app.localhost', `${known}.evil.example`]) {
      for (const url of ['/v1/tell/', '/v1/nowhere/', '/docs', '/openapi.json']) {
        const answer = await get(url, { host })
        expect([url, answer.statusCode, answer.json().code]).toEqual([url, 421, 'unknown_host'])
      }
    }
  })
})
