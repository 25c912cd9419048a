import * as inbox from '@throughline/contracts/inbox'
import { afterAll, describe, expect, test } from 'vitest'
import { keyOf } from './endpoint-samples.ts'
import { createRouteWorld, endpoints } from './route-world.ts'

const { api, changes, sampleFor, call } = await createRouteWorld()
afterAll(async () => {
  await changes.close()
  await api.close()
})

describe('a message of somebody else in the same workspace leads nowhere, whoever asks', () => {
  const named = endpoints.filter((endpoint) => endpoint.path.includes(':messageId'))
  test.each(named.map((endpoint) => ({ name: keyOf(endpoint), endpoint })))('$name', async ({ endpoint }) => {
    const sample = await sampleFor(endpoint)
    for (const actor of ['admin', 'manager', 'member', 'viewer'] as const) {
      await changes.since()
      expect((await call(actor, endpoint, sample)).verdict, actor).toBe('404 not_found')
      expect(await changes.since()).toEqual([])
    }
  })

  test('in the list of a bulk change', async () => {
    const sample = await sampleFor(inbox.bulkMessages)
    for (const act of ['read', 'unread', 'delete', 'restore']) {
      await changes.since()
      const { text } = await call('admin', inbox.bulkMessages, { ...sample, body: { ...sample.body, act } })
      expect(JSON.parse(text).data).toMatchObject([{ result: 'refused', code: 'not_found' }])
      expect(await changes.since()).toEqual([])
    }
  })
})
