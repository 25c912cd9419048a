import { Document, getDocument, getStorage, MAX_FILES_PER_REQUEST } from '@throughline/contracts/documents'
import { TaskId } from '@throughline/contracts/ids'
import { Attachment, listAttachments } from '@throughline/contracts/tasks'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestApi } from '../../../test/api.ts'
import { fillTask, makeDocument } from '../../../test/documents.ts'
import { createDesk } from '../../../test/documents-desk.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { EICAR } from '../../../test/storage/eicar.ts'
import { listStored, ownBucket } from '../../../test/storage/own-bucket.ts'
import { limitStorage } from '../../../test/storage-limit.ts'
import { createTaskWorld } from '../../../test/task-world.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { quarantinedAfter } from './version.queries.ts'

// With a bucket of its own: what is left in quarantine is ours.
const bucket = await ownBucket()
const api = await createTestApi({ ...ENGINE_AWAY, S3_BUCKET: bucket.config.S3_BUCKET })
const world = await createTaskWorld(api)
const desk = createDesk(api, world)
const { ours, actors } = world
const { tenantId } = ours
const { client } = actors.member
afterAll(async () => {
  desk.close()
  await api.close()
  await bucket.drop()
})

type Named = Record<string, string>

function formOf(files: Named | readonly [string, string][], fields: Named = {}) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  for (const [name, content] of Array.isArray(files) ? files : Object.entries(files))
    form.append('files', new Blob([content]), name)
  return form
}

const send = (form: FormData, by = actors.member) => desk.send('/v1/documents/', form, by)
const onTask = (taskId: string) => ({ metadata: JSON.stringify({ taskId }) })

async function added(form: FormData) {
  const { status, body } = await send(form)
  expect(status, JSON.stringify(body)).toBe(201)
  return z.parse(z.array(Document), body)
}

const rowsOf = async <T extends object>(text: string, values: unknown[]) =>
  (await api.database.admin((admin) => admin.query<T>(text, values))).rows
const documentsOf = async () => (await rowsOf('select from documents where tenant_id = $1', [tenantId])).length
const setQuota = (bytes: number) => limitStorage(api.database, tenantId, bytes)
const used = async () => (await client(getStorage)).used
/** What lies in quarantine without being any document's. */
async function abandoned(): Promise<string[]> {
  const { objects } = await listStored(bucket.objects)
  const rows = await rowsOf<{ quarantine_key: string }>('select quarantine_key from document_versions', [])
  const held = new Set(rows.map(({ quarantine_key }) => quarantine_key))
  return objects.filter((key) => key.startsWith('quarantine/') && !held.has(key))
}

describe('several files in one request', () => {
  test('become documents in their order by one transaction, with one count and one poke', async () => {
    const before = await used()
    const made = await added(
      formOf({ 'c.txt': 'One', 'a.txt': 'Three', 'b.txt': 'Seven' }, { document_type: 'general' }),
    )
    expect(made.map(({ name, size }) => [name, size])).toEqual([
      ['c.txt', 3],
      ['a.txt', 5],
      ['b.txt', 5],
    ])
    expect(await used()).toBe(before + 13)
    const ids = made.map(({ id }) => id)
    const written = await rowsOf<{ kind: string; rows: number; transactions: string[] }>(
      `select kind, count(*)::int as rows, array_agg(distinct tx) as transactions from (
         select 'documents' as kind, xmin::text as tx from documents where id = any($1)
         union all select 'versions', xmin::text from document_versions where document_id = any($1)
         union all select 'events', xmin::text from events where tenant_id = $2 and entity_id = any($1)
         union all select 'audit', xmin::text from audit_pending where tenant_id = $2 and entity_id = any($1)
         union all select 'outbox', xmin::text from outbox where tenant_id = $2 and topic = 'workflow.poke'
         union all select 'counters', xmin::text from counters where tenant_id = $2 and name = 'storage'
       ) written group by kind order by kind`,
      [ids, tenantId],
    )
    expect(written.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['audit', 3],
      ['counters', 1],
      ['documents', 3],
      ['events', 3],
      ['outbox', 1],
      ['versions', 3],
    ])
    expect(new Set(written.flatMap(({ transactions }) => transactions)).size).toBe(1)
    const waiting = await inTenant(api.ctx, { tenantId }, ({ db }) => quarantinedAfter(db, tenantId, undefined, 10))
    expect(waiting.map(({ document_id }) => document_id)).toEqual(expect.arrayContaining(ids))
  })

  test('are added all or none: without room for the last of them nothing of any is left', async () => {
    const before = { documents: await documentsOf(), used: await used() }
    await setQuota(before.used + 8)
    const refused = await send(formOf({ 'fits.txt': 'Fits', 'fits too.txt': 'Fits', 'much.txt': 'Too much' }))
    expect(refused).toMatchObject({ status: 413, body: { code: 'quota_exceeded' } })
    await setQuota(10_737_418_240)
    expect({ documents: await documentsOf(), used: await used() }).toEqual(before)
    expect(await abandoned()).toEqual([])
  })

  test('are so many and no more, and have no name given to all of them', async () => {
    const before = await documentsOf()
    const many = Array.from({ length: MAX_FILES_PER_REQUEST + 1 }, (_, n): [string, string] => [`${n}.txt`, 'x'])
    expect(await send(formOf(many), actors.manager)).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
    const named = formOf({ 'a.txt': 'a', 'b.txt': 'b' }, { name: 'Both' })
    expect(await send(named)).toMatchObject({ status: 422, body: { errors: [{ path: 'name' }] } })
    expect(await documentsOf()).toBe(before)
    expect(await abandoned()).toEqual([])
  })

  test('count as one upload each', async () => {
    const form = () => formOf(Array.from({ length: 50 }, (_, n): [string, string] => [`${n}.txt`, 'x']))
    const verdicts = [
      await send(form(), actors.admin),
      await send(form(), actors.admin),
      await send(form(), actors.admin),
    ]
    expect(verdicts.map(({ status }) => status)).toEqual([201, 201, 429])
    expect(await abandoned()).toEqual([])
  })

  test('with the same name, on a task, are versions of one document', async () => {
    const taskId = await world.task()
    const form = formOf(
      [
        ['Plan.txt', 'One'],
        ['note.txt', 'Note'],
        ['PLAN.txt', 'Two'],
      ],
      onTask(taskId),
    )
    const [first, note, second] = await added(form)
    expect(first?.id).toBe(second?.id)
    expect(note?.id).not.toBe(first?.id)
    const params = { documentId: z.parse(Document.shape.id, first?.id) }
    expect(await client(getDocument, { params })).toMatchObject({ version_count: 2, name: 'Plan.txt' })
    expect(await added(form)).toMatchObject([{ version_count: 4 }, { version_count: 2 }, { version_count: 4 }])
  })

  test('never wait for each other, in whichever order two requests have the same names', async () => {
    const taskId = await world.task()
    const one = () => formOf({ 'a.txt': 'a', 'B.txt': 'b' }, onTask(taskId))
    const other = () => formOf({ 'b.txt': 'b', 'A.txt': 'a' }, onTask(taskId))
    for (let round = 0; round < 5; round++) {
      const sent = await Promise.all([send(one()), send(other())])
      expect(sent.map(({ status }) => status)).toEqual([201, 201])
    }
    const files = await client(listAttachments, { params: { taskId: TaskId.parse(taskId) } })
    expect(files).toHaveLength(2)
  })
})

describe('several files that are attached to a task', () => {
  const attach = (taskId: string, files: Named) => desk.send(`/v1/tasks/${taskId}/attachments/`, formOf(files))

  test('are scanned, and answered in their order', async () => {
    const taskId = await world.task()
    const { status, body } = await attach(taskId, { 'two.txt': 'Two', 'one.txt': 'One' })
    expect(status).toBe(201)
    expect(z.parse(z.array(Attachment), body).map(({ name, state }) => [name, state])).toEqual([
      ['two.txt', 'clean'],
      ['one.txt', 'clean'],
    ])
  })

  test('are refused by name where something is found in one of them, and none is kept', async () => {
    const taskId = await world.task()
    const blobs = () => rowsOf('select from blobs where tenant_id = $1', [tenantId])
    const before = (await blobs()).length
    const refused = await attach(taskId, { 'fine.txt': 'Nothing wrong with it', 'invoice.txt': EICAR })
    expect(refused).toMatchObject({ status: 422, body: { code: 'infected' } })
    expect(JSON.stringify(refused.body)).toContain('invoice.txt was rejected')
    expect(await client(listAttachments, { params: { taskId: TaskId.parse(taskId) } })).toEqual([])
    expect((await blobs()).length).toBe(before)
    expect(await abandoned()).toEqual([])
  })

  test('must all have a place on it', async () => {
    const taskId = await world.task()
    await makeDocument(api.ctx, ours, { taskId })
    await fillTask(api.database, taskId)
    await rowsOf(`update documents set deleted_at = now() where task_id = $1 and name = 'Copy 2'`, [taskId])
    const two = await attach(taskId, { 'one.txt': 'One', 'two.txt': 'Two' })
    expect(two).toMatchObject({ status: 409, body: { code: 'too_many_files' } })
    expect(await attach(taskId, { 'one.txt': 'One', 'note.txt': 'A new version' })).toMatchObject({ status: 201 })
  })
})
