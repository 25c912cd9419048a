import { createServer } from 'node:net'
import type { Json } from '@throughline/flow/eval'
import { afterAll, describe, expect, test } from 'vitest'
import { caughtMail } from '../../../../test/caught-mail.ts'
import { HTTP_SUBJECTS, S3_KEY } from '../../../../test/connectors/http-subjects.ts'
import { postgresSubject, smtpSubject, testDatabase } from '../../../../test/connectors/socket-subjects.ts'
import {
  type Behaviour,
  closeAll,
  open,
  type Place,
  SECRET,
  type Subject,
} from '../../../../test/connectors/subject.ts'
import { uniqueAddress } from '../../../../test/someone.ts'
import { readConfig } from '../../../core/config.ts'
import { createEgress } from '../../../core/egress/egress.ts'
import { CONNECTORS } from './catalogue.ts'
import { operationNamed } from './connector.ts'
import { runOperation } from './run-operation.ts'
import { runTest } from './test-steps.ts'
import type { ToolAnswer } from './tool-answer.ts'

afterAll(closeAll)
afterAll(() => testDatabase.drop())

/** A server that says nothing is waited for briefly; one that answers may be slow on a busy machine. */
const timeoutFor = (behaviour: Behaviour) => (behaviour === 'silent' ? 400 : 4_000)

const trusting = ({ scheme, host, port }: Omit<Place, 'keys'>, behaviour: Behaviour = 'good') => {
  const trustedOrigins = [`${scheme}://${host}:${port}`, `tcp://${host}:${port}`]
  return createEgress({ trustedOrigins, timeoutMs: timeoutFor(behaviour) })
}

const connectorFor = (subject: Subject, place: Omit<Place, 'keys'>) => subject.at?.(place) ?? subject.connector

interface Tried {
  place?: Omit<Place, 'keys'>
  input?: Record<string, Json>
  secret?: string
  egress?: ReturnType<typeof createEgress>
  signal?: AbortSignal
}

/** One call, as the worker makes it. */
async function call(subject: Subject, behaviour: Behaviour, tried: Tried = {}): Promise<ToolAnswer> {
  const place = tried.place ?? (await subject.serve(behaviour))
  const connector = connectorFor(subject, place)
  const operation = operationNamed(connector, subject.operation)
  if (!operation) throw new Error('no such operation')
  const reach = {
    egress: tried.egress ?? trusting(place, behaviour),
    signal: tried.signal ?? new AbortController().signal,
  }
  const configuration = subject.configuration(place, tried.secret)
  const input = tried.input ?? subject.input(behaviour)
  return await runOperation(connector, reach, { operation, input, configuration, key: 'key-1' })
}

const secretOf = ({ secret = SECRET }: Subject) => secret
const codeOf = (answer: ToolAnswer) => (answer.ok ? 'ok' : answer.code)
const textOf = (answer: ToolAnswer) => (answer.ok ? '' : answer.text)

const testOf = async (subject: Subject, secret?: string) => {
  const place = await subject.serve('good')
  const reach = { egress: trusting(place), signal: new AbortController().signal }
  return await runTest(connectorFor(subject, place), reach, subject.configuration(place, secret))
}

/** An address where nobody is. */
async function nobody(scheme: Place['scheme']): Promise<Omit<Place, 'keys'>> {
  const server = createServer()
  const port = await open(server)
  await new Promise((resolve) => server.close(resolve))
  return { scheme, host: '127.0.0.1', port }
}

/** What every connector promises, whatever protocol it speaks. */
const CASES: Record<string, (subject: Subject) => Promise<void>> = {
  success: async (subject) => {
    expect(await call(subject, 'good')).toMatchObject({ ok: true, output: subject.output })
  },
  client_error: async (subject) => {
    const answer = await call(subject, 'client_error')
    expect(codeOf(answer)).toBe('refused')
    expect(textOf(answer)).toMatch(/account|mailbox|nothing_of_that_name|NoSuchThing/)
  },
  server_error: async (subject) => {
    expect(codeOf(await call(subject, 'server_error'))).toBe('unreachable')
  },
  slow: async (subject) => {
    const answer = await call(subject, 'silent')
    expect(codeOf(answer)).toBe('unreachable')
  },
  cut: async (subject) => {
    expect(codeOf(await call(subject, 'cut'))).toBe('unreachable')
  },
  oversize: async (subject) => {
    expect(['unknown', 'unreachable']).toContain(codeOf(await call(subject, 'oversize')))
  },
  redirect: async (subject) => {
    // What was sent is not sent on: it may hold what is meant for the first receiver alone.
    expect(['unknown', 'refused']).toContain(codeOf(await call(subject, 'redirect')))
  },
  bad_tls: async (subject) => {
    const answer = await call(subject, 'bad_tls')
    expect(codeOf(answer)).toBe('unreachable')
    expect(textOf(answer)).toContain('certificate')
  },
  wrong_secret: async (subject) => {
    const secret = 'an0ther-s3cret-that-is-wr0ng'
    const answer = await call(subject, 'good', { secret })
    expect(codeOf(answer)).toBe('signed_out')
    expect(textOf(answer)).not.toContain(secret)
  },
  busy: async (subject) => {
    const answer = await call(subject, 'busy')
    expect(answer).toMatchObject({ ok: false, code: 'held' })
    const wait = !answer.ok && answer.code === 'held' ? answer.until.getTime() - Date.now() : 0
    expect(wait).toBeGreaterThan(50_000)
    expect(wait).toBeLessThanOrEqual(90_000)
  },
  repeat: async (subject) => {
    const place = await subject.serve('good')
    for (const _ of [1, 2]) expect(await call(subject, 'good', { place })).toMatchObject({ ok: true })
    const [key] = place.keys
    expect(key).not.toBe('undefined')
    expect(place.keys).toEqual([key, key])
  },
  private_address: async (subject) => {
    let hits = 0
    const canary = createServer((socket) => {
      hits++
      socket.destroy()
    })
    const place = { scheme: 'https' as const, host: '127.0.0.1', port: await open(canary) }
    const answer = await call(subject, 'good', { place, egress: createEgress({ trustedOrigins: [] }) })
    expect(answer).toMatchObject({
      ok: false,
      code: 'refused',
      text: expect.stringContaining('isn’t a public address'),
    })
    expect(hits).toBe(0)
  },
  hostile: async (subject) => {
    const answer = await call(subject, 'hostile')
    expect(JSON.stringify(answer).length).toBeLessThan(10_000)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  },
  no_protocol: async (subject) => {
    const answer = await call(subject, 'no_protocol')
    expect(['ok', 'unknown', 'unreachable', 'refused', 'held']).toContain(codeOf(answer))
    expect(textOf(answer)).not.toContain('<!doctype')
  },
  wrong_schema: async (subject) => {
    expect(await call(subject, 'wrong_schema')).toMatchObject({
      ok: false,
      code: 'unknown',
      text: expect.stringContaining('doesn’t fit'),
    })
  },
  stopped: async (subject) => {
    const stopped = call(subject, 'silent', { signal: AbortSignal.timeout(80) })
    await expect(stopped).rejects.toMatchObject({ name: 'TimeoutError' })
  },
  echo: async (subject) => {
    const answer = await call(subject, 'echo')
    expect(codeOf(answer)).toBe('ok')
    expect(JSON.stringify(answer)).not.toContain(secretOf(subject))
    expect(JSON.stringify(answer)).toContain('•••')
  },
  echo_error: async (subject) => {
    const answer = await call(subject, 'echo_error')
    expect(codeOf(answer)).toBe('refused')
    expect(textOf(answer)).not.toContain(secretOf(subject))
  },
  input: async (subject) => {
    const place = await subject.serve('good')
    const before = place.keys.length
    const answer = await call(subject, 'good', { place, input: { surprise: 7, name: 7 } })
    expect(answer).toMatchObject({ ok: false, code: 'refused', text: expect.stringContaining('doesn’t fit the tool') })
    expect(place.keys.length).toBe(before)
  },
  nobody: async (subject) => {
    const answer = await call(subject, 'good', { place: await nobody('http') })
    expect(answer).toMatchObject({ code: 'unreachable', text: expect.stringContaining('refused the connection') })
  },
  no_name: async (subject) => {
    const missing = Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
    const egress = createEgress({ trustedOrigins: [], resolve: (_name, _options, callback) => callback(missing, []) })
    const place = { scheme: 'https' as const, host: 'nowhere.example', port: 443 }
    const answer = await call(subject, 'good', { place, egress })
    expect(answer).toMatchObject({ code: 'unreachable', text: expect.stringContaining('wasn’t found') })
  },
  empty: async (subject) => {
    expect(['ok', 'unknown']).toContain(codeOf(await call(subject, 'empty')))
  },
  test: async (subject) => {
    const steps = await testOf(subject)
    expect(steps?.length).toBeGreaterThan(0)
    for (const step of steps ?? []) expect(step).toEqual({ text: expect.any(String), ok: true, ms: expect.any(Number) })
  },
  test_refused: async (subject) => {
    const secret = 'an0ther-s3cret-that-is-wr0ng'
    const last = (await testOf(subject, secret))?.at(-1)
    expect(last).toMatchObject({ ok: false, problem: expect.any(String) })
    expect(JSON.stringify(last)).not.toContain(secret)
  },
}

const SUBJECTS = [...HTTP_SUBJECTS, smtpSubject, postgresSubject]

test('there are 24 cases, every connector of the product is tried, and what is left out has a reason', () => {
  expect(Object.keys(CASES)).toHaveLength(24)
  const tried = SUBJECTS.map(({ connector }) => connector.id)
  for (const { id, name } of CONNECTORS) expect(tried, name).toContain(id)
  for (const { without = {} } of SUBJECTS)
    for (const [left, reason] of Object.entries(without))
      expect([Object.hasOwn(CASES, left), reason]).toEqual([true, expect.stringMatching(/\.$/)])
})

describe.each(SUBJECTS.map((subject) => ({ name: subject.connector.name, subject })))('$name', ({ subject }) => {
  const meant = Object.entries(CASES).filter(([name]) => !Object.hasOwn(subject.without ?? {}, name))
  test.each(meant)('%s', (_name, run) => run(subject))
})

const subjectOf = (name: string) => {
  const found = SUBJECTS.find(({ connector }) => connector.name === name)
  if (!found) throw new Error(`no subject ${name}`)
  return found
}

/** Another operation of the same connector, at the real server. */
async function operate(
  subject: Subject,
  operation: string,
  input: Record<string, Json>,
  behaviour: Behaviour = 'good',
) {
  return await call({ ...subject, operation }, behaviour, { input })
}

test('what S3 stored is listed once and read, as text or as bytes; too much of it is not read', async () => {
  const s3 = subjectOf('S3')
  const bytes = Buffer.from([0, 255, 1]).toString('base64')
  await operate(s3, 'put', { key: `${S3_KEY}.bin`, content_base64: bytes })
  for (const _ of ['once', 'repeated'])
    expect(await operate(s3, 'put', { key: S3_KEY, content: 'Größe' })).toMatchObject({ ok: true })
  expect(await operate(s3, 'get', { key: S3_KEY })).toMatchObject({ output: { content: 'Größe', bytes: 7 } })
  expect(await operate(s3, 'get', { key: `${S3_KEY}.bin` })).toMatchObject({
    output: { content: null, content_base64: bytes },
  })
  const listed = await operate(s3, 'list', { prefix: S3_KEY })
  expect(listed).toMatchObject({ output: { objects: [{ key: S3_KEY }, { key: `${S3_KEY}.bin` }], more: false } })
  expect(await operate(s3, 'get', { key: 'nothing here' })).toMatchObject({ code: 'refused' })
  expect(await operate(s3, 'get', { key: S3_KEY }, 'oversize')).toMatchObject({ code: 'unknown' })
})

test('a query changes nothing, is one statement, and answers a thousand rows at most', async () => {
  const query = (text: string) => operate(subjectOf('PostgreSQL'), 'query', { query: text })
  for (const text of [
    'select 1; drop table tenants',
    'delete from tenants',
    'with gone as (delete from tenants returning 1) select * from gone',
    "select set_config('transaction_read_only', 'off', false)",
    'select 1) ; commit; drop table tenants; --',
  ])
    expect(await query(text), text).toMatchObject({ ok: false, code: 'refused' })
  expect(await query('select pg_sleep(8)')).toMatchObject({ text: 'The query took longer than 4 seconds.' })
  const many = await query('select n, now() as at, 12.50::numeric as sum, null as none from generate_series(1, 1001) n')
  expect(many).toMatchObject({ ok: true, output: { row_count: 1_000, more: true } })
  const rows = many.ok && Array.isArray(many.output.rows) ? many.output.rows : []
  expect(rows[0]).toEqual({ n: 1, at: expect.any(String), sum: '12.50', none: null })
})

test('a message by SMTP arrives at the mail catcher, and a repeat is the same message', async () => {
  const { hostname, port } = new URL(readConfig().SMTP_URL.reveal())
  const place = { scheme: 'http' as const, host: hostname, port: Number(port) }
  const to = uniqueAddress('someone')
  const smtp = subjectOf('SMTP')
  const open: Subject = {
    ...smtp,
    configuration: () => ({ host: hostname, port: Number(port), security: 'None', from: 'us@example.com' }),
  }
  const input = { to, subject: 'News', text: 'Hello', html: '<p>Hello</p>' }
  for (const _ of [1, 2]) expect(await call(open, 'good', { place, input })).toMatchObject({ ok: true })
  await expect.poll(async () => (await caughtMail(to)).length).toBe(2)
  const mails = await caughtMail(to)
  expect(mails[0]).toMatchObject({ subject: 'News', to: [to] })
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
})

test('a path leads nowhere but below the base address, and GET reads', async () => {
  const http = subjectOf('HTTP')
  const atRoot: Subject = {
    ...http,
    configuration: ({ host, port }) => ({ base_address: `http://${host}:${port}`, token: SECRET }),
  }
  for (const path of ['../admin', '%2e%2e/admin', 'a/../../b'])
    expect(await operate(http, 'get', { path }), path).toMatchObject({ code: 'refused' })
  expect(await operate(atRoot, 'get', { path: '\\\\evil.example/' })).toMatchObject({ code: 'refused' })
  expect(await operate(atRoot, 'get', { path: '//companies' })).toMatchObject({ ok: true })
  expect(await operate(http, 'get', { path: 'companies', query: { q: 'a&b', n: 7 } })).toMatchObject({ ok: true })
})

test('a sent request is keyed only where the connection says that its receiver recognizes keys', () => {
  const { recognizesKeys } = subjectOf('HTTP').connector
  expect(recognizesKeys?.({ base_address: 'https://a.example', honours_key: true })).toBe(true)
  expect(recognizesKeys?.({ base_address: 'https://a.example' })).toBe(false)
})
