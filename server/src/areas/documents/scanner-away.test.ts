import { zipDocuments } from '@throughline/contracts/document-acts'
import { previewDocument } from '@throughline/contracts/document-preview'
import * as uploads from '@throughline/contracts/document-uploads'
import * as documents from '@throughline/contracts/documents'
import { DocumentId, InstanceId, TaskId } from '@throughline/contracts/ids'
import * as instances from '@throughline/contracts/instances'
import * as tasks from '@throughline/contracts/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestApi } from '../../../test/api.ts'
import { createDesk } from '../../../test/documents-desk.ts'
import { eventually } from '../../../test/eventually.ts'
import { startFilesWorker } from '../../../test/files-worker.ts'
import { picture } from '../../../test/picture.ts'
import { makeInstance, makeTask, makeWorkflow } from '../../../test/running-world.ts'
import { startScannerGate } from '../../../test/storage/scanner-gate.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'
import { makeLink } from './links.ts'
import { makeZipLink } from './zip/zip-link.ts'

const gate = await startScannerGate()
const api = await createTestApi(gate.environment)
const { ctx } = api
const world = await createWorld(api)
const { ours, actors } = world
const desk = createDesk(api, world)
const { client } = actors.member
const { tenantId, ownerId } = ours
const workflow = await makeWorkflow(ctx, ours)
const instanceId = InstanceId.parse(await makeInstance(ctx, tenantId, workflow, { startedBy: ownerId }))
const taskId = TaskId.parse(await makeTask(ctx, tenantId, instanceId, { assignedTo: ownerId }))
let worker: Awaited<ReturnType<typeof startFilesWorker>> | undefined
beforeAll(async () => {
  worker = await startFilesWorker(ctx.config)
}, 90_000)
afterAll(async () => {
  desk.close()
  await worker?.stop()
  gate.close()
  await api.close()
})

const Made = z.object({ id: DocumentId })
const ANSWERS = z.union([
  Made,
  z.tuple([Made]),
  z.pipe(
    z.object({ data: Made }),
    z.transform(({ data }) => data),
  ),
])
const idIn = (body: unknown) => [z.parse(ANSWERS, body)].flat()[0]?.id ?? DocumentId.parse('')

/** In every way a file comes in. */
async function sendAll(): Promise<Record<string, DocumentId>> {
  const send = async (path: string, field: string, name: string) => {
    const { status, body } = await desk.send(path, desk.formOf(field, `Content of ${name}`, name))
    expect(status, name).toBe(201)
    return idIn(body)
  }
  const { data: begun } = await client(uploads.beginUpload, { body: { name: 'resumed.txt', size: 7 } })
  const params = { uploadId: begun.id }
  const { data: parts } = await client(uploads.signParts, { params, body: { numbers: [1] } })
  const sent = await fetch(parts[0]?.url ?? '', { method: 'PUT', body: 'Resumed' })
  expect(sent.status).toBe(200)
  const body = { parts: [{ number: 1, etag: sent.headers.get('etag') ?? '' }] }
  return {
    plain: await send('/v1/documents/', 'files', 'plain.txt'),
    picture: idIn((await desk.send('/v1/documents/', picture('files'))).body),
    upload: await send('/v1/documents/upload/', 'file', 'upload.txt'),
    attachment: await send(`/v1/tasks/${taskId}/attachments/`, 'files', 'attachment.txt'),
    instance: await send(`/v1/instances/${instanceId}/files/`, 'file', 'instance.txt'),
    resumed: (await client(uploads.completeUpload, { params, body })).id,
  }
}

/** In every way a file goes out, also by a link that was signed as ours are. */
async function waysOut(documentId: DocumentId, by: (typeof actors)['owner']) {
  const params = { documentId }
  const claim = { tenantId, memberId: ownerId }
  const signed = [
    makeLink(ctx.config, { ...claim, documentId, number: 1, open: 'attachment' }),
    makeLink(ctx.config, { ...claim, documentId, number: 1, open: 'inline' }),
  ]
  const opened = await Promise.all(signed.map(async ({ url }) => (await desk.outside.fetch(url)).status))
  const archive = await desk.outside.fetch(makeZipLink(ctx.config, { ...claim, documentIds: [documentId] }).url)
  const { data } = await by.client(previewDocument, { params, query: {} })
  return {
    opened,
    archived: (await archive.text()).includes('Content of'),
    preview: data.preview.kind,
    download: await verdict(by.client(documents.downloadDocument, { params, query: {} })),
    version: await verdict(by.client(documents.downloadDocument, { params, query: { version_number: 1 } })),
    link: await verdict(by.client(documents.linkDocument, { params, query: { open: 'inline' } })),
    thumbnail: await verdict(by.client(documents.documentThumbnail, { params })),
    zip: await verdict(by.client(zipDocuments, { body: { ids: [documentId] } })),
    instance: await verdict(by.client(instances.downloadInstanceFile, { params: { instanceId, fileId: documentId } })),
  }
}
const AWAY = '404 not_found'
const NO_WAY = {
  opened: [404, 404],
  archived: false,
  preview: 'none',
  download: AWAY,
  version: AWAY,
  link: AWAY,
  thumbnail: AWAY,
  zip: AWAY,
  instance: AWAY,
}

const states = async (ids: readonly DocumentId[]) =>
  Promise.all(
    ids.map(async (documentId) => {
      const { processing, downloadable } = await client(documents.getDocument, { params: { documentId } })
      return `${processing.state}, ${downloadable ? 'to be had' : 'kept back'}`
    }),
  )
const same = (state: string, ids: readonly DocumentId[]) => ids.map(() => state)

test('while the scanner is away files wait, say so and are served to nobody; they clear when it returns', {
  timeout: 90_000,
}, async () => {
  gate.shut()
  const sent = await sendAll()
  const ids = Object.values(sent)
  expect(await states(ids)).toEqual(same('quarantined, kept back', ids))
  expect(await client(tasks.listAttachments, { params: { taskId } })).toMatchObject([{ state: 'quarantined' }])
  const { data: listed } = await client(instances.listInstanceFiles, { params: { instanceId }, query: {} })
  expect(listed.map(({ state }) => state)).toEqual(['quarantined', 'quarantined'])
  const turnedAway = gate.turnedAway()
  await eventually(() => expect(gate.turnedAway(), 'the worker tries again').toBeGreaterThan(turnedAway))
  for (const by of [actors.owner, actors.admin, actors.member]) {
    const ways = Object.entries(sent).map(async ([name, id]) => [name, await waysOut(id, by)] as const)
    for (const [name, found] of await Promise.all(ways)) expect(found, name).toEqual(NO_WAY)
  }
  expect(await states(ids)).toEqual(same('quarantined, kept back', ids))

  gate.open()
  await eventually(async () => expect(await states(ids)).toEqual(same('clean, to be had', ids)), 60_000, 500)
  const { url } = await client(documents.linkDocument, {
    params: { documentId: DocumentId.parse(sent.plain) },
    query: {},
  })
  expect(await (await desk.outside.fetch(url)).text()).toBe('Content of plain.txt')
})
