import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { Json } from '@throughline/flow/eval'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workflowIdOf } from '../../src/areas/instances/engine/address.ts'
import { createConnectedTool } from '../../src/areas/instances/tools/connected-tool.ts'
import { createLimitedTool } from '../../src/areas/instances/tools/limited-tool.ts'
import { deleteConnection, insertConnection } from '../../src/areas/integrations/connections.queries.ts'
import { http } from '../../src/areas/integrations/connectors/http.ts'
import { createOpenConnection } from '../../src/areas/integrations/open-connection.service.ts'
import { connectionAad } from '../../src/areas/integrations/secret-aad.ts'
import { insertTool } from '../../src/areas/integrations/tools.queries.ts'
import type { Context } from '../../src/core/context.ts'
import { createPools, type Pools } from '../../src/core/db/pools.ts'
import { createEgress } from '../../src/core/egress/egress.ts'
import { createPayloadCodec } from '../../src/core/keys/payload-codec.ts'
import { sealForTenant } from '../../src/core/keys/tenant-key.ts'
import { sampleTool, TOOL_DEFAULTS } from '../endpoint-samples.ts'
import { type Engine, startEngine } from '../engine/engine.ts'
import { type Firm, makeFirm } from '../engine/firm.ts'
import { plainHistory } from '../engine/plain-history.ts'
import { call, form } from '../engine/steps.ts'
import { foundInDatabase } from '../found-in-database.ts'
import { listen } from '../listen.ts'

const CANARY = `canary-${randomUUID()}`
let engine: Engine
let firm: Firm
let pools: Pools
let logged = ''
interface Received {
  key: unknown
  authorization: unknown
  body: string
}
const received: Received[] = []
/** What is answered; by default all that was sent, as careless services do. */
let status = 200
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    const { authorization, 'idempotency-key': key } = request.headers
    received.push({ key, authorization, body })
    response.writeHead(status).end(JSON.stringify({ name: 'Acme', echo: `${authorization} ${body}` }))
  })
})
const port = await listen(server)
const origin = `http://127.0.0.1:${port}`

beforeAll(async () => {
  engine = await startEngine((ctx) => {
    pools ??= createPools(ctx.config, 'worker', () => undefined)
    const log = pino({ level: 'debug' }, { write: (line: string) => (logged += line) })
    const worker: Context = { ...ctx, pools, log }
    return {
      connected: createLimitedTool(
        worker,
        createConnectedTool(createEgress({ trustedOrigins: [origin] }), createOpenConnection(worker)),
      ),
    }
  })
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(async () => {
  server.close()
  await engine.stop()
  await pools.end()
}, 30_000)

const INPUT = { type: 'object', properties: { company: { type: 'string' } }, required: ['company'] }

async function connected(more: { honours_key?: boolean; output_schema?: Record<string, Json> } = {}) {
  const { tenantId } = firm.scope
  const [toolId, id] = [randomUUID(), randomUUID()]
  const tool = { ...sampleTool(), ...TOOL_DEFAULTS, api_endpoint: `${origin}/lookup`, input_schema: INPUT, ...more }
  const whole = JSON.stringify({ metadata: CANARY })
  const { sealed, keyNo } = await sealForTenant(engine.ctx, tenantId, whole, connectionAad(tenantId, id))
  await firm.work(async ({ db }) => {
    await insertTool(db, tenantId, { ...tool, id: toolId, created_by: firm.owner })
    const row = { id, tool_id: toolId, member_id: firm.owner, name: 'Main', usable_by: 'owner' as const }
    await insertConnection(db, tenantId, row, { sealed, key_no: keyNo })
  })
  return { tool_id: toolId, tool_name: tool.name, connection: id }
}

const started = async (tool: object, parameters: Record<string, Json> = { company: 'acme' }) => {
  const step = call('call', ['end'], { output: { name: 'string', echo: 'string' }, ...tool, input: { parameters } })
  return firm.start(await firm.publish({ name: 'Looks up', steps: [step, form('end', [])] }))
}

const healthOf = (id: string) =>
  firm.work(({ db, tenantId }) =>
    db
      .selectFrom('integrations')
      .select(['last_called_at', 'last_problem'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )

test('a step calls a tool by its connection, whose key stands in no row, history or log', {
  timeout: 60_000,
}, async () => {
  const tool = await connected()
  const id = await started(tool)
  await firm.open(id, 'end')
  expect(received).toEqual([
    { key: expect.any(String), authorization: `Bearer ${CANARY}`, body: JSON.stringify({ company: 'acme' }) },
  ])
  const { variables } = await firm.instance(id)
  expect(variables).toMatchObject({ name: 'Acme', echo: expect.stringContaining('•••') })
  expect(await healthOf(tool.connection)).toEqual({ last_called_at: expect.any(Date), last_problem: null })

  expect(await foundInDatabase(engine.database, CANARY)).toEqual([])
  const handle = engine.temporal.client.workflow.getHandle(workflowIdOf(firm.scope.tenantId, id))
  const history = await plainHistory(createPayloadCodec(engine.ctx.keyring), await handle.fetchHistory())
  const opened = history.replace(/"data":"([\w+/=]+)"/g, (_, data: string) => Buffer.from(data, 'base64').toString())
  expect(opened).toContain(id)
  expect(opened + logged).not.toContain(CANARY)
})

test('a tool that recognizes no key is called once, one that does is called again under it', {
  timeout: 60_000,
}, async () => {
  status = 503
  const once = await connected()
  received.length = 0
  await firm.open(await started(once), 'call', { status: 'failed' })
  expect(received).toHaveLength(1)
  expect((await healthOf(once.connection))?.last_problem).toBe('The address answered 503.')
  received.length = 0
  await firm.open(await started(await connected({ honours_key: true })), 'call', { status: 'failed' })
  expect(received.length).toBeGreaterThan(1)
  expect(new Set(received.map(({ key }) => key)).size).toBe(1)
  status = 200
})

/** By HTTP of the product: a base address, and whether its receiver recognises keys. */
async function connectedHttp(honours_key: boolean) {
  const { tenantId } = firm.scope
  const id = randomUUID()
  const whole = JSON.stringify({ base_address: `${origin}/v1`, token: CANARY })
  const { sealed, keyNo } = await sealForTenant(engine.ctx, tenantId, whole, connectionAad(tenantId, id))
  const row = { id, tool_id: http.id, member_id: firm.owner, name: id, usable_by: 'owner' as const, honours_key }
  await firm.work(({ db }) => insertConnection(db, tenantId, row, { sealed, key_no: keyNo }))
  return { tool_id: http.id, tool_name: http.name, connection: id, output: { body: 'json' } }
}

test('an operation of a tool of the product is called, and again under its key only where the receiver knows keys', {
  timeout: 60_000,
}, async () => {
  received.length = 0
  await firm.open(await started({ ...(await connectedHttp(false)), operation: 'get' }, { path: 'companies/7' }), 'end')
  expect(received).toEqual([{ key: expect.any(String), authorization: `Bearer ${CANARY}`, body: '' }])
  status = 503
  const sent = { method: 'POST', path: 'companies' }
  for (const [honours_key, isRepeated] of [
    [false, false],
    [true, true],
  ] as const) {
    received.length = 0
    const step = { ...(await connectedHttp(honours_key)), operation: 'request' }
    await firm.open(await started(step, sent), 'call', { status: 'failed' })
    expect(received.length > 1).toBe(isRepeated)
    expect(new Set(received.map(({ key }) => key)).size).toBe(1)
  }
  status = 200
})

test('what does not fit the schemas stops the step: input before it is sent, answers after', {
  timeout: 60_000,
}, async () => {
  received.length = 0
  const unfit = await started(await connected(), { company: 7 })
  expect(await firm.open(unfit, 'call', { status: 'failed' })).toMatchObject({
    problem: 'The input doesn’t fit the tool. “company” must be of type string.',
  })
  expect(received).toEqual([])
  const output_schema = { type: 'object', required: ['sum'] }
  const id = await started(await connected({ output_schema }))
  expect(await firm.open(id, 'call', { status: 'failed' })).toMatchObject({
    problem: 'The tool’s answer doesn’t fit its output schema. “sum” is missing.',
  })
})

test('a connection that was ended is not called by', { timeout: 60_000 }, async () => {
  received.length = 0
  const tool = await connected()
  await firm.work(({ db, tenantId }) => deleteConnection(db, tenantId, tool.connection))
  expect(await firm.open(await started(tool), 'call', { status: 'failed' })).toMatchObject({
    problem: 'This connection was ended. Choose another for the step, or connect the tool again.',
  })
  expect(received).toEqual([])
})
