import { createServer, type IncomingHttpHeaders } from 'node:http'
import { connectTool, listTools } from '@throughline/contracts/connections'
import { addOpenApiTool, readOpenApiDocument } from '@throughline/contracts/openapi-tools'
import { createWorkflow } from '@throughline/contracts/workflows'
import type { Json } from '@throughline/flow/eval'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { createTestApi } from '../../../../test/api.ts'
import { sampleOpenApiTool } from '../../../../test/endpoint-samples.ts'
import { listen } from '../../../../test/listen.ts'
import { bankDocument } from '../../../../test/openapi-document.ts'
import { unique } from '../../../../test/someone.ts'
import { verdict } from '../../../../test/verdict.ts'
import { createWorld } from '../../../../test/world.ts'
import { createPools } from '../../../core/db/pools.ts'
import { createEgress } from '../../../core/egress/egress.ts'
import { operationNamed } from '../connectors/connector.ts'
import { runOperation } from '../connectors/run-operation.ts'
import { createOpenConnection } from '../open-connection.service.ts'

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}
let received: Received[] = []
let served: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: '{}' }
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method, url, headers } = request
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(served.status, served.headers).end(served.body)
  })
})
const origin = `http://127.0.0.1:${await listen(server)}`
const api = await createTestApi({ TOOLS_TRUSTED_ORIGINS: origin })
const { actors, ours } = await createWorld(api)
const pools = createPools(api.ctx.config, 'worker', () => undefined)
const worker = { ...api.ctx, pools }
afterAll(async () => {
  await pools.end()
  await api.close()
  server.close()
})
beforeEach(() => {
  received = []
  served = { status: 200, body: '{}' }
})

const { client } = actors.member
const document = JSON.stringify(bankDocument(`${origin}/v4`))
const read = (body: { document: string } | { address: string }) => client(readOpenApiDocument, { body })
const add = (more: Partial<Parameters<typeof client<typeof addOpenApiTool>>[1]['body']> = {}) =>
  client(addOpenApiTool, { body: { ...sampleOpenApiTool(), document, server: `${origin}/v4`, ...more } })

test('what a document holds is answered for choosing, and nothing is stored', async () => {
  const before = (await client(listTools)).data.length
  const { data } = await read({ document: stringify(bankDocument(`${origin}/v4`)) })
  expect(data).toMatchObject({
    openapi: '3.1',
    title: 'Brightpay bank',
    version: '4.2.0',
    servers: [`${origin}/v4`],
    sign_ins: ['API key in a header'],
  })
  expect(data.operations.map(({ name, inputs, outputs, repeat }) => [name, inputs, outputs, repeat])).toEqual([
    ['createPayment', 3, 2, 'keyed'],
    ['findPayments', 1, 'list', 'reads'],
    ['getPayment', 1, 2, 'reads'],
    ['cancelPayment', 1, 0, 'once'],
    ['patch_accounts_id_limits', 2, 0, 'once'],
    ['get_accounts_id_statement', 0, 0, 'reads'],
  ])
  expect((await client(listTools)).data).toHaveLength(before)
})

test('a document is fetched once from its address, which its servers may be relative to', async () => {
  served = { status: 200, body: JSON.stringify({ ...bankDocument(), servers: [{ url: '/v4' }] }) }
  const { data } = await read({ address: `${origin}/docs/openapi.json` })
  expect(received.map(({ method, url }) => [method, url])).toEqual([['GET', '/docs/openapi.json']])
  expect(data).toMatchObject({ servers: [`${origin}/v4`], document: served.body, size: served.body.length })
})

test('servers that can’t be called are not offered', async () => {
  const servers = ['http://api.example.com', 'https://10.0.0.1/v1', 'https://[::1]/', 'https://api.example.com/v1']
  const { data } = await read({
    document: JSON.stringify({ ...bankDocument(), servers: servers.map((url) => ({ url })) }),
  })
  expect(data.servers).toEqual(['https://api.example.com/v1'])
})

test('a document that can’t be read or reached is refused in words', async () => {
  const refusal = async (body: { document: string } | { address: string }) => {
    const error: unknown = await read(body).catch((one: unknown) => one)
    return error instanceof Error ? error.message : undefined
  }
  expect(await refusal({ document: 'swagger: "2.0"' })).toMatch(/Swagger 2/)
  expect(await refusal({ document: '🙂'.repeat(600_000) })).toBe('This document is larger than 2 MB.')
  served = { status: 404, body: 'Not here' }
  expect(await refusal({ address: `${origin}/gone.json` })).toBe('The address answered 404.')
  served = { status: 200, body: ' '.repeat(2_200_000) }
  expect(await refusal({ address: `${origin}/long.json` })).toBe('This document is larger than 2 MB.')
  served = { status: 302, body: '', headers: { location: 'https://10.0.0.1/secret.json' } }
  expect(await refusal({ address: `${origin}/elsewhere.json` })).toMatch(/redirect|public address/)
  expect(await refusal({ address: 'https://127.0.0.1:1/openapi.json' })).toBe(
    '127.0.0.1:1 isn’t a public address, so it can’t be called.',
  )
  const both = client(readOpenApiDocument, { body: { document, address: origin } })
  expect(await verdict(both)).toMatch(/^422 /)
  expect(await verdict(client(readOpenApiDocument, { body: {} }))).toMatch(/^422 /)
})

test('a tool has the chosen operations, and asks for what the document signs in with', async () => {
  const { data } = await add({ operations: ['createPayment', 'findPayments', 'createPayment'] })
  expect(data).toMatchObject({
    api_endpoint: `${origin}/v4`,
    version: '4.2.0',
    description: 'Create and look up payments.',
    auth_required: true,
    built_in: false,
    connection_schema: {
      required: ['api_key'],
      properties: { api_key: { type: 'string', title: 'API key', format: 'password' } },
    },
  })
  expect(data.operations.map(({ name, title, repeat }) => [name, title, repeat])).toEqual([
    ['createPayment', 'Create a payment', 'keyed'],
    ['findPayments', 'Find payments', 'reads'],
  ])
  expect((await actors.viewer.client(listTools)).data).toContainEqual(data)
  expect((await actors.other_admin.client(listTools)).data.map(({ id }) => id)).not.toContain(data.id)
})

test('what can’t be added says why', async () => {
  const taken = (await add()).data.name
  expect(await verdict(add({ name: taken }))).toBe('409 name_taken')
  const message = (more: Parameters<typeof add>[0]) =>
    add(more).then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )
  expect(await message({ operations: ['none'] })).toMatch(/doesn’t have all of these operations/)
  expect(await message({ operations: ['get_accounts_id_statement'] })).toBe(
    '“Read a statement” can’t be added. It answers with a file, which steps can’t take.',
  )
  expect(await message({ sign_in: 7 })).toMatch(/way to sign in/)
  for (const wrong of ['http://api.example.com', 'https://10.0.0.1', 'https://api.example.com/?a=1'])
    expect(await message({ server: wrong }), wrong).toMatch(/https/)
  const paths = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`/p${index}`, { get: {} }]))
  const many = {
    document: JSON.stringify({ openapi: '3.0.0', paths }),
    operations: Object.keys(paths).map((path) => `get_${path.slice(1)}`),
  }
  expect(await message(many)).toBe('A tool can have up to 100 operations. Choose fewer.')
  expect(await verdict(actors.viewer.client(addOpenApiTool, { body: sampleOpenApiTool() }))).toBe('403 forbidden')
})

const tool = (await add({ operations: ['createPayment', 'findPayments', 'getPayment', 'cancelPayment'] })).data
const connection = (
  await client(connectTool, { params: { toolId: tool.id }, query: {}, body: { api_key: 'a key that is secret' } })
).data

/** A call as the worker makes it. */
async function call(
  name: string,
  input: Record<string, Json>,
  key = 'step-key',
  { toolId, connectionId }: { toolId: string; connectionId: string } = { toolId: tool.id, connectionId: connection.id },
) {
  const opened = await createOpenConnection(worker).open(ours.tenantId, toolId, connectionId)
  if (!opened) throw new Error('the connection is gone')
  const operation = operationNamed(opened.connector, name)
  if (!operation) throw new Error('the operation is gone')
  const reach = { egress: createEgress({ trustedOrigins: [origin] }), signal: AbortSignal.timeout(10_000) }
  return runOperation(opened.connector, reach, { operation, input, configuration: opened.configuration.reveal(), key })
}

test('a step’s call is made as the document describes it, with our key and the connection’s', async () => {
  served = { status: 200, body: '{"id": "p 1", "status": "open", "echo": "a key that is secret"}' }
  expect(await call('createPayment', { amount: 12.5, iban: 'DE02' })).toEqual({
    ok: true,
    output: { id: 'p 1', status: 'open', echo: '•••' },
  })
  expect(received).toMatchObject([
    {
      method: 'POST',
      url: '/v4/payments',
      body: '{"amount":12.5,"iban":"DE02"}',
      headers: {
        'x-api-key': 'a key that is secret',
        'idempotency-key': 'step-key',
        'content-type': 'application/json',
      },
    },
  ])
})

test('lists are results, and what stands in a path or query is encoded', async () => {
  served = { status: 200, body: '[{"id": "p", "status": "paid"}]' }
  expect(await call('findPayments', { status: ['open', 'a&b'] })).toEqual({
    ok: true,
    output: { result: [{ id: 'p', status: 'paid' }] },
  })
  served = { status: 200, body: '{"id": "p", "status": "paid"}' }
  expect(await call('getPayment', { id: 'a/../b?c' })).toMatchObject({ ok: true })
  expect(received.map(({ url }) => url)).toEqual([
    '/v4/payments?status=open&status=a%26b',
    '/v4/payments/a%2F..%2Fb%3Fc',
  ])
})

test('an answer without content has no results', async () => {
  served = { status: 204, body: '' }
  expect(await call('cancelPayment', { id: 'p' })).toEqual({ ok: true, output: {} })
})

test('what doesn’t fit, can’t be sent or is refused is told in words', async () => {
  const text = async (name: string, input: Record<string, Json>) => {
    const answer = await call(name, input)
    return answer.ok ? 'done' : `${answer.code}: ${answer.text}`
  }
  expect(await text('createPayment', { iban: 'DE02' })).toBe(
    'refused: The input doesn’t fit the tool. “amount” is missing.',
  )
  expect(await text('createPayment', { amount: 1, iban: 'DE02', color: 'red' })).toMatch(/“color” isn’t expected/)
  expect(await text('getPayment', { id: '..' })).toBe('refused: The address isn’t valid.')
  expect(await text('getPayment', { id: '' })).toBe('refused: “id” can’t be empty.')
  expect(received).toEqual([])
  served = { status: 200, body: '{"id": "p", "status": "lost"}' }
  expect(await text('getPayment', { id: 'p' })).toMatch(/^unknown: The tool’s answer doesn’t fit its output schema/)
  served = { status: 401, body: '{"message": "Unknown key"}' }
  expect(await text('getPayment', { id: 'p' })).toBe('signed_out: The address answered 401: Unknown key')
  served = { status: 422, body: '{"detail": "a key that is secret"}' }
  expect(await text('getPayment', { id: 'p' })).toBe('refused: The address answered 422: •••')
})

test('the key of a step goes in the form that the document asks for', async () => {
  const { paths, ...rest } = bankDocument()
  const sentAs = async (schema: Json) => {
    const parameters = [{ name: 'Idempotency-Key', in: 'header', required: true, schema }]
    const post = { ...paths['/payments'].post, parameters }
    const document = JSON.stringify({ ...rest, paths: { '/payments': { post } } })
    const { data } = await add({ name: unique('Bank'), document, operations: ['createPayment'] })
    const params = { toolId: data.id }
    const made = await client(connectTool, { params, query: {}, body: { api_key: 'a key that is secret' } })
    await call('createPayment', { amount: 1, iban: 'DE1' }, 'k'.repeat(60), {
      toolId: data.id,
      connectionId: made.data.id,
    })
    return received.at(-1)?.headers['idempotency-key']
  }
  expect(await sentAs({ type: 'string', format: 'uuid' })).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  expect(await sentAs({ type: 'string', maxLength: 32 })).toMatch(/^[\da-f]{32}$/)
  expect(await sentAs({ type: 'string' })).toBe('k'.repeat(60))
})

const BASIC = `Basic ${Buffer.from('maya:a secret password').toString('base64')}`

test.each<[Json, Record<string, string>, { url?: string; headers?: IncomingHttpHeaders }]>([
  [
    { type: 'http', scheme: 'bearer' },
    { token: 'a secret token' },
    { headers: { authorization: 'Bearer a secret token' } },
  ],
  [
    { type: 'http', scheme: 'basic' },
    { user: 'maya', password: 'a secret password' },
    { headers: { authorization: BASIC } },
  ],
  [{ type: 'apiKey', in: 'query', name: 'k' }, { api_key: 'a secret key' }, { url: '/v4/payments?k=a+secret+key' }],
])('%j goes with each call and never comes back', async (scheme, body, sent) => {
  const components = { ...bankDocument().components, securitySchemes: { key: scheme } }
  const made = await add({
    name: unique('Bank'),
    document: JSON.stringify({ ...bankDocument(), components }),
    operations: ['findPayments'],
  })
  const params = { toolId: made.data.id }
  const { data } = await client(connectTool, { params, query: {}, body })
  const echo = `${BASIC} ${Object.values(body).join(' ')}`
  served = { status: 200, body: JSON.stringify([{ id: echo, status: 'paid' }]) }
  const answer = await call('findPayments', {}, 'key', { toolId: made.data.id, connectionId: data.id })
  expect(received).toMatchObject([sent])
  expect(JSON.stringify(answer)).not.toContain('a secret')
  if (body.password !== undefined) expect(JSON.stringify(answer)).not.toContain(BASIC)
})

test('connecting asks for what the document names', async () => {
  const connect = (body: Record<string, string>) =>
    client(connectTool, { params: { toolId: tool.id }, query: { name: unique('Bank') }, body })
  expect(await verdict(connect({ metadata: 'key' }))).toBe('422 invalid_request')
  expect(await verdict(connect({ api_key: 'key' }))).toBe('accepted')
})

test('a step names which operation it calls', async () => {
  const make = (operation?: string) =>
    client(createWorkflow, {
      body: {
        name: unique('Pays'),
        prefix: 'PAY',
        type: 'sequential',
        start_step: 'call',
        steps: {
          call: {
            id: 'call',
            type: 'tool',
            name: 'Call',
            next: [],
            tool_id: tool.id,
            connection: connection.id,
            input: { parameters: { id: 'p-1' } },
            ...(operation !== undefined && { operation }),
          },
        },
      },
    })
  expect((await make('getPayment')).data.current_version).toBe(1)
  expect((await make()).data).toMatchObject({ current_version: null, draft: { errors: 1 } })
  expect((await make('steal')).data).toMatchObject({ current_version: null, draft: { errors: 1 } })
})

test('the audit trail says who added which tool', async () => {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ act: string; data: unknown }>(
      `select act, data from (select tenant_id, act, entity_id, data from audit_pending
       union all select tenant_id, act, entity_id, data from audit_log) a where tenant_id = $1 and entity_id = $2`,
      [ours.tenantId, tool.id],
    ),
  )
  expect(rows).toEqual([{ act: 'tool.added', data: { name: tool.name, api_endpoint: `${origin}/v4` } }])
})
