import { getCsrf } from '@throughline/contracts/auth'
import { addTaskComment } from '@throughline/contracts/comments'
import type { EndpointShape } from '@throughline/contracts/endpoint'
import { claimTask, releaseTask } from '@throughline/contracts/task-acts'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from './api.ts'
import { ENDPOINTS } from './testing/declared-answers.ts'

/** As the server does it: once for each key. Whether the page hears of it is another matter. */
function openServer() {
  const effects = new Map<string | null, string>()
  let line: 'holds' | 'cut' | 'cut in the answer' | 'broken' | 'refusing' = 'holds'
  const answer = async (input: string, init: RequestInit) => {
    if (init.method === undefined) return Response.json({ csrfToken: 'token' })
    if (line === 'refusing') return Response.json({ code: 'no', message: 'No', request_id: 'r1' }, { status: 409 })
    effects.set(new Headers(init.headers).get('idempotency-key'), `${init.method} ${input}`)
    if (line === 'cut') throw new TypeError('Failed to fetch')
    if (line === 'broken') return new Response('<html>', { status: 502 })
    return line === 'holds' ? Response.json({ data: {} }) : new Response('{"data"')
  }
  vi.stubGlobal('fetch', vi.fn(answer))
  return {
    effects: () => [...effects.values()],
    line: (next: typeof line) => {
      line = next
    },
  }
}

beforeEach(() => api.forgetCsrf())

const ids = (path: string) => Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'some-id']))

/** The same press once more: made anew from the same content. */
function makeCall(endpoint: EndpointShape) {
  const whole = { ...endpoint, params: endpoint.params ?? getCsrf.response, body: endpoint.body ?? getCsrf.response }
  const input = { params: ids(endpoint.path), body: endpoint.body && { name: 'Same' } }
  const form = new FormData()
  form.append('file', new File(['same'], 'same.pdf', { lastModified: 1 }))
  return api(whole, input, endpoint.file ? { form } : {})
}

const mutations = [...new Set(ENDPOINTS)].filter(({ method }) => method !== 'GET')

test('there are mutations to be tried', () => expect(mutations.length).toBeGreaterThan(100))

test.each(mutations.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s has one effect when it is retried after its answer was lost',
  async (_, endpoint) => {
    const server = openServer()
    for (const lost of ['cut', 'cut in the answer', 'broken'] as const) {
      if (lost === 'cut in the answer' && endpoint.binary) continue
      server.line(lost)
      await expect(makeCall(endpoint), lost).rejects.toThrow()
    }
    server.line('holds')
    await makeCall(endpoint)
    expect(server.effects()).toHaveLength(1)
    await makeCall(endpoint)
    expect(server.effects(), 'what was answered is done: the same once more is another').toHaveLength(2)
  },
)

const taskId = 'some-task'
const comment = (content: string) => api(addTaskComment, { params: { taskId }, body: { content } })
const claim = () => api(claimTask, { params: { taskId } })
const release = () => api(releaseTask, { params: { taskId } })

test('other content has a key of its own', async () => {
  const server = openServer()
  server.line('cut')
  await expect(comment('One')).rejects.toThrow()
  server.line('holds')
  await comment('Two')
  await comment('One')
  expect(server.effects()).toHaveLength(2)
})

test('what was refused may be done when it is asked for again', async () => {
  const server = openServer()
  server.line('refusing')
  await expect(comment('One')).rejects.toThrow('No')
  const [refused] = keysSent()
  server.line('holds')
  await comment('One')
  expect(keysSent()[1]).not.toBe(refused)
})

test('two at once are two', async () => {
  const server = openServer()
  await Promise.all([comment('Same'), comment('Same')])
  expect(server.effects()).toHaveLength(2)
})

test('what was changed and changed back meanwhile is done anew', async () => {
  const server = openServer()
  server.line('cut')
  await expect(claim()).rejects.toThrow()
  server.line('holds')
  await release()
  await claim()
  expect(server.effects()).toEqual([
    'POST /v1/tasks/some-task/claim/',
    'POST /v1/tasks/some-task/release/',
    'POST /v1/tasks/some-task/claim/',
  ])
})

test('keys are forgotten with whoever made the calls', async () => {
  const server = openServer()
  server.line('cut')
  await expect(comment('One')).rejects.toThrow()
  api.forgetCsrf()
  server.line('holds')
  await comment('One')
  expect(server.effects()).toHaveLength(2)
})

function keysSent() {
  return vi
    .mocked(fetch)
    .mock.calls.filter(([, init]) => init?.method !== undefined)
    .map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
}
