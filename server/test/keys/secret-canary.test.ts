import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workflowIdOf } from '../../src/areas/instances/engine/address.ts'
import { createHttpRequest } from '../../src/areas/instances/tools/http-request.ts'
import { createOpenSecrets } from '../../src/areas/integrations/open-secrets.service.ts'
import { secretAad } from '../../src/areas/integrations/secret-aad.ts'
import { insertSecret } from '../../src/areas/integrations/secrets.queries.ts'
import type { Context } from '../../src/core/context.ts'
import { createPools, type Pools } from '../../src/core/db/pools.ts'
import { createEgress } from '../../src/core/egress/egress.ts'
import { createPayloadCodec } from '../../src/core/keys/payload-codec.ts'
import { sealForTenant } from '../../src/core/keys/tenant-key.ts'
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
const received: string[] = []
/** Repeats all it was sent, as careless services do. */
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    received.push(`${request.url} ${request.headers.authorization} ${body}`)
    response.end(JSON.stringify({ url: request.url, headers: request.headers, body }))
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
      'http.request': createHttpRequest(createEgress({ trustedOrigins: [origin] }), createOpenSecrets(worker)),
    }
  })
  firm = await makeFirm(engine.ctx)
  const { tenantId } = firm.scope
  const id = randomUUID()
  const { sealed, keyNo } = await sealForTenant(engine.ctx, tenantId, CANARY, secretAad(tenantId, id))
  await firm.work(({ db }) =>
    insertSecret(db, tenantId, {
      id,
      name: 'bank',
      hosts: [`127.0.0.1:${port}`],
      sealed,
      key_no: keyNo,
      set_by: firm.owner,
    }),
  )
}, 90_000)
afterAll(async () => {
  server.close()
  await engine.stop()
  await pools.end()
}, 30_000)

const parameters = {
  method: 'POST',
  url: `${origin}/{{ secret('bank') }}`,
  headers: { Authorization: "Bearer {{ secret('bank') }}" },
  body: "{{ secret('bank') }}",
}

test('a secret reaches the receiver and stands in no row, history or log', { timeout: 60_000 }, async () => {
  const step = call('call', ['end'], { output: { status: 'number', body: 'json' }, input: { parameters } })
  const workflow = await firm.publish({ name: 'Canary', steps: [step, form('end', [])] })
  const id = await firm.start(workflow)
  await firm.open(id, 'end')
  expect(received).toEqual([`/${CANARY} Bearer ${CANARY} ${CANARY}`])

  expect(await foundInDatabase(engine.database, CANARY)).toEqual([])
  const handle = engine.temporal.client.workflow.getHandle(workflowIdOf(firm.scope.tenantId, id))
  const history = await plainHistory(createPayloadCodec(engine.ctx.keyring), await handle.fetchHistory())
  const opened = history.replace(/"data":"([\w+/=]+)"/g, (_, data: string) => Buffer.from(data, 'base64').toString())
  expect(opened).toContain(id)
  const told = opened + logged
  for (const form of [CANARY, Buffer.from(CANARY).toString('base64').slice(0, -4)]) expect(told).not.toContain(form)
  const { variables } = await firm.instance(id)
  expect(JSON.stringify(variables)).toContain('•••')
})

test('a secret that was removed stops the step with an incident that names it', { timeout: 60_000 }, async () => {
  const gone = { ...parameters, body: "{{ secret('gone') }}" }
  const workflow = await firm.publish({
    name: 'Gone',
    steps: [call('call', ['end'], { input: { parameters: gone } }), form('end', [])],
  })
  const id = await firm.start(workflow)
  const problem = 'There’s no secret named “gone”. Add it, then retry.'
  expect(await firm.open(id, 'call', { status: 'failed' })).toMatchObject({ problem })
})
