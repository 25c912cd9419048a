import { getCsrf } from '@throughline/contracts/auth'
import { endpoint } from '@throughline/contracts/endpoint'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Visitor } from '../../../test/api.ts'
import { createBareApp } from '../../../test/bare-app.ts'
import { issueCsrf } from './csrf.ts'

const body = z.strictObject({ text: z.string() })
const open = { method: 'POST', access: 'public', rate: 'write', summary: '', body, response: z.object({}) } as const
const usual = endpoint({ ...open, path: '/v1/usual/' })
const raised = endpoint({ ...open, path: '/v1/raised/', body_bytes: 64 * 1024 })

const app = await createBareApp([
  (on) => {
    on(getCsrf, async ({ ctx, request, reply }) => ({ csrfToken: issueCsrf(ctx.config, request, reply) }))
    on(usual, async () => ({}), { once: 'never' })
    on(raised, async () => ({}), { once: 'never' })
  },
])
afterAll(() => app.close())

const origin = process.env.APP_ORIGIN ?? ''
const visitor = new Visitor(app, origin)

async function sent(path: string, bytes: number) {
  const { csrfToken } = await visitor.client()(getCsrf)
  const headers = { 'content-type': 'application/json', 'x-csrftoken': csrfToken }
  const answer = await visitor.fetch(origin + path, {
    method: 'POST',
    headers,
    body: JSON.stringify({ text: 'x'.repeat(bytes) }),
  })
  return answer.status
}

test('of those who are not signed in 16 KB are read', async () => {
  expect(await sent(usual.path, 16_000)).toBe(200)
  expect(await sent(usual.path, 16 * 1024)).toBe(413)
})

test('a call that needs more says so by name', async () => {
  expect(await sent(raised.path, 60_000)).toBe(200)
  expect(await sent(raised.path, 64 * 1024)).toBe(413)
})
