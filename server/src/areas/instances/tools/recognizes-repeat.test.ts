import { listTools } from '@throughline/contracts/connections'
import type { Step } from '@throughline/flow/document'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeConnection } from '../../../../test/connected.ts'
import { createWorld } from '../../../../test/world.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import { recognizesRepeat } from './recognizes-repeat.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)

const recognizes = (tool: { tool_id: string; connection?: string; operation?: string }) => {
  const step: Step = { id: 'call', type: 'tool', name: 'Call', next: [], ...tool }
  return readTenant(api.ctx, ours, (tx) => recognizesRepeat(tx, step))
}

test('people are asked before a repeat only where the receiver would do it again', async () => {
  const http = (await actors.owner.client(listTools)).data.find(({ name }) => name === 'HTTP')
  if (!http) throw new Error('the product has no HTTP')
  const once = await makeConnection(api.ctx, ours, ours.ownerId)
  const keyed = await makeConnection(api.ctx, ours, ours.ownerId, { honours_key: true, name: 'Keyed' })
  expect(await recognizes(once)).toBe(false)
  expect(await recognizes(keyed)).toBe(true)
  expect(await recognizes({ tool_id: http.id, operation: 'get' }), 'it reads').toBe(true)
  expect(await recognizes({ tool_id: http.id, operation: 'request', connection: once.connection })).toBe(false)
  expect(await recognizes({ tool_id: 'http.request' })).toBe(true)
})
