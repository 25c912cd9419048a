import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pino, { type Logger } from 'pino'
import { createClient } from 'redis'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { workflowIdOf } from '../../src/areas/instances/engine/address.ts'
import { createConnectedTool } from '../../src/areas/instances/tools/connected-tool.ts'
import { createHttpRequest } from '../../src/areas/instances/tools/http-request.ts'
import { createLimitedTool } from '../../src/areas/instances/tools/limited-tool.ts'
import { createOpenConnection } from '../../src/areas/integrations/open-connection.service.ts'
import { createOpenSecrets } from '../../src/areas/integrations/open-secrets.service.ts'
import { resealSecrets } from '../../src/areas/integrations/reseal-secrets.ts'
import { secretAad } from '../../src/areas/integrations/secret-aad.ts'
import { insertSecret } from '../../src/areas/integrations/secrets.queries.ts'
import { signTenantHead } from '../../src/core/audit/sign-heads.ts'
import { eachLimited } from '../../src/core/each-limited.ts'
import { createEgress } from '../../src/core/egress/egress.ts'
import { createKeyring } from '../../src/core/keys/keyring.ts'
import { createPayloadCodec } from '../../src/core/keys/payload-codec.ts'
import { rotateTenant } from '../../src/core/keys/rotate-keys.ts'
import { sealForTenant } from '../../src/core/keys/tenant-key.ts'
import { createRecords } from '../../src/core/storage/records.ts'
import { startTelemetry } from '../../src/core/telemetry/telemetry.ts'
import { type OwnApi, signIn, startApi } from '../api.ts'
import { testConfig } from '../config.ts'
import { makeConnection } from '../connected.ts'
import { type Engine, startEngine } from '../engine/engine.ts'
import { type Firm, makeFirm } from '../engine/firm.ts'
import { plainHistory } from '../engine/plain-history.ts'
import { call, form } from '../engine/steps.ts'
import { eventually } from '../eventually.ts'
import { listen } from '../listen.ts'
import { listStored, ownBucket } from '../storage/own-bucket.ts'
import { createEngineRows } from './engine-rows.ts'
import { createSecretFinder } from './find-secrets.ts'

/** Of connections, two for each way in which a receiver answers, and of steps with named secrets, one for each. */
const EACH = { connection: 60, step: 5 }

/** With what addresses, JSON and spreadsheets write in another way between two words. */
const newSecret = () => `${randomBytes(18).toString('hex')}/+&"é<${randomBytes(18).toString('hex')}`
/** Headers take none of that. */
const newHeader = () => `${randomBytes(18).toString('hex')}/+&=${randomBytes(18).toString('hex')}`

const spelled = (text: string) => {
  const bytes = Buffer.from(text)
  return [text, encodeURIComponent(text), bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')]
}

/** What a careless receiver makes of all that it was sent. Its messages are longer than what is kept of them. */
const ANSWERS: Record<string, (sent: string[], response: ServerResponse) => void> = {
  repeats: (sent, response) => response.end(JSON.stringify({ name: 'Acme', echo: sent.flatMap(spelled) })),
  text: (sent, response) => response.end(sent.flatMap(spelled).join(' ')),
  cut: (sent, response) => response.end(JSON.stringify({ echo: sent }).slice(0, -3)),
  refuses: (sent, response) => response.writeHead(422).end(JSON.stringify({ message: sent.join(' ') })),
  breaks: (sent, response) => response.writeHead(500).end(`It broke at ${sent.join(' ')}`),
  signed_out: (sent, response) => response.writeHead(401).end(`Unknown key ${sent.join(' ')}`),
  later: (sent, response) => response.writeHead(429, { 'retry-after': '3600' }).end(`Too many of ${sent.join(' ')}`),
  leads: (sent, response) => response.writeHead(302, { location: `/${encodeURIComponent(sent.join())}` }).end(),
}
const KINDS = Object.keys(ANSWERS)
const CALLS = 3 * KINDS.length

let received = 0
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    received += 1
    const { authorization = '', ...headers } = request.headers
    const keys = Object.entries(headers).flatMap(([name, one]) => (name.startsWith('x-key') ? [String(one)] : []))
    const [, kind = ''] = (request.url ?? '').split('/')
    ANSWERS[kind]?.([authorization, ...keys, decodeURIComponent(request.url ?? ''), body], response)
  })
})
let spans = ''
const collector = createServer((request, response) => {
  request.on('data', (chunk: Buffer) => (spans += chunk.toString('latin1')))
  request.on('end', () => response.end())
})
const origin = `http://127.0.0.1:${await listen(server)}`
vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${await listen(collector)}`)
vi.stubEnv('OTEL_EXPORTER_OTLP_COMPRESSION', 'none')

let logged = ''
/** Everything that a process logs from now on, with all there is to say. */
function keepLog(log: Logger): void {
  log.level = 'trace'
  Object.assign(log, { [pino.symbols.streamSym]: { write: (line: string) => void (logged += line) } })
}

const masters = { a: randomBytes(32).toString('base64'), b: randomBytes(32).toString('base64') }
const bucket = await ownBucket()
const keys = (...ids: ('a' | 'b')[]) => ({
  S3_BUCKET: bucket.objects.bucket,
  MASTER_KEY: undefined,
  MASTER_KEY_ID: undefined,
  MASTER_KEYS: ids.map((id) => `${id}:${masters[id]}`).join(),
})

let engine: Engine
let firm: Firm
let api: OwnApi
const redis = createClient({ url: process.env.REDIS_URL ?? '' })
let commands = ''
const telemetry = startTelemetry(testConfig('none', { TRACE_RATIO: '1' }), 'test')

beforeAll(async () => {
  await redis.connect()
  await redis.monitor((command) => void (commands += `${command}\n`))
  engine = await startEngine(
    (ctx) => {
      keepLog(ctx.log)
      const egress = createEgress({ trustedOrigins: [origin] })
      return {
        connected: createLimitedTool(ctx, createConnectedTool(egress, createOpenConnection(ctx))),
        'http.request': createHttpRequest(egress, createOpenSecrets(ctx)),
      }
    },
    keys('a', 'b'),
  )
  api = await startApi(engine.database, { ...keys('a', 'b') })
  keepLog(api.ctx.log)
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(async () => {
  await api.close()
  await engine.stop()
  redis.destroy()
  server.close()
  collector.close()
  await bucket.drop()
}, 30_000)

const secrets: string[] = []
const kept = <T extends string>(secret: T): T => {
  secrets.push(secret)
  return secret
}

/** A connection with sixty secrets, all but one of which are sent, and a workflow that calls by it. */
async function connected(kind: string): Promise<string> {
  const headers = Array.from({ length: EACH.connection - 2 }, (_, n): [string, string] => [
    `X-Key-${n}`,
    kept(newHeader()),
  ])
  const configuration = { headers: Object.fromEntries(headers), token: kept(newHeader()), more: kept(newSecret()) }
  const api_endpoint = `${origin}/${kind}`
  const tool = await makeConnection(engine.ctx, firm.scope, firm.owner, { configuration, api_endpoint })
  const input = { parameters: { company: 'acme' } }
  const step = call('call', ['end'], { ...tool, output: { echo: 'json' }, input, retry: { attempts: 1 } })
  return firm.publish({ name: `Calls ${kind}`, steps: [step, form('end', [])] })
}

/** Named secrets, and a workflow that sends them in every place that takes one. */
async function named(kind: string): Promise<string> {
  const { tenantId } = firm.scope
  const marks: string[] = []
  for (let n = 0; n < EACH.step; n++) {
    const [id, name] = [randomUUID(), `${kind}_${n}`]
    const { sealed, keyNo } = await sealForTenant(engine.ctx, tenantId, kept(newHeader()), secretAad(tenantId, id))
    const secret = { id, name, hosts: [new URL(origin).host], sealed, key_no: keyNo, set_by: firm.owner }
    await firm.work(({ db }) => insertSecret(db, tenantId, secret))
    marks.push(`{{ secret('${name}') }}`)
  }
  const headers = Object.fromEntries(marks.map((mark, n) => [`X-Key-${n}`, `Key ${mark}`]))
  const parameters = { method: 'POST', url: `${origin}/${kind}/${marks.join('/')}`, headers, body: marks.join(' ') }
  const step = call('call', ['end'], { output: { body: 'json' }, input: { parameters }, retry: { attempts: 1 } })
  return firm.publish({ name: `Sends ${kind}`, steps: [step, form('end', [])] })
}

const effects = () =>
  firm.work(({ db, tenantId }) =>
    db
      .selectFrom('effects')
      .select(['instance_id', 'state', 'answer', 'problem', 'held_until'])
      .where('tenant_id', '=', tenantId)
      .execute(),
  )

/** Puts the other master key in the first one's place, and the tenant's data key another until half the calls came. */
async function rotate(): Promise<void> {
  const worker = { ...engine.workerCtx, keyring: createKeyring(testConfig(engine.database.name, keys('b', 'a'))) }
  const isHalfMade = () => received >= CALLS / 2
  for (let times = 0; times < 3 || !isHalfMade(); times++) {
    await rotateTenant(worker, firm.scope, new Date(Date.now() + 1_000), resealSecrets)
    await sleep(250)
  }
}

/** Opens all connections as a process does that has just started and knows one master key. */
async function openedBy(id: 'a' | 'b'): Promise<void> {
  const keyring = createKeyring(testConfig(engine.database.name, keys(id)))
  const { open } = createOpenConnection({ ...engine.workerCtx, keyring })
  const rows = await firm.work(({ db, tenantId }) =>
    db.selectFrom('integrations').select(['id', 'tool_id']).where('tenant_id', '=', tenantId).execute(),
  )
  for (const row of rows) await open(firm.scope.tenantId, row.tool_id, row.id)
}

async function dump(): Promise<string> {
  return engine.database.admin(async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'`,
    )
    const texts: string[] = []
    for (const { name } of rows) {
      const table = await admin.query<{ text: string }>(`select row::text as text from ${name} row`)
      texts.push(...table.rows.map(({ text }) => text))
    }
    return texts.join('\n')
  })
}

/** As the engine keeps them, and opened. */
async function histories(ids: readonly string[]): Promise<string> {
  const codec = createPayloadCodec(engine.ctx.keyring)
  const texts = ids.map(async (id) => {
    const handle = engine.temporal.client.workflow.getHandle(workflowIdOf(firm.scope.tenantId, id))
    const history = await handle.fetchHistory()
    const closed = JSON.stringify(history)
    const plain = await plainHistory(codec, history)
    return closed + plain.replace(/"data":"([\w+/=]+)"/g, (_, data: string) => Buffer.from(data, 'base64').toString())
  })
  return (await Promise.all(texts)).join('\n')
}

/** All that the owner gets to see of it, as it comes. */
async function answers(ids: readonly string[]): Promise<string> {
  const { rows } = await engine.database.admin((admin) =>
    admin.query<{ username: string }>(`select username from people where name = 'Boss'`),
  )
  const { visitor } = await signIn(api, rows[0]?.username ?? '')
  const connections = await firm.work(({ db, tenantId }) =>
    db.selectFrom('integrations').select('id').where('tenant_id', '=', tenantId).execute(),
  )
  const paths = [
    'tools/',
    'tools/integrations/',
    'integrations/secrets/',
    'integrations/models/',
    `org/${firm.scope.tenantId}/audit/`,
    'workflows/instances/',
    'workflows/instances/export/',
    'tasks/',
    'tasks/export/',
    'search/?q=acme',
    'workflows/',
    'messages/',
    ...connections.map(({ id }) => `tools/integrations/${id}/`),
    ...ids.flatMap((id) => [`instances/${id}/`, `instances/${id}/trace/`]),
  ]
  const texts: string[] = []
  for (const path of paths) {
    const answer = await visitor.fetch(`${visitor.origin}/v1/${path}`)
    expect(answer.status, path).toBe(200)
    texts.push(await answer.text())
  }
  return texts.join('\n')
}

/** All that is stored, after the day's signed head of the audit trail was put there, too. */
async function stored(): Promise<string> {
  await signTenantHead(engine.workerCtx, createRecords(bucket.objects), firm.scope.tenantId)
  const { objects } = await listStored(bucket.objects)
  const texts = objects.map(
    async (key) => key + (await buffer((await bucket.objects.get(key)).stream)).toString('latin1'),
  )
  return (await Promise.all(texts)).join('\n')
}

test('of a thousand secrets none stands anywhere, while keys are replaced and calls go on', {
  timeout: 60_000,
}, async () => {
  const engineRows = await createEngineRows()
  const workflows: string[] = []
  for (const kind of KINDS) workflows.push(await connected(kind), await connected(kind), await named(kind))
  expect(workflows).toHaveLength(CALLS)
  expect(secrets).toHaveLength(1_000)

  const ids: string[] = []
  const starting = eachLimited(workflows, 4, async (workflow) => void ids.push(await firm.start(workflow)))
  const rotating = rotate()
  await starting
  await rotating
  const made = await eventually(async () => {
    const rows = await effects()
    const open = rows.filter(({ answer, held_until }) => answer === null && held_until === null)
    if (rows.length < CALLS || open.length > 0) throw new Error(`${rows.length} calls, ${open.length} open`)
    return rows
  }, 45_000)
  await expect(openedBy('a')).rejects.toThrow('no master key with the id b')
  await openedBy('b')
  expect(received).toBeGreaterThanOrEqual(CALLS)
  expect(made.filter(({ problem }) => problem?.includes('couldn’t be made'))).toEqual([])
  expect(made.filter(({ answer }) => answer === 'done').length).toBeGreaterThan(CALLS / 4)

  const find = createSecretFinder(secrets)
  expect(find(`x${Buffer.from(`y${secrets[7]}`).toString('base64')}`), 'they would be found').toEqual([secrets[7]])
  await telemetry.stop()
  const places = {
    database: await dump(),
    engine: await engineRows(),
    objects: await stored(),
    histories: await histories(ids),
    answers: await answers(ids),
    frames: JSON.stringify(engine.frames()),
    redis: commands,
    logged,
    spans,
  }
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(0)
    expect(find(text), place).toEqual([])
  }
})
