import { randomUUID } from 'node:crypto'
import * as apiKeys from '@throughline/contracts/api-keys'
import { fillPath } from '@throughline/contracts/endpoint'
import { addInstanceFile, listInstanceFiles, startInstance } from '@throughline/contracts/instances'
import { listStarts } from '@throughline/contracts/starts'
import { getWorkflow } from '@throughline/contracts/workflows'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeKey, newToken } from '../../../../test/api-keys.ts'
import { INTAKE_WORKFLOW } from '../../../../test/forms.ts'
import { makeWorkflow } from '../../../../test/running-world.ts'
import { verdict } from '../../../../test/verdict.ts'
import { createWorld } from '../../../../test/world.ts'
import { ENDPOINTS } from '../../../main/endpoints.ts'

const api = await sharedApi()
const { ctx, app } = api
const world = await createWorld(api)
const { ours, actors } = world
const { client } = actors.member
const host = new URL(ctx.config.APP_ORIGIN).host
const BODY = { name: 'Invoice 20391', answers: { company: 'Brightline Freight' } }

interface Called {
  token: string
  workflowId: string
  body?: object
  key?: string | null
  from?: string
}

async function start({ token, workflowId, body = BODY, key = randomUUID(), from = '203.0.113.7' }: Called) {
  const answer = await app.inject({
    method: 'POST',
    url: `/v1/workflows/${workflowId}/instances/`,
    headers: {
      host,
      'x-forwarded-for': from,
      authorization: `Bearer ${token}`,
      ...(key !== null && { 'idempotency-key': key }),
    },
    payload: body,
  })
  const content = answer.json()
  return { status: answer.statusCode, code: content.code ?? '', data: content.data }
}

const startedOf = async (workflowId: string) => {
  const { rows } = await api.database.admin((db) =>
    db.query('select source, source_name, started_by from instances where workflow_id = $1', [workflowId]),
  )
  return rows
}

test('a key starts what it names, in nobody’s name, once for each Idempotency-Key', async () => {
  const made = await makeKey(ctx, ours)
  const answers = [await start({ ...made, key: 'a' }), await start({ ...made, key: 'a' })]
  expect(answers[0]).toMatchObject({ status: 201, data: { name: 'Invoice 20391' } })
  expect(answers[1]).toEqual(answers[0])
  expect(await startedOf(made.workflowId)).toEqual([{ source: 'api', source_name: 'ERP nightly', started_by: null }])
  expect(await start({ ...made, key: 'a', body: { ...BODY, name: 'Another' } })).toMatchObject({ status: 422 })
  expect(await start({ ...made, key: null })).toMatchObject({ status: 422, code: 'idempotency_key_required' })
  // The key of the request is kept with the instance, for longer than answers are.
  await api.database.admin((db) => db.query('delete from idempotency_keys where actor_id = $1', [made.keyId]))
  expect((await start({ ...made, key: 'a' })).data.id).toBe(answers[0]?.data.id)
  expect(await startedOf(made.workflowId)).toHaveLength(1)
  const { data } = await client(listStarts, { params: listStarts.params.parse(made) })
  expect(data.api_keys).toEqual([
    expect.objectContaining({ name: 'ERP nightly', started: 1, last_used_on: expect.any(String) }),
  ])
})

test('a key opens nothing outside its list: every other route refuses it', async () => {
  const others = ENDPOINTS.filter((one) => one !== startInstance && one !== addInstanceFile)
  expect(others.some(({ by_key }) => by_key)).toBe(false)
  const wrong: string[] = []
  const call = async (endpoint: (typeof others)[number], token: string) => {
    const names = [...endpoint.path.matchAll(/:([a-z_]\w*)/gi)].map(([, name = '']) => [name, randomUUID()])
    const answer = await app.inject({
      method: endpoint.method,
      url: fillPath(endpoint.path, Object.fromEntries(names)),
      headers: {
        host:
          endpoint.access === 'respondent' && ctx.config.PUBLIC_ORIGIN ? new URL(ctx.config.PUBLIC_ORIGIN).host : host,
        'x-forwarded-for': `10.3.0.${Math.floor(Math.random() * 250)}`,
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
      },
    })
    // Forms and pages of other hosts know no key at all.
    const isClosed = [403, 404, 421].includes(answer.statusCode) || endpoint.access === 'respondent'
    if (!isClosed) wrong.push(`${endpoint.method} ${endpoint.path}: ${answer.statusCode}`)
  }
  // Refused calls of one key are limited.
  for (let at = 0; at < others.length; at += 50) {
    const { token } = await makeKey(ctx, ours)
    await Promise.all(others.slice(at, at + 50).map((endpoint) => call(endpoint, token)))
  }
  expect(wrong).toEqual([])
})

interface Sent {
  token: string
  instanceId: string
  key?: string
  content?: string
}

async function sendFile({ token, instanceId, key = randomUUID(), content = '%PDF-1.7 invoice' }: Sent) {
  const form = new FormData()
  form.append('file', new Blob([content], { type: 'application/pdf' }), 'invoice.pdf')
  const request = new Request('http://any.example/', { method: 'POST', body: form })
  const answer = await app.inject({
    method: 'POST',
    url: `/v1/instances/${instanceId}/files/`,
    headers: {
      host,
      'x-forwarded-for': '203.0.113.7',
      authorization: `Bearer ${token}`,
      'content-type': request.headers.get('content-type') ?? '',
      ...(key !== '' && { 'idempotency-key': key }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json() }
}

test('a program sends files to what it has started: once each, in quarantine, in nobody’s name', async () => {
  const made = await makeKey(ctx, ours)
  const instanceId = (await start(made)).data.id
  const sent = { token: made.token, instanceId, key: 'file-1' }
  const first = await sendFile(sent)
  expect(first).toMatchObject({
    status: 201,
    body: { data: { filename: 'invoice.pdf', state: 'quarantined', file_size: 16, uploaded_by: null } },
  })
  expect(await sendFile(sent)).toEqual(first)
  expect(await sendFile({ ...sent, content: '%PDF-1.7 another' })).toMatchObject({ status: 422 })
  expect(await sendFile({ ...sent, key: '' })).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_required' },
  })
  const { data } = await client(listInstanceFiles, {
    params: listInstanceFiles.params.parse({ instanceId }),
    query: {},
  })
  expect(data.map(({ id }) => id)).toEqual([first.body.data.id])
  const { rows } = await api.database.admin((db) =>
    db.query<{ act: string; name: string }>(
      `select act, data ->> 'source_name' as name from audit_pending where entity_id = $1
       union all select act, data ->> 'source_name' from audit_log where entity_id = $1`,
      [first.body.data.id],
    ),
  )
  expect(rows).toEqual([{ act: 'document.added', name: 'ERP nightly' }])
})

test('a program sends no file to what another key, a person or another tenant has started', async () => {
  const made = await makeKey(ctx, ours)
  const [other, foreign] = [await makeKey(ctx, ours, made), await makeKey(ctx, world.theirs)]
  const params = startInstance.params.parse(made)
  const person = (await client(startInstance, { params, body: BODY })).data.id
  for (const instanceId of [(await start(other)).data.id, (await start(foreign)).data.id, person, randomUUID()])
    expect(await sendFile({ token: made.token, instanceId })).toMatchObject({ status: 404 })
})

test('a key starts no other workflow, and none of another tenant', async () => {
  const { token } = await makeKey(ctx, ours)
  const [other, foreign] = [await makeWorkflow(ctx, ours, INTAKE_WORKFLOW), await makeKey(ctx, world.theirs)]
  expect(await start({ token, workflowId: other })).toMatchObject({ status: 404 })
  expect(await start({ token, workflowId: foreign.workflowId })).toMatchObject({ status: 404 })
})

test.each([
  ['that nobody made', async () => ({ token: newToken(), ...(await workflowOf()) }), 401],
  ['that has ended', () => makeKey(ctx, ours, { endsAt: new Date(Date.now() - 1_000) }), 401],
  ['from another network', () => makeKey(ctx, ours, { networks: ['198.51.100.0/24'] }), 403],
  ['from its network', () => makeKey(ctx, ours, { networks: ['203.0.113.0/24'] }), 201],
  ['whose network has no size', () => makeKey(ctx, ours, { networks: ['203.0.113.0/'] }), 403],
])('a key %s', async (_, make, status) => {
  expect((await start(await make())).status).toBe(status)
})

const workflowOf = async () => ({ workflowId: await makeWorkflow(ctx, ours, INTAKE_WORKFLOW) })

test('answers are checked as a person’s are', async () => {
  const made = await makeKey(ctx, ours)
  expect(await start({ ...made, body: { name: 'X', answers: {} } })).toMatchObject({
    status: 422,
    code: 'invalid_request',
  })
  expect(await start({ ...made, body: { ...BODY, narrowed: true } })).toMatchObject({ status: 403 })
})

test('making, the first use from a network and revoking are audited; a revoked key opens nothing', async () => {
  const { workflowId } = await workflowOf()
  const params = apiKeys.addApiKey.params.parse({ workflowId })
  const token = newToken()
  const made = (await client(apiKeys.addApiKey, { params, body: { name: 'Scanner', token, ends_in_days: null } })).data
  expect(JSON.stringify(made)).not.toContain(token.slice(4))
  for (const from of ['203.0.113.7', '203.0.113.7', '198.51.100.9']) await start({ token, workflowId, from })
  expect((await client(apiKeys.listApiKeys, { params })).data.calls).toHaveLength(3)
  await client(apiKeys.revokeApiKey, { params: { ...params, keyId: made.id } })
  expect(await start({ token, workflowId })).toMatchObject({ status: 401, code: 'invalid_key' })
  const { rows } = await api.database.admin((db) =>
    db.query<{ act: string; data: object }>(
      `select act, data from audit_pending where entity_id = $1
       union all select act, data from audit_log where entity_id = $1`,
      [made.id],
    ),
  )
  expect(rows.map(({ act, data }) => `${act}: ${Object.keys(data).toSorted().join(' ')}`).toSorted()).toEqual([
    'api_key.added: name workflow',
    'api_key.new_network: name network',
    'api_key.new_network: name network',
    'api_key.revoked: name workflow',
  ])
})

test('a key that is refused leaves a line for each network as well', async () => {
  const { keyId, token, workflowId } = await makeKey(ctx, ours, { networks: ['203.0.113.0/24'] })
  const calls = [
    { body: { name: 'X', answers: {} }, status: 422 },
    { workflowId: randomUUID(), status: 404 },
    { from: '198.51.100.9', status: 403 },
  ]
  for (const { status, ...more } of calls) expect(await start({ token, workflowId, ...more })).toMatchObject({ status })
  const { rows } = await api.database.admin((db) =>
    db.query<{ network: string; noted: number }>(
      `select network, (select count(*)::int from
         (select entity_id from audit_pending union all select entity_id from audit_log) a where entity_id = key_id) as noted
       from api_key_networks where key_id = $1 order by network`,
      [keyId],
    ),
  )
  expect(rows).toEqual([
    { network: '198.51.100.9', noted: 2 },
    { network: '203.0.113.7', noted: 2 },
  ])
})

const networksOf = async (keyId: string) => {
  const { rows } = await api.database.admin((db) =>
    db.query<{ network: string }>('select network from api_key_networks where key_id = $1', [keyId]),
  )
  return rows.map(({ network }) => network)
}

test('refused calls are limited before anything is written of them, and take nothing from those that are allowed', async () => {
  const made = await makeKey(ctx, ours, { networks: ['203.0.113.0/24'] })
  const codes = new Set<string>()
  for (let n = 0; n < 60; n++) codes.add((await start({ ...made, from: '198.51.100.9' })).code)
  expect([...codes]).toEqual(['forbidden'])
  expect(await start({ ...made, from: '198.51.100.10' })).toMatchObject({ status: 429 })
  expect(await networksOf(made.keyId)).toEqual(['198.51.100.9'])
  expect(await start(made)).toMatchObject({ status: 201 })
})

test('of ever new networks no more than two hundred are noted', async () => {
  const made = await makeKey(ctx, ours)
  await api.database.admin((db) =>
    db.query(
      `insert into api_key_networks (tenant_id, key_id, network)
       select tenant_id, id, '2001:db8:0:' || to_hex(n) from api_keys, generate_series(1, 199) n where id = $1`,
      [made.keyId],
    ),
  )
  for (const from of ['198.51.100.9', '198.51.100.10'])
    expect(await start({ ...made, from })).toMatchObject({ status: 201 })
  const noted = await networksOf(made.keyId)
  expect([noted.length, noted.includes('198.51.100.10')]).toEqual([200, false])
})

test('a key without a stand-in is among what starts a workflow alone, until it is revoked', async () => {
  const { keyId, workflowId } = await makeKey(ctx, ours)
  const params = apiKeys.revokeApiKey.params.parse({ workflowId, keyId })
  const alone = async () => (await client(getWorkflow, { params })).data.refs.starts_alone
  expect(await alone()).toBe(true)
  await client(apiKeys.revokeApiKey, { params })
  expect(await alone()).toBeUndefined()
})

test.each([
  ['a network that is none', { networks: ['somewhere'] }],
  ['a network without a size', { networks: ['203.0.113.0/'] }],
  ['a network that is too small', { networks: ['203.0.113.0/33'] }],
  ['a network with two sizes', { networks: ['203.0.113.0/24/8'] }],
  ['a token that is none', { token: 'secret' }],
])('a member makes no key with %s', async (_, more) => {
  const params = apiKeys.addApiKey.params.parse(await workflowOf())
  const body = { name: 'Scanner', token: newToken(), ...more }
  expect(await verdict(client(apiKeys.addApiKey, { params, body }))).toBe('422 invalid_request')
})
