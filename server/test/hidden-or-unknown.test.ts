import { randomBytes } from 'node:crypto'
import { listSessions } from '@throughline/contracts/account'
import { getCsrf } from '@throughline/contracts/auth'
import { type EndpointShape, fillPath } from '@throughline/contracts/endpoint'
import { createTemplate } from '@throughline/contracts/templates'
import { afterAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../src/main/endpoints.ts'
import { sharedApi, signIn } from './api.ts'
import { createSamples, keyOf, type Sample } from './endpoint-samples.ts'
import { makeMember } from './factories.ts'
import { hiddenFiles } from './hidden-files.ts'
import { EACH, type IdPlace, idPlaces } from './id-places.ts'
import { rateCounts } from './rate-counts.ts'
import { makeSomeone } from './someone.ts'
import { workflowDocument } from './workflow-document.ts'
import { createWorld } from './world.ts'

const api = await sharedApi()
const { ctx } = api
const world = await createWorld(api)
const { ours, theirs, actors } = world
const samples = createSamples(ctx, world)
const compared = { all: 0, notFound: 0 }
const counts = await rateCounts(api)
afterAll(() => {
  counts.close()
  process.stdout.write(`${compared.all} places of ids: hidden ones are answered like unknown ones\n`)
})

/** May do everything, and is in no team: what is limited or narrowed is hidden from them all the same. */
const insider = await makeSomeone(ctx)
await makeMember(ctx, ours, { personId: insider.personId, name: 'Insider', email: insider.email, role: 'admin' })

const other = actors.other_admin
const foreign = {
  member: theirs.memberId,
  team: theirs.teamId,
  role: theirs.roles.member.id,
  tenant: theirs.tenantId,
  person: other.user.id,
  session: (await other.client(listSessions))[0]?.id ?? '',
  templateId: (await other.client(createTemplate, { body: { ...workflowDocument } })).data.id,
}
const hidden = await Promise.all(
  (await hiddenFiles(ctx, world)).map(async ({ why, ids }) => {
    const { client, visitor } = await signIn(api, insider.username)
    const { csrfToken } = await client(getCsrf)
    return { why, ids: why === 'of another tenant' ? { ...ids, ...foreign } : ids, by: { visitor, csrfToken } }
  }),
)

/** Made once for a call, since nothing that is refused changes it. */
const made = new Map<string, Promise<Sample>>()
function sampleOf(endpoint: EndpointShape): Promise<Sample> {
  const key = keyOf(endpoint)
  const make = samples[key]
  if (!make) throw new Error(`${key} has no sample`)
  const sample = made.get(key) ?? make()
  made.set(key, sample)
  return sample
}

/** Like this id in everything but that nobody has it. */
const unknownLike = (id: string) => id.slice(0, -12) + randomBytes(6).toString('hex')

function setAt(value: unknown, [name, ...rest]: string[], id: string): unknown {
  if (name === undefined) return id
  if (name === EACH) return [setAt(undefined, rest, id)]
  const given = typeof value === 'object' && value !== null ? { ...value } : {}
  return { ...given, [name]: setAt(Reflect.get(given, name), rest, id) }
}

type Put = (sample: Sample & { query?: string }, id: string) => Sample & { query?: string }

function inForm(form: FormData, [first = '', second]: string[], id: string): FormData {
  const made = new FormData()
  for (const [name, value] of form) made.append(name, value)
  made.append(first, second === undefined ? id : JSON.stringify({ [second]: id }))
  return made
}

const inBody =
  (path: string[]): Put =>
  (sample, id) =>
    sample.form
      ? { ...sample, form: inForm(sample.form, path, id) }
      : {
          ...sample,
          body: Object.fromEntries(Object.entries({ ...sample.body, ...Object(setAt(sample.body, path, id)) })),
        }

function placesOf(endpoint: EndpointShape): { place: IdPlace; put: Put }[] {
  return [
    ...idPlaces(endpoint.params).map((place) => ({
      place,
      put: ((sample, id) => ({ ...sample, params: { ...sample.params, [place.path[0] ?? '']: id } })) satisfies Put,
    })),
    ...idPlaces(endpoint.query).map((place) => ({
      place,
      put: ((sample, id) => ({ ...sample, query: `?${place.path[0]}=${id}` })) satisfies Put,
    })),
    ...idPlaces(endpoint.body).map((place) => ({ place, put: inBody(place.path) })),
  ]
}

const cells = ENDPOINTS.filter(({ access }) => access !== 'public' && access !== 'respondent').flatMap((endpoint) =>
  placesOf(endpoint).flatMap(({ place, put }) =>
    hidden.flatMap(({ why, by, ids }) => {
      const id = Object.entries(ids).find(([kind]) => kind === place.kind)?.[1]
      return id ? [{ name: `${keyOf(endpoint)} ${place.path.join('.')}: ${why}`, endpoint, put, by, id }] : []
    }),
  ),
)

describe(`${cells.length} places: what one may not see is answered like what does not exist`, () => {
  test.each(cells)('$name', async ({ endpoint, put, by, id }) => {
    await counts.forget()
    const sample = await sampleOf(endpoint)
    const answerTo = async (tried: string) => {
      const { params, body, form, query = '' } = put(sample, tried)
      const headers: Record<string, string> = {}
      if (endpoint.method !== 'GET') headers['x-csrftoken'] = by.csrfToken
      if (body && !form) headers['content-type'] = 'application/json'
      const response = await by.visitor.fetch(by.visitor.origin + fillPath(endpoint.path, params) + query, {
        method: endpoint.method,
        headers,
        ...(form ? { body: form } : body ? { body: JSON.stringify(body) } : {}),
      })
      const text = (await response.text()).replaceAll(tried, 'it').replace(/"request_id":"[^"]+"/, '')
      // What was begun anew has an id and times of its own.
      const begun = /"(id|created_at|expires_at)":"[^"]+"/g
      return { status: response.status, text: response.status === 202 ? text.replaceAll(begun, '') : text }
    }
    const answer = await answerTo(id)
    expect(answer).toEqual(await answerTo(unknownLike(id)))
    expect(answer.status).toBeLessThan(500)
    expect(answer.status, 'asked at all').not.toBe(429)
    expect(answer.text).not.toContain('Secret plan')
    compared.all++
    if (answer.status === 404) compared.notFound++
  })

  test('most of them by the one refusal for what is not there', () => {
    expect(compared.notFound).toBeGreaterThan(compared.all * 0.6)
  })
})
