import { getCsrf } from '@throughline/contracts/auth'
import { bulkDocuments } from '@throughline/contracts/document-acts'
import { getDocument } from '@throughline/contracts/documents'
import { type EndpointShape, fillPath } from '@throughline/contracts/endpoint'
import { DocumentId } from '@throughline/contracts/ids'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { makeLink } from '../src/areas/documents/links.ts'
import { LINK_SECONDS } from '../src/areas/documents/sealed.ts'
import { makeZipLink } from '../src/areas/documents/zip/zip-link.ts'
import { ENDPOINTS } from '../src/main/endpoints.ts'
import { sharedApi, Visitor } from './api.ts'
import { watchChanges } from './changes.ts'
import { createSamples, keyOf, type Sample } from './endpoint-samples.ts'
import { setMemberStatus } from './factories.ts'
import { type Hidden, hiddenFiles } from './hidden-files.ts'
import { EACH, type IdPlace, idPlaces } from './id-places.ts'
import { entriesOf } from './storage/read-zip.ts'
import { verdict } from './verdict.ts'
import { type Actor, createWorld } from './world.ts'

const api = await sharedApi()
const { ctx, database } = api
const world = await createWorld(api)
const { ours, actors } = world
const samples = createSamples(ctx, world)
const hidden = await hiddenFiles(ctx, world)
let cells = 0
afterAll(async () => {
  process.stdout.write(`${cells} ids in paths and bodies of ${routes.length} routes of files lead nowhere\n`)
  await changes.close()
})

const OF_FILES = /^\/v1\/(documents|uploads|files)\/|\/(files|attachments)\//
const routes = ENDPOINTS.filter(({ path }) => OF_FILES.test(path))
const KINDS = ['document', 'upload', 'task', 'instance', 'workflow']

/** Nothing of these may be changed by whoever is refused. */
const changes = await watchChanges(database, [
  'documents',
  'document_versions',
  'document_decisions',
  'uploads',
  'comments',
  'blobs',
])

async function call(actor: Actor, { method, path }: EndpointShape, { params, body, form }: Sample) {
  const { visitor, client } = actors[actor]
  const headers: Record<string, string> = {}
  if (method !== 'GET') headers['x-csrftoken'] = (await client(getCsrf)).csrfToken
  if (body) headers['content-type'] = 'application/json'
  const response = await visitor.fetch(visitor.origin + fillPath(path, params), {
    method,
    headers,
    ...(form ? { body: form } : body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, text: await response.text() }
}

const NOWHERE = { task_id: null, instance_id: null, workflow_id: null }

function inForm(form: FormData, [first = '', second]: string[], id: string): FormData {
  const made = new FormData()
  for (const [name, value] of form) made.append(name, value)
  made.append(first, second === undefined ? id : JSON.stringify({ [second]: id }))
  return made
}

function inBody(endpoint: EndpointShape, sample: Sample, [first = '', second]: string[], id: string): Sample {
  const { body = {} } = sample
  if (second === undefined) return { ...sample, body: { ...body, [first]: id } }
  const given = body[first]
  // What one act makes of many is told for each.
  if (second === EACH) {
    const others = Array.isArray(given) && endpoint !== bulkDocuments ? given : []
    return { ...sample, body: { ...body, [first]: [...others, id] } }
  }
  const place = first === 'place' ? NOWHERE : {}
  const act = endpoint === bulkDocuments ? { act: 'move' } : {}
  return { ...sample, body: { ...body, ...act, [first]: { ...place, [second]: id } } }
}

interface Cell {
  name: string
  endpoint: EndpointShape
  with: (sample: Sample) => Sample
  hidden: Hidden
}

function cellsOf(endpoint: EndpointShape): Cell[] {
  const cellsFor = (places: IdPlace[], put: (sample: Sample, place: IdPlace, id: string) => Sample) =>
    places.flatMap((place) =>
      hidden.flatMap((one) => {
        const id = one.ids[place.kind]
        const name = `${keyOf(endpoint)} ${place.path.join('.')}: ${one.why}`
        return id ? [{ name, endpoint, hidden: one, with: (sample: Sample) => put(sample, place, id) }] : []
      }),
    )
  const named = (places: IdPlace[]) => {
    const unknown = places.filter(({ kind, path }) => kind === path.at(-1) && kind.endsWith('Id'))
    if (unknown.length > 0) throw new Error(`${keyOf(endpoint)} names ids of no known kind`)
    return places.filter(({ kind }) => KINDS.includes(kind))
  }
  return [
    ...cellsFor(named(idPlaces(endpoint.params)), (sample, { path: [name = ''] }, id) => ({
      ...sample,
      params: { ...sample.params, [name]: id },
    })),
    ...cellsFor(named(idPlaces(endpoint.body)), (sample, { path }, id) =>
      sample.form ? { ...sample, form: inForm(sample.form, path, id) } : inBody(endpoint, sample, path, id),
    ),
  ]
}

const Bulk = z.object({ data: z.array(z.object({ code: z.nullable(z.string()) })) })
const matrix = routes.flatMap(cellsOf)

describe(`${matrix.length} cells: whoever may not see it is told nothing, wherever its id stands`, () => {
  test.each(matrix)('$name', async ({ endpoint, hidden: { by }, with: withId }) => {
    const sample = await samples[keyOf(endpoint)]?.()
    if (!sample) throw new Error(`${keyOf(endpoint)} has no sample`)
    const tried = withId(sample)
    await changes.since()
    const { status, text } = await call(by, endpoint, tried)
    if (endpoint === bulkDocuments) {
      expect(z.parse(Bulk, JSON.parse(text)).data.map(({ code }) => code)).toEqual(['not_found'])
    } else {
      expect([403, 404], text).toContain(status)
    }
    expect(text).not.toContain('Secret plan')
    expect(await changes.since()).toEqual([])
    cells++
  })

  test('those who may see it do', async () => {
    for (const { ids, why } of hidden) {
      const documentId = DocumentId.parse(ids.document)
      const by = why === 'of another tenant' ? 'other_admin' : 'owner'
      expect(await verdict(actors[by].client(getDocument, { params: { documentId } })), why).toBe('accepted')
    }
  })

  test('whoever was removed is let in nowhere', async () => {
    for (const endpoint of routes.filter(({ access }) => access !== 'public' && access !== 'respondent')) {
      const { status } = await call('suspended', endpoint, (await samples[keyOf(endpoint)]?.()) ?? {})
      expect(status, keyOf(endpoint)).toBe(401)
    }
  })
})

describe('a signed link', () => {
  const outside = new Visitor(api.app, ctx.config.USERCONTENT_ORIGIN)
  const status = async (url: string) => (await outside.fetch(url)).status
  const { tenantId, ownerId } = ours
  const linksOf = (memberId: typeof ownerId, id: string, at = Date.now()) => {
    const documentId = DocumentId.parse(id)
    const file = { tenantId, memberId, documentId, number: 1, open: 'attachment' as const }
    return [
      makeLink(ctx.config, file, at).url,
      makeZipLink(ctx.config, { tenantId, memberId, documentIds: [documentId] }, at).url,
    ]
  }
  const document = async () => (await samples['GET /v1/documents/:documentId/']?.())?.params?.documentId ?? ''

  test('that was changed anywhere, or is past its time, is refused', async () => {
    const id = await document()
    for (const url of linksOf(ownerId, id)) {
      const [start = '', link = ''] = url.split('?link=')
      const changed = Array.from(link).flatMap((letter, at) =>
        at % 7 === 0 ? `${start}?link=${link.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${link.slice(at + 1)}` : [],
      )
      const cut = [link.slice(1), link.slice(0, -1), `${link}A`, link.split('.')[0], '.', `${link}.${link}`]
      for (const one of [...changed, ...cut.map((rest) => `${start}?link=${rest}`)]) {
        expect(await status(one), one).toBe(403)
      }
    }
    for (const url of linksOf(ownerId, id, Date.now() - LINK_SECONDS * 1_000)) expect(await status(url)).toBe(403)
  })

  test('of one who may not see the file any more, or is gone, leads nowhere', async () => {
    const outsider = actors.outsider.user.member_id
    for (const { ids, why } of hidden) {
      const [file = '', archive = ''] = linksOf(outsider, ids.document ?? '')
      expect(await status(file), why).toBe(404)
      const found = entriesOf(Buffer.from(await (await outside.fetch(archive)).arrayBuffer()))
      expect(Object.keys(found), why).toEqual(['Not included.txt'])
      expect(found['Not included.txt'], why).not.toContain('Secret plan')
    }
    await setMemberStatus(ctx, tenantId, outsider, 'removed')
    for (const url of linksOf(outsider, await document())) expect(await status(url)).toBe(404)
  })
})
