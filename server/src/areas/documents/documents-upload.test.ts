import {
  decideDocument,
  purgeDocument,
  removeDocument,
  restoreDocument,
  restoreVersion,
} from '@throughline/contracts/document-acts'
import * as documents from '@throughline/contracts/documents'
import { InstanceId, TaskId } from '@throughline/contracts/ids'
import { listInstanceFiles } from '@throughline/contracts/instances'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../test/api.ts'
import { testConfig } from '../../../test/config.ts'
import { createDesk } from '../../../test/documents-desk.ts'
import { makeInstance, makeTask, makeWorkflow } from '../../../test/running-world.ts'
import { EICAR } from '../../../test/storage/eicar.ts'
import { limitStorage } from '../../../test/storage-limit.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'
import { createStorage } from '../../core/storage/storage.ts'
import { createProcessingActivities } from './processing/process-document.activities.ts'
import { purgeDocuments } from './purge-documents.ts'

const api = await sharedApi()
const { ctx } = api
const world = await createWorld(api)
const { ours, actors } = world
const desk = createDesk(api, world)
const { client } = actors.member
const workflow = await makeWorkflow(ctx, ours)
const instanceId = InstanceId.parse(await makeInstance(ctx, ours.tenantId, workflow, { startedBy: ours.ownerId }))
const taskId = TaskId.parse(await makeTask(ctx, ours.tenantId, instanceId, { assignedTo: ours.ownerId }))
afterAll(() => desk.close())

async function add(content: string | Buffer, name: string, metadata: Record<string, string> = {}) {
  const form = desk.formOf('files', content, name, { document_type: 'general', metadata: JSON.stringify(metadata) })
  const { status, body } = await desk.send('/v1/documents/', form)
  expect(status, JSON.stringify(body)).toBe(201)
  const [made] = z.parse(z.array(documents.Document), body)
  if (!made) throw new Error('nothing was made')
  return made
}
const get = (documentId: documents.Document['id']) => client(documents.getDocument, { params: { documentId } })
const link = async (
  documentId: documents.Document['id'],
  query: { open?: 'inline' | 'attachment'; version_number?: number } = {},
) => (await client(documents.linkDocument, { params: { documentId }, query })).url
const quarantined = (id: string) =>
  api.database.admin(async (db) => {
    const found = await db.query<{ quarantine_key: string }>(
      'select quarantine_key from document_versions where document_id = $1 order by number desc',
      [id],
    )
    return found.rows[0]?.quarantine_key ?? ''
  })
const blobCounts = (ids: readonly string[]) =>
  api.database.admin(async (db) => {
    const found = await db.query<{ ref_count: number }>(
      `select b.ref_count from blobs b join document_versions v on v.tenant_id = b.tenant_id and v.blob_sha256 = b.sha256
       where v.document_id = any($1) group by b.sha256, b.ref_count`,
      [ids],
    )
    return found.rows.map(({ ref_count }) => ref_count)
  })

describe('a file that was uploaded', () => {
  test('is served to nobody until it was found clean, and then under its name from the other origin', async () => {
    const made = await add('The offer', 'Angebot März.txt', { category: 'contract', client_id: 'Acme' })
    expect(made).toMatchObject({
      name: 'Angebot März.txt',
      content_type: 'text/plain',
      size: 9,
      status: 'completed',
      category: 'contract',
      client: { name: 'Acme' },
      downloadable: false,
      processing: { state: 'quarantined' },
      attachment_level: 'workspace',
    })
    expect(await verdict(link(made.id))).toBe('404 not_found')

    expect(await desk.process(made.id)).toBe(true)
    expect(await get(made.id)).toMatchObject({
      downloadable: true,
      processing: { state: 'clean', text: 'done', thumbnail: 'none' },
    })
    const { visitor } = actors.member
    const lead = await visitor.fetch(`${visitor.origin}${made.file_url}`)
    expect(lead.status).toBe(302)
    const address = lead.headers.get('location') ?? ''
    expect(new URL(address).origin).toBe(ctx.config.USERCONTENT_ORIGIN)
    const response = await desk.outside.fetch(address)
    expect(await response.text()).toBe('The offer')
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''Angebot%20M%C3%A4rz.txt")
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    // The application's own origin never sends them.
    expect((await visitor.fetch(visitor.origin + new URL(address).pathname + new URL(address).search)).status).toBe(404)
  })

  test('in which something is found says what, and its bytes are gone', async () => {
    const made = await add(EICAR, 'invoice.txt')
    const key = await quarantined(made.id)
    expect(await desk.process(made.id)).toBe(false)
    const shown = await get(made.id)
    expect(shown).toMatchObject({ downloadable: false, processing: { state: 'infected' } })
    expect(shown.processing.problem).toContain('It contains')
    expect(await desk.storage.exists(key)).toBe(false)
    expect(await verdict(link(made.id))).toBe('404 not_found')
  })

  test('waits while the scanner is away, and clears when it returns', async () => {
    const made = await add('waits', 'waits.txt')
    const away = createStorage(testConfig(api.database.name, { CLAMD_PORT: '1' }))
    const worker = createProcessingActivities(ctx, away)
    await expect(desk.process(made.id, 1, worker)).rejects.toThrow('viruses')
    expect(await get(made.id)).toMatchObject({ processing: { state: 'quarantined' }, downloadable: false })
    away.close()
    expect(await desk.process(made.id)).toBe(true)
    // A repeat after a crash changes nothing.
    expect(await desk.process(made.id)).toBe(true)
    expect(await blobCounts([made.id])).toEqual([1])
  })

  test('is drawn small if it is a picture, whatever its name says', async () => {
    const sharp = (await import('sharp')).default
    const png = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    const made = await add(png, 'report.txt')
    await desk.process(made.id)
    const shown = await get(made.id)
    expect(shown).toMatchObject({ content_type: 'image/png', family: 'image', processing: { thumbnail: 'done' } })
    const { visitor } = actors.member
    const picture = await visitor.fetch(`${visitor.origin}${shown.thumbnail_url}`)
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect([width, height]).toEqual([320, 107])
  })

  test('belongs nowhere if it names a place that is not there, and leaves nothing behind', async () => {
    const before = await desk.storage.purgeQuarantine(new Date(0), async () => new Set())
    expect(before).toBe(0)
    const form = desk.formOf('file', 'x', 'x.txt', { task_id: taskId })
    expect(await desk.send('/v1/documents/upload/', form, actors.other_admin)).toMatchObject({ status: 404 })
    const unknown = desk.formOf('file', 'x', 'x.txt', { colour: 'red' })
    expect(await desk.send('/v1/documents/upload/', unknown)).toMatchObject({ status: 422 })
  })

  test('is known as the answer to a field of its task’s form, in one call or in parts', async () => {
    const answered = async () => {
      const { data } = await client(listInstanceFiles, { params: { instanceId }, query: {} })
      return data.flatMap(({ filename, field_id }) => (field_id === 'proof' ? filename : [])).toSorted()
    }
    const form = desk.formOf('file', 'x', 'Proof 1.txt', { taskId, field: 'proof' })
    expect(await desk.send('/v1/documents/upload/', form)).toMatchObject({ status: 201 })
    await add('x', 'Proof 2.txt', { taskId, field: 'proof' })
    await desk.sendInParts('x', 'Proof 3.txt', { taskId, field: 'proof' })
    expect(await answered()).toEqual(['Proof 1.txt', 'Proof 2.txt', 'Proof 3.txt'])
  })

  test('that the workspace has no room for is refused', async () => {
    const set = (quota: number) => limitStorage(api.database, ours.tenantId, quota)
    await set(1)
    const form = desk.formOf('files', 'too much', 'x.txt')
    expect(await desk.send('/v1/documents/', form)).toMatchObject({ status: 413, body: { code: 'quota_exceeded' } })
    await set(10_737_418_240)
  })
})

describe('a link', () => {
  test('gives any part of the file, and says so when there is no such part', async () => {
    const made = await add('0123456789', 'digits.txt')
    await desk.process(made.id)
    const url = await link(made.id, { open: 'inline' })
    const part = async (range: string) => {
      const response = await desk.outside.fetch(url, { headers: { range } })
      return [
        response.status,
        response.headers.get('content-range'),
        response.status < 400 ? await response.text() : '',
      ]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', ''])
    expect(await part('bytes=0-1,3-4')).toEqual([200, null, '0123456789'])
  })

  test('that was changed, or whose maker may no longer see the file, opens nothing', async () => {
    const made = await add('secret', 'secret.txt')
    await desk.process(made.id)
    const url = await link(made.id)
    const broken = url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await desk.outside.fetch(broken)).status).toBe(403)
    expect((await desk.outside.fetch(url)).status).toBe(200)
    await client(removeDocument, { params: { documentId: made.id } })
    expect((await desk.outside.fetch(url)).status).toBe(404)
  })
})

describe('versions', () => {
  test('the same name on the same task makes one, which takes over when it is clean', async () => {
    const first = await add('One', 'Plan.txt', { taskId })
    await desk.process(first.id)
    const second = await add('Two', 'PLAN.txt', { taskId })
    expect(second).toMatchObject({
      id: first.id,
      version_count: 2,
      current_version: 1,
      processing: { version_number: 2, state: 'quarantined' },
    })
    expect(await (await desk.outside.fetch(await link(first.id))).text()).toBe('One')
    await desk.process(first.id, 2)
    expect(await (await desk.outside.fetch(await link(first.id))).text()).toBe('Two')
    expect(await (await desk.outside.fetch(await link(first.id, { version_number: 1 }))).text()).toBe('One')

    const restored = await client(restoreVersion, { params: { documentId: first.id, number: 1 } })
    expect(
      restored.versions.map(({ version_number, is_current, restored_from }) => [
        version_number,
        is_current,
        restored_from,
      ]),
    ).toEqual([
      [3, true, 1],
      [2, false, null],
      [1, false, null],
    ])
    expect(await (await desk.outside.fetch(await link(first.id))).text()).toBe('One')
    expect((await blobCounts([first.id])).toSorted((one, other) => one - other)).toEqual([1, 2])
  })

  test('an approval is about exactly the bytes that were looked at; others are asked about again', async () => {
    const made = await add('Draft', 'Contract.txt', { taskId })
    await desk.process(made.id)
    const { sha256 } = await get(made.id)
    const decision = (number: number, hash: string | null) =>
      actors.manager.client(decideDocument, {
        params: { documentId: made.id },
        body: { decision: 'approve', version_number: number, sha256: hash ?? '' },
      })
    expect(await decision(1, sha256)).toMatchObject({
      status: 'approved',
      approval: { state: 'approved', version_number: 1 },
    })
    await add('Changed', 'Contract.txt', { taskId })
    expect(await get(made.id)).toMatchObject({ status: 'approved' })
    await desk.process(made.id, 2)
    expect(await get(made.id)).toMatchObject({
      status: 'review',
      approval: { state: 'changed', version_number: 1, by: { name: 'Test manager' } },
    })
    expect(await verdict(decision(1, sha256))).toBe('409 changed')
    expect(await decision(2, (await get(made.id)).sha256)).toMatchObject({
      status: 'approved',
      approval: { state: 'approved' },
    })
  })
})

describe('the trash', () => {
  test('keeps a document for 30 days, and its content 7 days longer', async () => {
    const made = await add('To be thrown away', 'old.txt')
    await desk.process(made.id)
    const params = { documentId: made.id }
    await client(removeDocument, { params })
    expect(await client(documents.listDocuments, { query: { search: 'old.txt' } })).toEqual([])
    expect(await client(documents.listDocuments, { query: { search: 'old.txt', trash: 'true' } })).toMatchObject([
      { id: made.id },
    ])
    expect(await client(restoreDocument, { params })).toMatchObject({ deleted_at: null })
    await client(removeDocument, { params })

    const used = async () => (await client(documents.getStorage)).used
    const before = await used()
    await actors.manager.client(purgeDocument, { params })
    expect(await verdict(get(made.id))).toBe('404 not_found')
    expect(before - (await used())).toBe(made.size)

    const key = `tenants/${ours.tenantId}/${(await unreferenced())[0]}`
    expect(await desk.storage.exists(key)).toBe(true)
    await api.database.admin((db) =>
      db.query(`update blobs set unreferenced_since = now() - interval '8 days' where unreferenced_since is not null`),
    )
    await purgeDocuments(ctx, desk.storage, { tenantId: ours.tenantId })
    expect(await desk.storage.exists(key)).toBe(false)
    expect(await unreferenced()).toEqual([])
  })
})

const unreferenced = () =>
  api.database.admin(async (db) => {
    const found = await db.query<{ sha256: string }>(
      `select encode(sha256, 'hex') as sha256 from blobs where tenant_id = $1 and unreferenced_since is not null`,
      [ours.tenantId],
    )
    return found.rows.map(({ sha256 }) => sha256)
  })
