import { createHash } from 'node:crypto'
import { getCsrf } from '@throughline/contracts/auth'
import { DocumentId, InstanceId, TaskId } from '@throughline/contracts/ids'
import * as instances from '@throughline/contracts/instances'
import * as tasks from '@throughline/contracts/tasks'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi, Visitor } from '../../../test/api.ts'
import { fillTask, makeDocument } from '../../../test/documents.ts'
import { makeInstance, makeTask, makeWorkflow } from '../../../test/running-world.ts'
import { EICAR } from '../../../test/storage/eicar.ts'
import { limitStorage } from '../../../test/storage-limit.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'
import { createStorage } from '../../core/storage/storage.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors } = await createWorld(api)
const { client, visitor } = actors.member
const workflow = await makeWorkflow(ctx, ours)
const instanceId = InstanceId.parse(await makeInstance(ctx, ours.tenantId, workflow, { startedBy: ours.ownerId }))
const taskId = TaskId.parse(
  await makeTask(ctx, ours.tenantId, instanceId, { assignedTo: ours.ownerId, name: 'Read it' }),
)

async function upload(path: string, field: string, content: string, name: string, by = actors.member) {
  const form = new FormData()
  form.append(field, new Blob([content]), name)
  const response = await by.visitor.fetch(by.visitor.origin + path, {
    method: 'POST',
    headers: { 'x-csrftoken': (await by.client(getCsrf)).csrfToken },
    body: form,
  })
  return { status: response.status, body: await response.json() }
}
const attach = (content: string, name: string, by = actors.member) =>
  upload(`/v1/tasks/${taskId}/attachments/`, 'files', content, name, by)
const blobs = async () => {
  const { rows } = await api.database.admin((db) =>
    db.query<{ ref_count: number }>('select ref_count from blobs where tenant_id = $1 order by ref_count', [
      ours.tenantId,
    ]),
  )
  return rows.map(({ ref_count }) => ref_count)
}

describe('a file', () => {
  test('of a task is listed with it and with its instance, and is saved under its name', async () => {
    const { status, body: answer } = await attach('The offer', 'Angebot März.txt')
    expect(status).toBe(201)
    const body = z.parse(z.array(tasks.Attachment), answer)
    const [file] = body
    expect(body).toMatchObject([
      { filename: 'Angebot März.txt', size: 9, content_type: 'text/plain', uploaded_by: { name: 'Test member' } },
    ])
    expect(await client(tasks.listAttachments, { params: { taskId } })).toEqual(body)
    const { data } = await client(instances.listInstanceFiles, { params: { instanceId }, query: {} })
    expect(data).toMatchObject([{ id: file?.id, task_id: taskId, task_name: 'Read it', file_size: 9 }])
    const mine = await client(tasks.listMyAttachments, { query: {} })
    expect(mine).toMatchObject([{ id: file?.id, task_id: taskId, task_name: 'Read it' }])
    const leading = await visitor.fetch(`${visitor.origin}${file?.file_url}`)
    expect(leading.status).toBe(302)
    const address = leading.headers.get('location') ?? ''
    expect(new URL(address).origin).toBe(ctx.config.USERCONTENT_ORIGIN)
    const response = await new Visitor(api.app, ctx.config.USERCONTENT_ORIGIN).fetch(address)
    expect(await response.text()).toBe('The offer')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Angebot Marz.txt"; filename\*=UTF-8''Angebot%20M%C3%A4rz.txt$/,
    )
  })

  test('that is attached twice is kept once and counted twice', async () => {
    await attach('The same', 'one.txt')
    const before = await blobs()
    const again = await upload(`/v1/instances/${instanceId}/files/`, 'file', 'The same', 'two.txt')
    expect(again).toMatchObject({ status: 201, body: { data: { filename: 'two.txt', task_id: null } } })
    expect(await blobs()).toEqual([...before.slice(0, -1), 2])
  })

  test('in which something is found is refused, and nothing of it is kept', async () => {
    const before = await blobs()
    expect(await attach(EICAR, 'invoice.txt')).toMatchObject({ status: 422, body: { code: 'infected' } })
    expect(await blobs()).toEqual(before)
  })

  test('that the workspace or the task has no room for is refused, and nothing of it is kept', async () => {
    const storage = createStorage(ctx.config)
    const set = (quota: number) => limitStorage(api.database, ours.tenantId, quota)
    const isKept = async (content: string) => {
      const sha256 = createHash('sha256').update(content).digest('hex')
      return await storage.exists(storage.keyOf({ sha256 }, ours.tenantId))
    }
    const before = await blobs()
    await set(1)
    const full = { status: 413, body: { code: 'quota_exceeded' } }
    expect(await attach('Too much', 'much.txt')).toMatchObject(full)
    expect(await upload(`/v1/instances/${instanceId}/files/`, 'file', 'Too much', 'much.txt')).toMatchObject(full)
    await set(10_737_418_240)
    const crowded = await makeTask(ctx, ours.tenantId, instanceId, { round: 2 })
    await makeDocument(ctx, ours, { taskId: crowded })
    await fillTask(api.database, crowded)
    const kept = await blobs()
    const toCrowded = (content: string, name: string) =>
      upload(`/v1/tasks/${crowded}/attachments/`, 'files', content, name)
    const refused = { status: 409, body: { code: 'too_many_files' } }
    expect(await toCrowded('Too many', 'many.txt')).toMatchObject(refused)
    expect([await isKept('Too much'), await isKept('Too many')]).toEqual([false, false])
    expect([before.length + 1, await blobs()]).toEqual([kept.length, kept])
    expect(await toCrowded('A new version', 'note.txt')).toMatchObject({ status: 201 })
    expect(await isKept('A new version')).toBe(true)
    storage.close()
  })

  test('is not there for whoever may not see its instance', async () => {
    const [file] = await client(tasks.listAttachments, { params: { taskId } })
    const params = { instanceId, fileId: DocumentId.parse(file?.id) }
    const elsewhere = InstanceId.parse(await makeInstance(ctx, ours.tenantId, workflow))
    const misplaced = { ...params, instanceId: elsewhere }
    expect(await verdict(client(instances.downloadInstanceFile, { params: misplaced }))).toBe('404 not_found')
    expect(await verdict(actors.other_admin.client(instances.downloadInstanceFile, { params }))).toBe('404 not_found')
    expect(await attach('Theirs', 'x.txt', actors.other_admin)).toMatchObject({ status: 404 })
    await api.database.admin(async (db) => {
      await db.query('update instances set narrowed = true where id = $1', [instanceId])
      for (const table of ['tasks', 'documents'])
        await db.query(`update ${table} set narrowed = true where instance_id = $1`, [instanceId])
    })
    expect(await verdict(client(instances.downloadInstanceFile, { params }))).toBe('404 not_found')
    expect(await verdict(client(instances.listInstanceFiles, { params: { instanceId }, query: {} }))).toBe(
      '404 not_found',
    )
    expect(await client(tasks.listMyAttachments, { query: {} })).toEqual([])
  })
})
