import { createServer, type IncomingHttpHeaders } from 'node:http'
import { getMe } from '@throughline/contracts/auth'
import { getTestCall, makeTestCall } from '@throughline/contracts/test-calls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeConnection } from '../../../../test/connected.ts'
import { listen } from '../../../../test/listen.ts'
import { verdict } from '../../../../test/verdict.ts'
import { at, make } from '../../../../test/workflow-acts.ts'
import { createWorld } from '../../../../test/world.ts'
import { createPools } from '../../../core/db/pools.ts'
import { createEgress } from '../../../core/egress/egress.ts'
import type { Mailer, OutgoingMail } from '../../../core/mail/mailer.ts'
import { createOpenConnection } from '../../integrations/integrations.public.ts'
import { createConnectedTool } from '../tools/connected-tool.ts'
import { createHttpRequest } from '../tools/http-request.ts'
import { createSendEmail } from '../tools/send-email.ts'
import { createMakeConnectionTest } from './make-connection-test.ts'
import { createMakeTestCall } from './make-test-call.ts'

const api = await sharedApi()
const { actors, ours } = await createWorld(api)
const { client: ada } = actors.manager
/** As the worker has it. */
const jobs = { ...api.ctx, pools: createPools(api.ctx.config, 'worker', () => undefined) }
const { client: ben } = actors.member

let origin: string
let answer = '{"payment_id": "p-1"}'
let received: { headers: IncomingHttpHeaders; body: string }[] = []
let mails: OutgoingMail[] = []
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.end(answer)
  })
})
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`
})
beforeEach(() => {
  received = []
  mails = []
})
afterAll(async () => {
  server.close()
  await jobs.pools.end()
})

const mailer: Mailer = { send: async (mail) => void mails.push(mail), close: () => undefined }

/** What the worker does with what the outbox gives it. */
async function work(id: string, trusted: readonly string[]) {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ payload: { args: { tenantId: string; memberId: string; id: string } } }>(
      `select payload from outbox where payload ->> 'workflowId' = $1`,
      [`test-call:${id}`],
    ),
  )
  const input = rows[0]?.payload.args
  if (!input) throw new Error('no duty was left')
  expect(input.tenantId).toBe(ours.tenantId)
  const tools = {
    'http.request': createHttpRequest(createEgress({ trustedOrigins: trusted }), async () => []),
    'email.send': createSendEmail(jobs, mailer),
    connected: createConnectedTool(createEgress({ trustedOrigins: trusted }), createOpenConnection(jobs)),
  }
  const egress = createEgress({ trustedOrigins: trusted })
  await createMakeTestCall(jobs, tools, createMakeConnectionTest(jobs, egress, createOpenConnection(jobs)))(input)
}

const ask = {
  id: 'ask',
  type: 'manual' as const,
  name: 'Ask',
  next: ['call'],
  fields: [{ name: 'vendor', type: 'text' as const, label: 'Vendor', required: true }],
  assignee: { starter: true as const },
}
const calling = (tool_id: string, parameters: Record<string, string>, more: { connection?: string } = {}) => {
  const called = { tool_id, input: { parameters }, ...more }
  const call = { id: 'call', type: 'tool' as const, name: 'Call', next: ['gone'], ...called }
  return make(ada, { start_step: 'ask', steps: { ask, call }, publish: false })
}
const read = (testCallId: string) => ada(getTestCall, { params: { testCallId } })

test('a step is called once with sample values, under a key of its own and marked as a test', async () => {
  const made = await calling('http.request', { method: 'POST', url: origin, body: '{"to": "{{ vars.vendor }}"}' })
  const { data } = await ada(makeTestCall, { ...at(made), body: { step: 'call' } })
  expect(data).toMatchObject({ state: 'under_way', output: null })
  await work(data.id, [origin])
  await work(data.id, [origin])
  expect(received).toMatchObject([
    { headers: { 'idempotency-key': `test:${data.id}`, 'throughline-test': 'true' }, body: '{"to": "Sample vendor"}' },
  ])
  expect((await read(data.id)).data).toMatchObject({
    state: 'answered',
    sent: { url: `${origin}/` },
    output: { status: 200, body: { payment_id: 'p-1' } },
  })
  expect(await verdict(ben(getTestCall, { params: { testCallId: data.id } }))).toBe('404 not_found')
})

test('a step that calls by a connection is tested by those who may use it', async () => {
  const { member_id } = await ada(getMe)
  const { tool_id, connection } = await makeConnection(api.ctx, ours, member_id, {
    api_endpoint: `${origin}/lookup`,
    configuration: { metadata: 'a-key-that-nobody-reads' },
  })
  const made = await calling(tool_id, { company: '{{ vars.vendor }}' }, { connection })
  expect(await verdict(ben(makeTestCall, { ...at(made), body: { step: 'call' } }))).toMatch(/^422 /)
  const { data } = await ada(makeTestCall, { ...at(made), body: { step: 'call' } })
  await work(data.id, [origin])
  const headers = { authorization: 'Bearer a-key-that-nobody-reads', 'throughline-test': 'true' }
  expect(received).toMatchObject([{ headers, body: '{"company":"Sample vendor"}' }])
  expect((await read(data.id)).data).toMatchObject({
    state: 'answered',
    sent: { company: 'Sample vendor' },
    output: { payment_id: 'p-1' },
  })
})

test('of a long answer the beginning is kept, and says that it is cut off', async () => {
  const made = await calling('http.request', { method: 'POST', url: origin })
  const { data } = await ada(makeTestCall, { ...at(made), body: { step: 'call' } })
  const short = answer
  answer = JSON.stringify({ payments: Array.from({ length: 50_000 }, (_, n) => `p-${n}`) })
  await work(data.id, [origin])
  answer = short
  const { output } = (await read(data.id)).data
  expect(output).toMatchObject({ status: 200, body: expect.stringMatching(/^\{"payments":\["p-0",.*… \(cut off\)$/) })
  expect(JSON.stringify(output).length).toBeLessThan(100_000)
})

test('a test that the worker comes to too late is not made: the person was told to try again', async () => {
  const made = await calling('http.request', { method: 'POST', url: origin })
  const { data } = await ada(makeTestCall, { ...at(made), body: { step: 'call' } })
  const ago = `update test_calls set created_at = now() - interval '2 minutes' where id = $1`
  await api.database.admin((admin) => admin.query(ago, [data.id]))
  expect((await read(data.id)).data).toMatchObject({ state: 'failed', text: 'The test didn’t finish. Try again.' })
  await work(data.id, [origin])
  expect(received).toEqual([])
})

test('who tested which step is in the audit log', async () => {
  const made = await calling('http.request', { method: 'POST', url: origin })
  await ada(makeTestCall, { ...at(made), body: { step: 'call' } })
  const { rows } = await api.database.admin((admin) =>
    admin.query(`select actor_id, data from audit_pending where act = 'workflow.step_tested' and entity_id = $1`, [
      at(made).params.workflowId,
    ]),
  )
  expect(rows).toMatchObject([{ actor_id: actors.manager.user.member_id, data: { step: 'call' } }])
})

test('the guard keeps tests from private addresses as it keeps real calls, and says why', async () => {
  const made = await calling('http.request', { method: 'GET', url: 'https://127.0.0.1/admin' })
  const { data } = await ada(makeTestCall, { ...at(made), body: { step: 'call' } })
  await work(data.id, [])
  expect((await read(data.id)).data).toMatchObject({
    state: 'failed',
    text: '127.0.0.1 isn’t a public address, so it can’t be called.',
  })
})

test('a mail goes to whoever tests, and to nobody that the step names', async () => {
  const made = await calling('email.send', { to: 'client@elsewhere.example', subject: 'Hello', text: 'Dear client' })
  const { data } = await ada(makeTestCall, { ...at(made), body: { step: 'call' } })
  await work(data.id, [])
  expect(mails.map(({ subject, text }) => [subject, text])).toEqual([['[Test] Hello', 'Dear client']])
  expect(mails[0]?.to).not.toBe('client@elsewhere.example')
  expect((await read(data.id)).data).toMatchObject({ state: 'answered' })
})

test('a step without a tool is not tested', async () => {
  const made = await make(ada)
  expect(await verdict(ada(makeTestCall, { ...at(made), body: { step: 'ask' } }))).toBe('422 invalid_request')
})
