import { expect, test } from 'vitest'
import { logout } from './auth.ts'
import { createClient } from './client.ts'
import { CODES } from './errors.ts'

test('a call that is sent again with a fresh token keeps its idempotency key', async () => {
  const keys: (string | null)[] = []
  const stale = { code: CODES.staleCsrf, message: 'The page is out of date', request_id: 'r1' }
  const client = createClient({
    fetch: async (_input, init = {}) => {
      if (init.method !== 'POST') return Response.json({ csrfToken: 'token' })
      keys.push(new Headers(init.headers).get('idempotency-key'))
      return keys.length === 1 ? Response.json(stale, { status: 403 }) : Response.json({ success: true })
    },
  })
  await client(logout)
  expect(keys).toEqual([expect.any(String), keys[0]])
})
