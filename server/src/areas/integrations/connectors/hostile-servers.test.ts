import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { HOSTILE_ADDRESSES, resolveHostile } from '../../../../test/hostile/addresses.ts'
import { listen } from '../../../../test/listen.ts'
import { createEgress } from '../../../core/egress/egress.ts'
import type { ToolRow } from '../tools.queries.ts'
import { connectorOfRow } from './catalogue.ts'

let hits = 0
const canary = createServer((socket) => {
  hits++
  socket.destroy()
})
const port = await listen(canary, '::')
afterAll(() => canary.close())

const egress = createEgress({ trustedOrigins: [], resolve: resolveHostile, timeoutMs: 1_000 })
const signal = new AbortController().signal

const toolAt = (kind: string, api_endpoint: string): ToolRow => ({
  id: 'tool',
  name: 'Tool',
  short_description: '',
  description: '',
  categories: [],
  tool_url: '',
  auth_required: false,
  is_paid: false,
  version: '1.0.0',
  api_endpoint,
  kind,
  sign_in: [],
  operations: [
    {
      name: 'read',
      title: 'Read',
      input_schema: {},
      output_schema: {},
      repeat: 'reads',
      request: { method: 'GET', path: '/', body: null, inputs: [], key: null },
    },
  ],
})

test.each(['openapi', 'endpoint'])(
  'no hostile server of a tool of kind %s is reached, called or tested',
  async (kind) => {
    expect(HOSTILE_ADDRESSES.length).toBeGreaterThanOrEqual(80)
    for (const address of HOSTILE_ADDRESSES) {
      const connector = connectorOfRow(toolAt(kind, address.replaceAll('PORT', String(port))))
      const [operation] = connector.operations
      if (!operation) throw new Error('the tool has no operation')
      const answer = await connector.call({ egress, signal }, { operation, input: {}, configuration: {}, key: 'key' })
      expect(answer, address).toMatchObject({ ok: false })
      for (const step of (await connector.test?.({ egress, signal }, {})) ?? [])
        expect(step, address).toMatchObject({ ok: false })
    }
    expect(hits).toBe(0)
  },
)
