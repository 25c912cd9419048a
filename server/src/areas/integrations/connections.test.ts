import { randomUUID } from 'node:crypto'
import {
  addTool,
  connectTool,
  disconnectTool,
  listConnections,
  listToolCategories,
  listTools,
} from '@throughline/contracts/connections'
import { createWorkflow } from '@throughline/contracts/workflows'
import { afterAll, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { sampleTool } from '../../../test/endpoint-samples.ts'
import { foundInDatabase } from '../../../test/found-in-database.ts'
import { keepConnectionOnce } from '../../../test/kept-connections.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { createPools } from '../../core/db/pools.ts'
import { createKeyring } from '../../core/keys/keyring.ts'
import { removeSupersededKeys } from '../../core/keys/tenant-key.queries.ts'
import { addTenantKey, openForTenant } from '../../core/keys/tenant-key.ts'
import { lockConnectionsSealedBefore } from './connections.queries.ts'
import { resealSecrets } from './reseal-secrets.ts'
import { connectionAad } from './secret-aad.ts'

const api = await sharedApi()
const { ours, actors } = await createWorld(api)
const pools = createPools(api.ctx.config, 'worker', () => undefined)
const worker = { ...api.ctx, pools, keyring: createKeyring(api.ctx.config) }
afterAll(() => pools.end())

const { client } = actors.member
const newTool = async () => (await client(addTool, { body: sampleTool() })).data
const connect = (toolId: string, body: Record<string, string> = {}, query: Record<string, string> = {}) =>
  client(connectTool, { params: { toolId }, query, body })
const disconnect = (id: string, by = client) => by(disconnectTool, { params: { connectionOrToolId: id } })
const ownIds = async () => (await client(listConnections)).data.filter(({ is_own }) => is_own).map(({ id }) => id)

const everySealed = () =>
  inTenant(worker, { tenantId: ours.tenantId }, ({ db, tenantId }) =>
    lockConnectionsSealedBefore(db, tenantId, 1_000, 1_000),
  )
const opened = async (id: string) => {
  const row = (await everySealed()).find((one) => one.id === id)
  return row && (await openForTenant(worker, ours.tenantId, row.sealed, connectionAad(ours.tenantId, id))).toString()
}

test('a tool is added with the specification’s fields and listed for everybody in the workspace alone', async () => {
  const schema = { type: 'object', properties: { company: { type: 'string' } }, required: ['company'] }
  const body = { ...sampleTool(), categories: ['finance' as const, 'sales' as const, 'finance' as const] }
  const { data } = await client(addTool, { body: { ...body, input_schema: schema, is_paid: true } })
  expect(data).toMatchObject({
    ...sampleTool(),
    name: body.name,
    categories: ['finance', 'sales'],
    category_details: [
      { id: 'sales', name: 'Sales' },
      { id: 'finance', name: 'Finance' },
    ],
    input_schema: schema,
    output_schema: {},
    auth_required: false,
    is_paid: true,
    honours_key: false,
    logo_icon: null,
  })
  expect((await actors.viewer.client(listTools)).data).toContainEqual(data)
  expect((await actors.other_admin.client(listTools)).data.map(({ id }) => id)).not.toContain(data.id)
})

test('tools of the product come first and say what they can do and what connecting them asks for', async () => {
  const { data } = await actors.viewer.client(listTools)
  expect(data.findLastIndex(({ built_in }) => built_in)).toBe(data.filter(({ built_in }) => built_in).length - 1)
  const http = data.find(({ name, built_in }) => built_in && name === 'HTTP')
  expect(http?.operations.map(({ name, repeat }) => `${name} ${repeat}`)).toEqual(['get reads', 'request once'])
  expect(http?.connection_schema).toMatchObject({
    required: ['base_address'],
    properties: { token: { format: 'password', title: 'Token' } },
  })
})

test('a tool of the product is connected with what its schema asks for, and steps choose what it does', async () => {
  const { data: listed } = await client(listTools)
  const http = listed.find(({ name, built_in }) => built_in && name === 'HTTP')?.id ?? ''
  expect(await verdict(connect(http, { token: 'abc' }))).toBe('422 invalid_request')
  const given = { base_address: 'https://api.example.com/v1', token: 'a secret token' }
  const { data } = await connect(http, given)
  expect(data).toMatchObject({ tool_id: http, tool_name: 'HTTP', name: 'HTTP', honours_key: false })
  const made = await workflowBy(client, http, data.id, 'get')
  expect(made.data).toMatchObject({ current_version: 1, refs: { tools: [{ id: http, name: 'HTTP' }] } })
  for (const operation of [undefined, 'steal']) {
    const kept = await workflowBy(client, http, data.id, operation)
    expect(kept.data, operation).toMatchObject({ current_version: null, draft: { errors: 1 } })
  }
  expect(await disconnect(http)).toEqual({ id: data.id })
})

test('the categories are those that the screen filters by', async () => {
  const { data } = await actors.viewer.client(listToolCategories)
  expect(data.map(({ name }) => name)).toEqual([
    'Customer Support',
    'Sales',
    'Marketing',
    'Development',
    'Finance',
    'Human Resources',
    'Productivity',
  ])
})

test('a tool needs its texts and plain addresses, and a name that no other has', async () => {
  const taken = await newTool()
  expect(await verdict(client(addTool, { body: { ...sampleTool(), name: taken.name } }))).toBe('409 name_taken')
  for (const wrong of [
    { name: ' ' },
    { short_description: '' },
    { api_endpoint: 'register.example.com' },
    { api_endpoint: 'ftp://register.example.com/' },
    { api_endpoint: 'http://register.example.com/' },
    { api_endpoint: 'https://user:password@register.example.com/' },
    { input_schema: { description: 'x'.repeat(20_000) } },
  ]) {
    expect(await verdict(client(addTool, { body: { ...sampleTool(), ...wrong } })), JSON.stringify(wrong)).toMatch(
      /^422 /,
    )
  }
  expect(await verdict(actors.viewer.client(addTool, { body: sampleTool() }))).toBe('403 forbidden')
})

test('a configuration is kept whole and sealed: no answer and no table has it, and only the worker opens it', async () => {
  const tool = await newTool()
  const metadata = `canary ${randomUUID()}`
  const { data } = await connect(tool.id, { metadata })
  expect(data).toMatchObject({
    tool_id: tool.id,
    tool_name: tool.name,
    name: tool.name,
    user_username: (await client(listConnections)).data.find(({ id }) => id === data.id)?.user_username,
    usable_by: 'owner',
    is_own: true,
  })
  expect(data.user_username).not.toBe('')
  expect(JSON.stringify([data, await client(listConnections)])).not.toContain(metadata)
  expect(await foundInDatabase(api.database, metadata)).toEqual([])
  expect(await opened(data.id)).toBe(JSON.stringify({ metadata }))
  const reading = inTenant(api.ctx, ours, ({ db, tenantId }) => lockConnectionsSealedBefore(db, tenantId, 1_000, 1_000))
  await expect(reading).rejects.toThrow('permission denied')
})

test('others see a connection only where everybody may use it, and nobody else can end it', async () => {
  const tool = await newTool()
  const mine = (await connect(tool.id)).data
  const shared = (await connect(tool.id, {}, { name: 'Shared', usable_by: 'everyone' })).data
  const seen = (await actors.manager.client(listConnections)).data
  expect(seen.map(({ id }) => id)).not.toContain(mine.id)
  expect(seen).toContainEqual({ ...shared, is_own: false })
  for (const other of [actors.owner.client, actors.other_admin.client]) {
    for (const id of [mine.id, shared.id, tool.id]) expect(await verdict(disconnect(id, other))).toBe('404 not_found')
  }
  const elsewhere = actors.other_admin.client(connectTool, { params: { toolId: tool.id }, query: {}, body: {} })
  expect(await verdict(elsewhere)).toBe('404 not_found')
})

test('a tool’s id ends the only connection; with several, the refusal names them', async () => {
  const tool = await newTool()
  const main = (await connect(tool.id, {}, { name: 'Main' })).data
  expect(await verdict(connect(tool.id, {}, { name: 'MAIN' }))).toBe('409 name_taken')
  const second = (await connect(tool.id, {}, { name: 'Test' })).data
  await expect(disconnect(tool.id)).rejects.toMatchObject({
    status: 409,
    code: 'several_connections',
    message: `You have 2 connections to ${tool.name}: “Main”, “Test”. Choose one of them.`,
    errors: [
      { path: main.id, message: 'Main' },
      { path: second.id, message: 'Test' },
    ],
  })
  expect(await disconnect(second.id)).toEqual({ id: second.id })
  expect(await disconnect(tool.id)).toEqual({ id: main.id })
  expect(await ownIds()).not.toContain(main.id)
  await keepConnectionOnce(worker, { tenantId: ours.tenantId, connectionId: main.id })
  expect(await opened(main.id)).toBeUndefined()
  expect(await verdict(disconnect(tool.id))).toBe('404 not_found')
})

const workflowBy = (by: typeof client, tool_id: string, connection?: string, operation?: string) =>
  by(createWorkflow, {
    body: {
      name: 'Looks up',
      prefix: 'LKP',
      type: 'sequential',
      start_step: 'call',
      steps: {
        call: {
          id: 'call',
          type: 'tool',
          name: 'Call',
          next: [],
          tool_id,
          ...(connection && { connection }),
          ...(operation && { operation }),
        },
      },
    },
  })

test('a step names a connection that its author may use; the connection says which workflows call by it', async () => {
  const tool = await newTool()
  const mine = (await connect(tool.id)).data
  const shared = (await connect(tool.id, {}, { name: 'Shared', usable_by: 'everyone' })).data
  const made = await workflowBy(client, tool.id, mine.id)
  expect(made.data).toMatchObject({
    current_version: 1,
    refs: { tools: [{ id: tool.id, operations: [{ name: 'call', repeat: 'once' }] }] },
  })
  const connections = [mine, shared].map(({ id, name }) => ({ id, name, honours_key: false }))
  expect(made.data.refs.tools?.[0]?.connections).toEqual(expect.arrayContaining(connections))
  const used = (await client(listConnections)).data.find(({ id }) => id === mine.id)
  expect(used).toMatchObject({ used_in: [{ id: made.data.id, name: 'Looks up' }], used_in_more: 0, health: 'unused' })

  const { client: other } = actors.manager
  expect((await workflowBy(other, tool.id, shared.id)).data.current_version).toBe(1)
  for (const connection of [mine.id, undefined, randomUUID(), 'none']) {
    const kept = await workflowBy(other, tool.id, connection)
    expect(kept.data, connection).toMatchObject({ current_version: null, draft: { errors: 1 } })
    expect(JSON.stringify(kept.data.refs.tools)).not.toContain(mine.id)
  }
  const theirs = await workflowBy(actors.other_admin.client, tool.id, shared.id)
  expect(theirs.data).toMatchObject({ current_version: null, refs: { tools: [] } })
})

test('the audit trail says who connected what, without what it was connected with', async () => {
  const tool = await newTool()
  const metadata = `canary ${randomUUID()}`
  const { data } = await connect(tool.id, { metadata })
  await disconnect(data.id)
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ act: string; data: unknown }>(
      `select act, data from (select tenant_id, act, entity_id, data from audit_pending
       union all select tenant_id, act, entity_id, data from audit_log) a
       where tenant_id = $1 and entity_id = any ($2) order by act`,
      [ours.tenantId, [data.id, tool.id]],
    ),
  )
  const about = { tool: tool.name, name: tool.name, usable_by: 'owner' }
  expect(rows).toEqual([
    { act: 'connection.added', data: about },
    { act: 'connection.removed', data: about },
    { act: 'tool.added', data: { name: tool.name, api_endpoint: tool.api_endpoint } },
  ])
})

test('connections are sealed anew with a newer data key, and keep the older one until then', async () => {
  const tool = await newTool()
  const kept = (await connect(tool.id, { metadata: 'kept through it' })).data
  const scope = { tenantId: ours.tenantId }
  await inTenant(worker, scope, (tx) => addTenantKey(worker, tx, 2))
  const remove = () =>
    inTenant(worker, scope, (tx) => removeSupersededKeys(tx.db, tx.tenantId, new Date(Date.now() + 60_000)))
  expect(await remove()).toBe(0)
  while ((await resealSecrets(worker, scope, 2)) > 0);
  expect(await remove()).toBe(1)
  expect(await opened(kept.id)).toBe(JSON.stringify({ metadata: 'kept through it' }))
})
