import type { EndpointShape } from '@throughline/contracts/endpoint'
import { addTeam } from '@throughline/contracts/org-teams'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShop } from '../../../test/paying.ts'
import { verdict } from '../../../test/verdict.ts'
import { ENDPOINTS } from '../../main/endpoints.ts'

const shop = await createShop()
const { actors, ours } = await shop.newWorld()
afterAll(() => shop.close())
beforeAll(() => shop.rows(`update subscriptions set status = 'lapsed' where tenant_id = $1`, [ours.tenantId]))

const ROLES = ['owner', 'admin', 'manager', 'member', 'viewer', 'outsider'] as const
const ofMembers = ENDPOINTS.filter(
  ({ access, host }) => access !== 'public' && access !== 'respondent' && access !== 'staff' && host === undefined,
)
const isWrite = ({ method, reads }: EndpointShape) => method !== 'GET' && !reads

test('what is exported, packed or checked is read, whatever its method', () => {
  const reading = ofMembers.filter(({ method, path }) => method === 'POST' && /\/(export|zip|verify)\/$/.test(path))
  expect(reading.filter(isWrite).map(({ path }) => path)).toEqual([])
  expect(reading).toHaveLength(5)
})

/** Whatever it names: the gate is asked before anything is read. */
async function codeOf(role: (typeof ROLES)[number], { method, path }: EndpointShape): Promise<string> {
  const { visitor } = actors[role]
  const url = visitor.origin + path.replaceAll(/:\w+/g, () => crypto.randomUUID())
  const answer = await visitor.fetch(url, { method })
  const body: unknown = await answer.json().catch(() => undefined)
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : String(answer.status)
}

describe.each(ROLES)('to a %s of a workspace that has lapsed', (role) => {
  test('every change is refused, and nothing else', async () => {
    const wrong: string[] = []
    for (const endpoint of ofMembers) {
      const isRefused = (await codeOf(role, endpoint)) === 'subscription_required'
      const shouldBe = isWrite(endpoint) && !endpoint.open_when_lapsed && !endpoint.always_open
      if (isRefused !== shouldBe) wrong.push(`${endpoint.method} ${endpoint.path}`)
    }
    expect(wrong).toEqual([])
  })
})

test('the next change after a payment passes', async () => {
  const { client } = actors.owner
  const params = { orgId: ours.tenantId }
  const add = (name: string) => verdict(client(addTeam, { params, body: { name } }))
  expect(await add('Unpaid')).toBe('403 subscription_required')
  await shop.verify(client, shop.pay(await shop.order(client, 'Team US monthly')))
  expect(await add('Paid')).toBe('accepted')
})
