import * as uploads from '@throughline/contracts/document-uploads'
import { getDocument, getStorage } from '@throughline/contracts/documents'
import { afterAll, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { createDesk } from '../../../test/documents-desk.ts'
import { limitStorage } from '../../../test/storage-limit.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const world = await createWorld(api)
const desk = createDesk(api, world)
const { client } = world.actors.member
afterAll(() => desk.close())

const PART = 8 * 1_048_576
const SMALL = 1_000
const content = Buffer.alloc(2 * PART + 1_000, 'throughline ')

async function put(uploadId: uploads.Upload['id'], number: number) {
  const { data } = await client(uploads.signParts, { params: { uploadId }, body: { numbers: [number] } })
  const body = content.subarray((number - 1) * PART, number * PART)
  expect(data[0]).toMatchObject({ number, size: body.length })
  const sent = await fetch(data[0]?.url ?? '', { method: 'PUT', body: new Uint8Array(body) })
  expect(sent.status).toBe(200)
  return { number, etag: sent.headers.get('etag') ?? '' }
}

const begin = (size = 90_000_000) => client(uploads.beginUpload, { body: { name: 'film.bin', size } })

/** All of a small one, as its completing names it. */
async function sendSmall() {
  const { data: begun } = await begin(SMALL)
  const params = { uploadId: begun.id }
  const { data } = await client(uploads.signParts, { params, body: { numbers: [1] } })
  const sent = await fetch(data[0]?.url ?? '', { method: 'PUT', body: new Uint8Array(SMALL) })
  return { params, body: { parts: [{ number: 1, etag: sent.headers.get('etag') ?? '' }] } }
}

test('a large file comes in parts, in any order, over several visits, and becomes one document', async () => {
  const { data: begun } = await client(uploads.beginUpload, {
    body: { name: 'film.txt', size: content.length, metadata: { description: 'Long' } },
  })
  const params = { uploadId: begun.id }
  const third = await put(begun.id, 3)
  const first = await put(begun.id, 1)
  const early = { parts: [first, third] }
  expect(await verdict(client(uploads.completeUpload, { params, body: early }))).toBe('409 parts_missing')

  // A page that was reloaded knows the id alone.
  expect((await client(uploads.listUploads)).data).toMatchObject([{ id: begun.id, name: 'film.txt' }])
  const { data: seen } = await client(uploads.getUpload, { params })
  expect(seen).toMatchObject({ state: 'uploading', parts: [{ number: 1 }, { number: 3 }], received: PART + 1_000 })
  const second = await put(begun.id, 2)

  // What the store has is not what was acknowledged to the sender: it is sent again.
  const other = { parts: [first, { ...second, etag: first.etag }, third] }
  expect(await verdict(client(uploads.completeUpload, { params, body: other }))).toBe('409 parts_missing')
  const body = { parts: [third, first, second] }
  const made = await client(uploads.completeUpload, { params, body })
  expect(made).toMatchObject({
    name: 'film.txt',
    size: content.length,
    description: 'Long',
    sha256: null,
    downloadable: false,
  })
  expect((await client(uploads.completeUpload, { params, body })).id).toBe(made.id)
  expect((await client(uploads.listUploads)).data).toEqual([])

  expect(await desk.process(made.id)).toBe(true)
  const shown = await client(getDocument, { params: { documentId: made.id } })
  expect(shown).toMatchObject({
    content_type: 'text/plain',
    downloadable: true,
    processing: { text: 'done', text_cut: true },
  })
})

test('an upload is its owner’s alone, and one that is given up is gone', async () => {
  const { data: begun } = await client(uploads.beginUpload, { body: { name: 'a.bin', size: 100 } })
  const params = { uploadId: begun.id }
  expect(await verdict(world.actors.admin.client(uploads.getUpload, { params }))).toBe('404 not_found')
  expect(await verdict(client(uploads.signParts, { params, body: { numbers: [2] } }))).toMatch(/^422/)
  await client(uploads.cancelUpload, { params })
  expect(await verdict(client(uploads.getUpload, { params }))).toBe('404 not_found')
})

test('who may no longer see what became of an upload is told nothing of it', async () => {
  const sent = await sendSmall()
  const made = await client(uploads.completeUpload, sent)
  expect((await client(uploads.completeUpload, sent)).id).toBe(made.id)
  await api.database.admin((admin) => admin.query('update documents set in_trash = true where id = $1', [made.id]))
  expect(await verdict(client(uploads.completeUpload, sent))).toBe('404 not_found')
})

const setQuota = (quota: number) => limitStorage(api.database, world.ours.tenantId, quota)

test('what is on its way takes room: uploads that fit alone do not all begin', async () => {
  await setQuota(200_000_000)
  const begun = await Promise.all([1, 2, 3].map(() => verdict(begin())))
  expect(begun.toSorted()).toEqual(['413 quota_exceeded', 'accepted', 'accepted'])
  const [one] = (await client(uploads.listUploads)).data
  if (one) await client(uploads.cancelUpload, { params: { uploadId: one.id } })
  expect(await verdict(begin())).toBe('accepted')
  await setQuota(10_737_418_240)
})

/** As it is after an hour without a sign of any of them. */
const fallSilent = () =>
  api.database.admin((admin) => admin.query(`update uploads set signed_at = signed_at - interval '61 minutes'`))

test('whoever only begins keeps nobody out: after an hour of silence it takes no room, and going on it does again', async () => {
  await setQuota(200_000_000)
  await fallSilent()
  const others = world.actors.admin.client
  const beginOther = () => others(uploads.beginUpload, { body: { name: 'other.bin', size: 90_000_000 } })
  const [{ data: silent }] = [await begin(), await begin()]
  expect(await verdict(beginOther())).toBe('413 quota_exceeded')
  await fallSilent()
  expect(await verdict(beginOther())).toBe('accepted')
  await client(uploads.signParts, { params: { uploadId: silent.id }, body: { numbers: [1] } })
  expect(await verdict(beginOther())).toBe('413 quota_exceeded')
  await setQuota(10_737_418_240)
})

test('one that takes all the room there is can be completed: what was set aside for it is its own', async () => {
  await fallSilent()
  await setQuota((await client(getStorage)).used + SMALL)
  const sent = await sendSmall()
  expect(await verdict(begin(1))).toBe('413 quota_exceeded')
  expect(await client(uploads.completeUpload, sent)).toMatchObject({ size: SMALL })
  await setQuota(10_737_418_240)
})

test('what was silent too long is completed if there is room for it still, and otherwise once there is', async () => {
  const sent = await sendSmall()
  await fallSilent()
  await setQuota((await client(getStorage)).used + SMALL - 1)
  expect(await verdict(client(uploads.completeUpload, sent))).toBe('413 quota_exceeded')
  await setQuota(10_737_418_240)
  expect(await client(uploads.completeUpload, sent)).toMatchObject({ size: SMALL })
})
