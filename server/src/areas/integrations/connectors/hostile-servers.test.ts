import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { HOSTILE_ADDRESSES, rebindingName, resolveHostile } from '../../../../test/hostile/addresses.ts'
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
/** A server that is reached, and leads elsewhere. */
const leading = createHttpServer((_request, response) => {
  response.writeHead(307, { location: `https://rebind.example:${port}/` }).end()
})
const start = `http://127.0.0.1:${await listen(leading)}`
afterAll(() => {
  canary.close()
  leading.close()
})

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

test.each([
  ['is', () => `https://rebind.example:${port}/`],
  ['leads to', () => start],
])(
  'a server of an added document that %s a name whose answer changes is never reached inside',
  async (_how, address) => {
    const { resolve, asked } = rebindingName()
    const reach = { egress: createEgress({ trustedOrigins: [start], resolve, timeoutMs: 300 }), signal }
    const connector = connectorOfRow(toolAt('openapi', address()))
    const [operation] = connector.operations
    if (!operation) throw new Error('the tool has no operation')
    for (let calls = 1; calls <= 6; calls++) {
      const answer = await connector.call(reach, { operation, input: {}, configuration: {}, key: 'key' })
      expect(answer).toMatchObject({ ok: false })
      // Once for each: what was checked is what would have been connected to.
      expect(asked()).toBe(calls)
    }
    for (const step of (await connector.test?.(reach, {})) ?? []) expect(step).toMatchObject({ ok: false })
    expect(hits).toBe(0)
  },
)
