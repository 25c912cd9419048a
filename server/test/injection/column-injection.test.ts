import { endOtherSessions } from '@throughline/contracts/account'
import { getCsrf, logout } from '@throughline/contracts/auth'
import { type EndpointShape, fillPath, type RateClass } from '@throughline/contracts/endpoint'
import { ErrorBody } from '@throughline/contracts/errors'
import { afterAll, describe, expect, test } from 'vitest'
import { MAX_NAMED_ERRORS } from '../../src/core/http/error-handler.ts'
import { tenantKey } from '../../src/core/keys/tenant-key.ts'
import { ENDPOINTS } from '../../src/main/endpoints.ts'
import { createTestApi, signIn } from '../api.ts'
import { type Change, difference, watchChanges } from '../changes.ts'
import { createSamples, keyOf, type Sample } from '../endpoint-samples.ts'
import { foundInDatabase } from '../found-in-database.ts'
import { ENGINE_AWAY } from '../queued-mails.ts'
import { rateCounts } from '../rate-counts.ts'
import { createWorld } from '../world.ts'
import { columnNames } from './column-names.ts'
import {
  declaredKeys,
  documentIn,
  hostileValue,
  isContent,
  laden,
  MARK,
  slipped,
  slippedDocument,
  slippedPaths,
} from './hostile.ts'

/** Fewer than a class of calls allows a minute. */
const AT_ONCE: Record<RateClass, number> = {
  read: 20,
  search: 20,
  write: 20,
  upload: 20,
  sign_in: 20,
  mail: 15,
  model: 20,
  probe: 4,
  public_begin: 20,
  public_send: 20,
  hook: 20,
}
const LONG = 60_000
const FIELDS_AT_ONCE = 12

const api = await createTestApi(ENGINE_AWAY)
const world = await createWorld(api)
const samples = createSamples(api.ctx, world)
// Made on first use, which then is no effect of any call.
await tenantKey(api.ctx, world.ours.tenantId)
const columns = await columnNames(api.database)
const hostile = columns.map((column) => ({ name: column.name, value: hostileValue(column, world.theirs.tenantId) }))
const counts = await rateCounts(api)
let tries = 0
afterAll(async () => {
  process.stdout.write(`${columns.length} column names in ${writes.length} writes: ${tries} tries\n`)
  counts.close()
  await changes.close()
  await api.close()
})

/** Last come those that end sessions: of all others, or of whoever asks. */
const LAST: EndpointShape[] = [endOtherSessions, logout]
/** Calls of staff and of the landing page stand on hosts of their own, where a member has no session. */
const writes = ENDPOINTS.filter(
  ({ method, access, host }) => method !== 'GET' && access !== 'staff' && host !== 'www',
).toSorted((a, b) => LAST.indexOf(a) - LAST.indexOf(b))
const named = (chosen: (endpoint: EndpointShape) => boolean) =>
  writes.filter(chosen).map((endpoint) => ({ name: keyOf(endpoint), endpoint }))

async function sampleFor(endpoint: EndpointShape): Promise<Sample> {
  const make = samples[keyOf(endpoint)]
  if (!make) throw new Error(`${keyOf(endpoint)} has no sample: add one to endpoint-samples.ts`)
  return make()
}

async function ownerSession() {
  await counts.forget()
  const { visitor, client } = await signIn(api, world.actors.owner.user.username)
  return { visitor, token: (await client(getCsrf)).csrfToken }
}
type Session = Awaited<ReturnType<typeof ownerSession>>
const owner = await ownerSession()

async function ask(
  { visitor, token }: Session,
  endpoint: EndpointShape,
  sample: Sample,
  query = '',
): Promise<Response> {
  tries++
  const { params, body, form } = sample
  return await visitor.fetch(visitor.origin + fillPath(endpoint.path, params) + query, {
    method: endpoint.method,
    headers: { 'x-csrftoken': token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(form ? { body: form } : body ? { body: JSON.stringify(body) } : {}),
  })
}

const send = async (...asked: Parameters<typeof ask>): Promise<number> => (await ask(...asked)).status

/** What an answer refuses by name; an answer that is no such refusal names nothing. */
async function refusedByName(response: Response): Promise<ReadonlySet<string>> {
  const refusal = ErrorBody.safeParse(await response.json())
  const named = (response.status === 422 && refusal.data?.errors) || []
  return new Set(named.filter(({ message }) => message === 'Unknown field').map(({ path }) => path))
}

/** Sends them all; whatever is not refused as unknown is named. */
async function acceptedOf(endpoint: EndpointShape, tried: { what: string; sample: Sample }[]): Promise<string[]> {
  const accepted: string[] = []
  const size = AT_ONCE[endpoint.rate]
  for (let from = 0; from < tried.length; from += size) {
    await counts.forget()
    const batch = tried.slice(from, from + size)
    const answers = await Promise.all(batch.map(({ sample }) => send(owner, endpoint, sample)))
    batch.forEach(({ what }, index) => answers[index] === 422 || accepted.push(`${what}: ${answers[index]}`))
  }
  return accepted
}

const changes = await watchChanges(api.database)
const ofTheirs = (made: readonly Change[]) => made.filter(({ tenant }) => tenant === world.theirs.tenantId)

describe(`each of ${columns.length} column names, slipped into the body of each write, is refused`, () => {
  const cases = named(({ body, free_body, file }) => body !== undefined && !free_body && !file)

  async function refusesAll(endpoint: EndpointShape) {
    const sample = await sampleFor(endpoint)
    const declared = declaredKeys(endpoint)
    expect(declared).toEqual(expect.arrayContaining(Object.keys(sample.body ?? {})))
    await changes.since()
    const content = sample.body ?? {}
    const document = documentIn(endpoint)
    const undeclared = hostile.filter(({ name }) => !declared.includes(name))
    const places = Math.max(1, ...hostile.map(({ name }) => slippedPaths(content, name, document).length))
    const atOnce = Math.max(1, Math.floor(MAX_NAMED_ERRORS / places))
    const refused = new Set<string>()
    // As many at once as an answer names; those that it does not name are tried one by one.
    for (let from = 0; from < undeclared.length; from += atOnce) {
      await counts.forget()
      const body = { ...laden(content, undeclared.slice(from, from + atOnce), document) }
      for (const path of await refusedByName(await ask(owner, endpoint, { ...sample, body }))) refused.add(path)
    }
    const tried = hostile.flatMap(({ name, value }) => {
      const paths = slippedPaths(content, name, document)
      return slipped(content, name, value, document)
        .filter((_, place) => (place > 0 || !declared.includes(name)) && !refused.has(paths[place] ?? ''))
        .map((body) => ({ what: name, sample: { ...sample, body } }))
    })
    expect(await acceptedOf(endpoint, tried)).toEqual([])
    expect(await changes.since()).toEqual([])
  }

  test.each(cases)('$name', ({ endpoint }) => refusesAll(endpoint), LONG)
})

describe('a document’s reader takes none of them', () => {
  const cases = named((endpoint) => documentIn(endpoint) !== undefined)

  function withAll(endpoint: EndpointShape, body: Record<string, unknown>): Record<string, unknown> {
    const key = documentIn(endpoint) ?? 'body'
    if (key === 'body') return slippedDocument(body, hostile)
    const document = body[key]
    return { ...body, [key]: slippedDocument(isContent(document) ? document : {}, hostile) }
  }

  async function effectOf(endpoint: EndpointShape, change: typeof withAll) {
    await counts.forget()
    const sample = await sampleFor(endpoint)
    await changes.since()
    const status = await send(owner, endpoint, { ...sample, body: change(endpoint, sample.body ?? {}) })
    const made = await changes.since()
    expect(ofTheirs(made)).toEqual([])
    return { status, effect: difference(made) }
  }

  async function ignores(endpoint: EndpointShape) {
    const plain = await effectOf(endpoint, (_, body) => body)
    expect(plain.status).toBeLessThan(300)
    expect(await effectOf(endpoint, withAll)).toEqual(plain)
  }

  test.each(cases)('$name', ({ endpoint }) => ignores(endpoint), LONG)
})

describe('beside a file they are refused too', () => {
  async function refusesFields(endpoint: EndpointShape) {
    const { params } = await sampleFor(endpoint)
    await changes.since()
    const tried = hostile.map(({ name, value }) => {
      const form = new FormData()
      form.append(name, String(value))
      return { what: name, sample: { ...(params ? { params } : {}), form } }
    })
    expect(await acceptedOf(endpoint, tried)).toEqual([])
    expect(await changes.since()).toEqual([])
  }

  /** Where texts may stand beside the file, as many as are taken at once. */
  async function namesFields(endpoint: EndpointShape) {
    const declared = declaredKeys(endpoint)
    const undeclared = hostile.filter(({ name }) => !declared.includes(name))
    const sample = await sampleFor(endpoint)
    await changes.since()
    const refused = new Set<string>()
    for (let from = 0; from < undeclared.length; from += FIELDS_AT_ONCE) {
      await counts.forget()
      const form = new FormData()
      for (const [name, value] of sample.form ?? []) form.append(name, value)
      for (const { name, value } of undeclared.slice(from, from + FIELDS_AT_ONCE)) form.append(name, String(value))
      for (const name of await refusedByName(await ask(owner, endpoint, { ...sample, form }))) refused.add(name)
    }
    expect(undeclared.filter(({ name }) => !refused.has(name))).toEqual([])
    expect(await changes.since()).toEqual([])
  }

  const files = (withFields: boolean) =>
    named(({ file, body }) => file !== undefined && (body !== undefined) === withFields)
  test.each(files(false))('$name', ({ endpoint }) => refusesFields(endpoint), LONG)
  test.each(files(true))('$name, with fields of its own', ({ endpoint }) => namesFields(endpoint), LONG)
})

describe('to a call without content they add nothing', () => {
  const cases = named((endpoint) => !endpoint.body && !endpoint.file && !endpoint.form_body)
  const search = new URLSearchParams(hostile.map(({ name, value }): [string, string] => [name, String(value)]))
  const query = `?${search.toString()}`
  // Each within the least that a call takes.
  const bodies = [0, 1, 2, 3].map((rest) =>
    Object.fromEntries(hostile.flatMap(({ name, value }, n) => (n % 4 === rest ? [[name, value]] : []))),
  )

  async function effectOf(endpoint: EndpointShape, more: string) {
    const session = await ownerSession()
    const sample = await sampleFor(endpoint)
    await changes.since()
    const status = await send(session, endpoint, sample, more)
    const made = await changes.since()
    expect(ofTheirs(made)).toEqual([])
    return { status, effect: difference(made) }
  }

  async function ignores(endpoint: EndpointShape) {
    const sample = await sampleFor(endpoint)
    const session = await ownerSession()
    await changes.since()
    for (const body of bodies) expect(await send(session, endpoint, { ...sample, body })).toBe(422)
    expect(await changes.since()).toEqual([])
    // Once before: what others left for it to do is no effect of either.
    await effectOf(endpoint, '')
    expect(await effectOf(endpoint, query)).toEqual(await effectOf(endpoint, ''))
  }

  test.each(cases)('$name', ({ endpoint }) => ignores(endpoint), LONG)
})

test('nothing of what was slipped in stands anywhere', async () => {
  expect(await foundInDatabase(api.database, MARK)).toEqual([])
})
