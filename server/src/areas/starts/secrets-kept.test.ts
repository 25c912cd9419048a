import { randomBytes, randomUUID } from 'node:crypto'
import * as apiKeys from '@throughline/contracts/api-keys'
import * as hooks from '@throughline/contracts/hooks'
import { listStarts } from '@throughline/contracts/starts'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { newToken } from '../../../test/api-keys.ts'
import { INTAKE_WORKFLOW } from '../../../test/forms.ts'
import { newSecret } from '../../../test/hooks.ts'
import { makeWorkflow } from '../../../test/running-world.ts'
import { createWorld } from '../../../test/world.ts'
import { signedHeaders } from './hooks/signatures.ts'

const api = await createTestApi({ LOG_LEVEL: 'debug' })
afterAll(() => api.close())
const { ctx, app } = api
let logged = ''
Object.assign(ctx.log, { [pino.symbols.streamSym]: { write: (line: string) => void (logged += line) } })
const { ours, actors } = await createWorld(api)
const host = new URL(ctx.config.APP_ORIGIN).host

/** Every way in which bytes could be written down. */
const spellings = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '').slice(0, -1)]
}

/** Every row of every table, as text; what is queued for the engine, and so its history, stands in the outbox. */
async function tablesHolding(secrets: readonly string[]): Promise<string[]> {
  return await api.database.admin(async (db) => {
    const { rows: tables } = await db.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables.length).toBeGreaterThan(100)
    const each = tables.map(
      ({ name }) => `select '${name}' as name where exists (
        select from ${name} t, unnest($1::text[]) s where position(s in t::text) > 0)`,
    )
    const { rows } = await db.query<{ name: string }>(each.join(' union all '), [secrets.flatMap(spellings)])
    return rows.map(({ name }) => name)
  })
}

test('secrets, tokens and keys stand in no table, no answer and no log', async () => {
  const { client } = actors.owner
  const workflowId = await makeWorkflow(ctx, ours, INTAKE_WORKFLOW)
  const params = hooks.addHook.params.parse({ workflowId })
  const [first, second, bearer, token] = [newSecret(), newSecret(), randomBytes(24).toString('hex'), newToken()]
  const inAddress = randomBytes(16).toString('hex')
  const answers: unknown[] = []

  const settings = {
    name: 'Procurement',
    repeat_by: 'id',
    mapping: { company: '$.company' },
    files_path: '$.file',
  } as const
  const add = async (style: 'standard' | 'bearer', secret: string) => {
    const made = await client(hooks.addHook, { params, body: { ...settings, style, secret } })
    answers.push(made)
    return { workflowId: params.workflowId, hookId: made.data.id }
  }
  const call = async (hookId: string, style: 'standard' | 'bearer', secret: string) => {
    const payload = JSON.stringify({ company: 'Quayside', file: `https://files.example/a.pdf?token=${inAddress}` })
    const signed = signedHeaders(style, secret, Buffer.from(payload), { id: randomUUID() })
    const headers = { host, 'content-type': 'application/json', ...signed }
    const answer = await app.inject({ method: 'POST', url: `/v1/hooks/${hookId}/`, headers, payload })
    expect(answer.statusCode).toBe(202)
    answers.push(answer.json())
  }
  const signed = await add('standard', first)
  const plain = await add('bearer', bearer)
  await call(signed.hookId, 'standard', first)
  await call(plain.hookId, 'bearer', bearer)
  answers.push(await client(hooks.replaceHookSecret, { params: signed, body: { secret: second } }))
  await call(signed.hookId, 'standard', second)
  // Refused, with the wrong secret: what was wrong is not kept either.
  await app.inject({
    method: 'POST',
    url: `/v1/hooks/${plain.hookId}/`,
    headers: { host, 'content-type': 'application/json', authorization: `Bearer ${second}` },
    payload: '{}',
  })

  const ofKeys = apiKeys.addApiKey.params.parse({ workflowId })
  answers.push(await client(apiKeys.addApiKey, { params: ofKeys, body: { name: 'ERP', token, ends_in_days: 90 } }))
  const started = await app.inject({
    method: 'POST',
    url: `/v1/workflows/${workflowId}/instances/`,
    headers: { host, authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    payload: { name: 'By key', answers: { company: 'Quayside' } },
  })
  expect(started.statusCode).toBe(201)
  answers.push(started.json(), await client(apiKeys.listApiKeys, { params: ofKeys }))
  answers.push(await client(listStarts, { params: listStarts.params.parse({ workflowId }) }))
  for (const one of [signed, plain]) {
    answers.push(await client(hooks.getHook, { params: one }))
    answers.push(await client(hooks.listDeliveries, { params: one, query: {} }))
  }

  const secrets = [first.slice(6), second.slice(6), bearer, token.slice(4), inAddress]
  const text = JSON.stringify(answers)
  expect(logged).toContain('/v1/hooks/')
  expect(secrets.filter((secret) => spellings(secret).some((one) => logged.includes(one)))).toEqual([])
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(await tablesHolding(secrets)).toEqual([])
})
