import * as files from '@throughline/contracts/document-acts'
import { getDocument } from '@throughline/contracts/documents'
import { DocumentId, InstanceId } from '@throughline/contracts/ids'
import * as acts from '@throughline/contracts/instance-acts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../test/api.ts'
import { fillTask, makeDocument } from '../../../test/documents.ts'
import { createDesk } from '../../../test/documents-desk.ts'
import { createTaskWorld } from '../../../test/task-world.ts'
import { untilWaiting } from '../../../test/until-waiting.ts'
import { verdict } from '../../../test/verdict.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { addFile } from './add-file.ts'
import { locationFor } from './location.ts'
import { addOutsideFiles } from './response-files.ts'

const api = await sharedApi()
const world = await createTaskWorld(api)
const desk = createDesk(api, world)
const { ours, actors, task } = world
afterAll(() => desk.close())

const FILE = {
  name: 'late.txt',
  sha256: Buffer.alloc(32, 7),
  bytes: 1,
  media_type: 'text/plain',
  object_key: 'none',
  clean: true,
}
const of = (id: string) => ({ params: { documentId: DocumentId.parse(id) } })
const attach = async (taskId: string, content: string, name: string) => {
  const form = desk.formOf('file', content, name, { task_id: taskId })
  return desk.send('/v1/documents/upload/', form, actors.owner)
}

test('of two versions that are found clean at the same moment the newest is the current one', async () => {
  const taskId = await task()
  const first = await attach(taskId, 'one', 'note.txt')
  const documentId = DocumentId.parse(z.parse(z.object({ id: z.string() }), first.body).id)
  await desk.process(documentId)
  await attach(taskId, 'two', 'note.txt')
  await attach(taskId, 'three', 'note.txt')
  const scans = await api.database.admin(async (admin) => {
    await admin.query('begin')
    await admin.query('select from documents where id = $1 for no key update', [documentId])
    const newest = desk.process(documentId, 3)
    await untilWaiting(api.database, 1)
    const older = desk.process(documentId, 2)
    await untilWaiting(api.database, 2)
    await admin.query('commit')
    return [newest, older]
  })
  expect(await Promise.all(scans)).toEqual([true, true])
  const found = await actors.owner.client(getDocument, { params: { documentId } })
  expect(found).toMatchObject({ current_version: 3, version_count: 3 })
})

test('a file that comes while its instance is narrowed is narrowed with it', async () => {
  const taskId = await task()
  const owner = { tenantId: ours.tenantId, memberId: ours.ownerId, user: { is_admin: true } }
  const { id, instanceId, narrowing } = await inTenant(api.ctx, owner, async (tx) => {
    const place = await locationFor(tx, owner, { taskId })
    const made = await addFile(tx, owner, FILE, place)
    const params = { instanceId: InstanceId.parse(place.instance_id) }
    const asked = actors.owner.client(acts.narrowInstance, { params, body: { narrowed: true } })
    await untilWaiting(api.database, 1)
    return { id: made, instanceId: params.instanceId, narrowing: asked }
  })
  await narrowing
  const { rows } = await api.database.admin((admin) =>
    admin.query('select narrowed from documents where id = $1', [id]),
  )
  expect(rows).toEqual([{ narrowed: true }])
  await actors.owner.client(acts.narrowInstance, { params: { instanceId }, body: { narrowed: false } })
})

test('a file of a program that comes while its instance goes to the trash is refused', async () => {
  const owner = { tenantId: ours.tenantId, memberId: ours.ownerId, user: { is_admin: true } }
  const taskId = await task()
  const { id, removing, adding } = await inTenant(api.ctx, owner, async (tx) => {
    const { instance_id } = await locationFor(tx, owner, { taskId })
    const id = InstanceId.parse(instance_id)
    // Removing waits for this file, and the program's file waits behind it.
    await addFile(tx, owner, FILE, await locationFor(tx, owner, { instanceId: id }))
    const removing = actors.owner.client(acts.removeInstance, { params: { instanceId: id } })
    await untilWaiting(api.database, 1)
    const sent = { ...FILE, name: 'sent.txt', clean: false }
    const adding = expect(
      inTenant(api.ctx, { tenantId: ours.tenantId }, (own) =>
        addOutsideFiles(own, { id, workflow_id: world.workflow }, [sent]),
      ),
    ).rejects.toThrow('This instance was not found')
    await untilWaiting(api.database, 2)
    return { id, removing, adding }
  })
  await removing
  await adding
  const { rows } = await api.database.admin((admin) =>
    admin.query('select name, in_trash from documents where instance_id = $1', [id]),
  )
  expect(rows).toEqual([{ name: FILE.name, in_trash: true }])
})

test('a task takes as many files as can be decided on, and no more', async () => {
  const taskId = await task()
  await makeDocument(api.ctx, ours, { taskId })
  const trashed = await makeDocument(api.ctx, ours, { taskId }, { name: 'Trashed.txt' })
  await actors.owner.client(files.removeDocument, of(trashed))
  await fillTask(api.database, taskId)
  expect(await attach(taskId, 'one more', 'more.txt')).toMatchObject({ status: 409, body: { code: 'too_many_files' } })
  expect(await attach(taskId, 'another', 'note.txt')).toMatchObject({ status: 201, body: { version_count: 2 } })
  expect(await verdict(actors.owner.client(files.restoreDocument, of(trashed)))).toBe('409 too_many_files')
  const ids = [of(trashed).params.documentId]
  const { data } = await actors.owner.client(files.bulkDocuments, { body: { act: 'restore', ids } })
  expect(data).toMatchObject([{ result: 'refused', code: 'too_many_files' }])
})

test('of two who give the same name on a task, or send a file of it, one has it', async () => {
  const taskId = await task()
  const make = (name: string) => makeDocument(api.ctx, ours, { taskId }, { name })
  const [one, other] = [await make('One.txt'), await make('Other.txt')]
  const rename = (id: string, name: string) =>
    verdict(actors.owner.client(files.editDocument, { ...of(id), body: { name } }))
  const both = await Promise.all([rename(one, 'Plan.txt'), rename(other, 'PLÁN.txt')])
  expect(both.toSorted()).toEqual(['409 name_taken', 'accepted'])

  const third = await make('Third.txt')
  const renamed = await inTenant(api.ctx, { tenantId: ours.tenantId, memberId: ours.ownerId }, async (tx) => {
    const owner = { memberId: ours.ownerId, user: { is_admin: true } }
    await addFile(tx, owner, { ...FILE, name: 'Sent.txt' }, await locationFor(tx, owner, { taskId }))
    const asked = rename(third, 'sent.TXT')
    await untilWaiting(api.database, 1)
    return { asked }
  })
  expect(await renamed.asked).toBe('409 name_taken')
})

test('a file that is deleted for ever while its text is written down is gone, with the text', async () => {
  const id = await makeDocument(api.ctx, ours)
  await actors.owner.client(files.removeDocument, of(id))
  const { purged } = await api.database.admin(async (admin) => {
    await admin.query('begin')
    await admin.query('select from document_versions where document_id = $1 for update', [id])
    const asked = verdict(actors.owner.client(files.purgeDocument, of(id)))
    await untilWaiting(api.database, 1)
    await admin.query(
      `insert into document_texts select tenant_id, document_id, number, 0, 'Late' from document_versions where document_id = $1`,
      [id],
    )
    await admin.query('commit')
    return { purged: asked }
  })
  expect(await purged).toBe('accepted')
})
