import * as uploads from '@throughline/contracts/document-uploads'
import { getDocument } from '@throughline/contracts/documents'
import { afterAll, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { createDesk } from '../../../test/documents-desk.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const world = await createWorld(api)
const desk = createDesk(api, world)
const { client } = world.actors.member
afterAll(() => desk.close())

const CONTENT = 'what a page sends'

async function sendPart(uploadId: uploads.Upload['id'], body = CONTENT) {
  const { data } = await client(uploads.signParts, { params: { uploadId }, body: { numbers: [1] } })
  const { status, headers } = await fetch(data[0]?.url ?? '', { method: 'PUT', body })
  return { status, content: { parts: [{ number: 1, etag: headers.get('etag') ?? '' }] } }
}

const begin = async (body: Partial<Parameters<typeof client<typeof uploads.beginUpload>>[1]['body']> = {}) =>
  (await client(uploads.beginUpload, { body: { name: 'a.txt', size: CONTENT.length, ...body } })).data

test('an address takes its part at its length and no other', async () => {
  const { id } = await begin()
  for (const body of [CONTENT.repeat(1_000), `${CONTENT}!`, CONTENT.slice(1), ''])
    expect((await sendPart(id, body)).status).toBe(403)
  const { data } = await client(uploads.getUpload, { params: { uploadId: id } })
  expect(data).toMatchObject({ parts: [], received: 0 })
  expect((await sendPart(id)).status).toBe(200)
})

test('a part that was sent twice counts once, one that arrived short does not count', async () => {
  const { id } = await begin()
  const params = { uploadId: id }
  // As a store has it that took what a lost line let through.
  const { rows } = await api.database.admin((admin) =>
    admin.query('select object_key as "objectKey", multipart_id as "multipartId" from uploads where id = $1', [id]),
  )
  const short = CONTENT.slice(0, 5)
  const address = await desk.storage.parts.sign(rows[0], 1, short.length)
  expect((await fetch(address, { method: 'PUT', body: short })).status).toBe(200)
  expect((await client(uploads.getUpload, { params })).data).toMatchObject({ parts: [], received: 0 })
  for (let turn = 0; turn < 2; turn++) expect((await sendPart(id)).status).toBe(200)
  expect((await client(uploads.getUpload, { params })).data).toMatchObject({
    parts: [{ number: 1 }],
    received: CONTENT.length,
  })
})

test('two pages that complete the same upload at once make one document', async () => {
  const { id } = await begin()
  const { content: body } = await sendPart(id)
  const params = { uploadId: id }
  const made = await Promise.all([1, 2, 3].map(() => client(uploads.completeUpload, { params, body })))
  expect(new Set(made.map((document) => document.id)).size).toBe(1)
  expect(made[0]?.version_count).toBe(1)
  expect((await client(uploads.getUpload, { params })).data).toMatchObject({
    state: 'completed',
    document_id: made[0]?.id,
  })
})

test('it can be the next version of a document; one that is hidden or unknown takes none', async () => {
  const first = await begin()
  const sent = await sendPart(first.id)
  const complete = { params: { uploadId: first.id }, body: sent.content }
  const { id: documentId } = await client(uploads.completeUpload, complete)
  const next = await begin({ name: 'renamed.txt', document_id: documentId })
  const { content } = await sendPart(next.id)
  await client(uploads.completeUpload, { params: { uploadId: next.id }, body: content })
  const shown = await client(getDocument, { params: { documentId } })
  expect(shown).toMatchObject({ version_count: 2, processing: { version_number: 2, state: 'quarantined' } })

  const stranger = world.actors.other_admin.client
  const body = { name: 'a.txt', size: 1, document_id: documentId }
  expect(await verdict(stranger(uploads.beginUpload, { body }))).toBe('404 not_found')
})

test('addresses are the store’s, for one part of one upload, and end', async () => {
  const { id } = await begin()
  const { data } = await client(uploads.signParts, { params: { uploadId: id }, body: { numbers: [1] } })
  const url = new URL(data[0]?.url ?? '')
  const store = new URL(api.ctx.config.S3_PUBLIC_ENDPOINT ?? api.ctx.config.S3_ENDPOINT)
  expect(url.origin).toBe(store.origin)
  expect(url.pathname).toMatch(new RegExp(`^/${api.ctx.config.S3_BUCKET}/quarantine/[0-9a-f-]{36}$`))
  expect(Number(url.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(900)
  url.searchParams.set('partNumber', '2')
  expect((await fetch(url, { method: 'PUT', body: CONTENT })).status).toBe(403)
})
