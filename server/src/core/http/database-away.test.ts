import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type OwnApi, Visitor } from '../../../test/api.ts'

let api: OwnApi
beforeAll(async () => {
  api = await createTestApi({ PG_POOL_PORT: '1' })
})
afterAll(() => api.close())

test('a database that cannot be reached answers 503 and when to come back, not a fault', async () => {
  const visitor = new Visitor(api.app, api.ctx.config.APP_ORIGIN)
  const answer = await visitor.fetch(`${visitor.origin}/v1/auth/google/nonce/`)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('2')
  expect(await answer.json()).toMatchObject({ code: 'unavailable' })
})
