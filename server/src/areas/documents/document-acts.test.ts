import { decideDocument, editDocument, removeDocument, restoreDocument } from '@throughline/contracts/document-acts'
import { getDocument } from '@throughline/contracts/documents'
import { DocumentId, TaskId } from '@throughline/contracts/ids'
import { afterAll, describe, expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { makeDocument } from '../../../test/documents.ts'
import { createDesk } from '../../../test/documents-desk.ts'
import type { TaskSpec } from '../../../test/running-world.ts'
import { createTaskWorld } from '../../../test/task-world.ts'
import { verdict } from '../../../test/verdict.ts'
import { purgeDocuments } from './purge-documents.ts'

const api = await sharedApi()
const world = await createTaskWorld(api)
const desk = createDesk(api, world)
const { ours, maya, workflow, read } = world
const { client } = world.actors.owner
afterAll(() => desk.close())

const of = (documentId: DocumentId) => ({ params: { documentId } })
const task = async (spec: TaskSpec = {}) => TaskId.parse(await world.task(spec))
const add = async (name: string, wanted: { taskId?: TaskId } = {}) =>
  DocumentId.parse(await makeDocument(api.ctx, ours, wanted, { name }))
const get = (id: DocumentId) => client(getDocument, of(id))
const rename = (id: DocumentId, name: string) => client(editDocument, { ...of(id), body: { name } })
const move = (id: DocumentId, taskId: TaskId | null) =>
  client(editDocument, { ...of(id), body: { place: { task_id: taskId, instance_id: null, workflow_id: null } } })
const recordOf = async (id: DocumentId) => {
  const { rows } = await api.database.admin((admin) =>
    admin.query<{ act: string; data: object }>('select act, data from audit_pending where entity_id = $1 order by id', [
      id,
    ]),
  )
  return rows.slice(1)
}

describe('on a task a name is one file’s', () => {
  test('nobody gives it to another, by renaming or moving; its own letters may change', async () => {
    const taskId = await task()
    const plan = await add('Plan März.txt', { taskId })
    const other = await add('Other.txt', { taskId })
    expect(await verdict(rename(other, 'plan MARZ.txt'))).toBe('409 name_taken')
    expect(await rename(plan, 'PLAN März.txt')).toMatchObject({ name: 'PLAN März.txt' })
    const outside = await add('plan märz.txt')
    expect(await verdict(move(outside, taskId))).toBe('409 name_taken')
    const body = { name: 'Plan 2.txt', place: { task_id: taskId, instance_id: null, workflow_id: null } }
    expect(await client(editDocument, { ...of(outside), body })).toMatchObject({ name: 'Plan 2.txt' })
  })

  test('what comes out of the trash to find its name taken gets the first number that is free', async () => {
    const taskId = await task()
    const thrown: DocumentId[] = []
    for (let n = 0; n < 2; n++) {
      const id = await add('Offer.v1.pdf', { taskId })
      await client(removeDocument, of(id))
      thrown.push(id)
    }
    await add('offer.V1.pdf', { taskId })
    const names: string[] = []
    for (const id of thrown) names.push((await client(restoreDocument, of(id))).name)
    expect(names).toEqual(['Offer.v1 (2).pdf', 'Offer.v1 (3).pdf'])
    expect((await recordOf(thrown[0] ?? DocumentId.parse(''))).at(-1)).toEqual({
      act: 'document.restored',
      data: { name: 'Offer.v1 (2).pdf', was: 'Offer.v1.pdf' },
    })
  })

  test('however long it is', async () => {
    const taskId = await task()
    const name = `${'x'.repeat(251)}.txt`
    const first = await add(name, { taskId })
    await client(removeDocument, of(first))
    expect(await add(`${'x'.repeat(251)}.pdf`, { taskId })).not.toBe(await add(name, { taskId }))
    expect((await client(restoreDocument, of(first))).name).toBe(`${'x'.repeat(247)} (2).txt`)
  })
})

describe('the record says', () => {
  test('what was changed, and the name since then; nothing where nothing was', async () => {
    const id = await add('Draft.txt')
    await client(editDocument, { ...of(id), body: { name: 'Final.txt', category: 'other', client_id: 'Acme' } })
    await rename(id, 'Final.txt')
    expect(await recordOf(id)).toEqual([
      { act: 'document.changed', data: { name: 'Final.txt', changed: ['name', 'client_id'] } },
    ])
  })

  test('from where to where a file was moved', async () => {
    const id = await add('Moved.txt')
    const taskId = await task()
    const { workflow_instance: instance } = await read(taskId)
    await move(id, taskId)
    await move(id, taskId)
    const nowhere = { workflow: null, instance: null, task: null }
    const there = { workflow, instance, task: taskId }
    expect(await recordOf(id)).toEqual([
      { act: 'document.moved', data: { name: 'Moved.txt', from: nowhere, to: there } },
    ])
  })

  test('which file went when its time in the trash was over', async () => {
    const id = await add('Old.txt')
    await client(removeDocument, of(id))
    await api.database.admin((admin) =>
      admin.query(`update documents set deleted_at = now() - interval '31 days' where id = $1`, [id]),
    )
    await purgeDocuments(api.ctx, desk.storage, { tenantId: ours.tenantId })
    expect((await recordOf(id)).at(-1)).toEqual({ act: 'document.purged', data: { name: 'Old.txt', open: true } })
  })
})

describe('a file is in review', () => {
  const approval = (status = 'pending') => task({ step: 'ok', type: 'approval', status, seats: [{ member: maya.id }] })

  test('where somebody is going to decide on it, and nowhere else', async () => {
    const statusOn = async (taskId: TaskId) => (await get(await add('Any.txt', { taskId }))).status
    expect(await statusOn(await approval())).toBe('review')
    expect(await statusOn(await task({ reviewer: maya.id }))).toBe('review')
    expect(await statusOn(await task({ reviewer: maya.id, status: 'review' }))).toBe('review')
    expect(await statusOn(await approval('completed'))).toBe('completed')
    expect(await statusOn(await approval('cancelled'))).toBe('completed')
    expect(await statusOn(await task({ reviewer: maya.id, status: 'completed' }))).toBe('completed')
  })

  test('from when it is moved there until it is moved away', async () => {
    const id = await add('Wanders.txt')
    expect(await move(id, await approval())).toMatchObject({ status: 'review' })
    expect(await move(id, await task())).toMatchObject({ status: 'completed' })
  })

  test('unless it is decided on; and a move does not end that it is asked about again', async () => {
    const taskId = await approval()
    const id = await add('Decided.txt', { taskId })
    const { sha256, current_version } = await get(id)
    const body = { decision: 'approve' as const, version_number: current_version, sha256: sha256 ?? '' }
    await world.actors.admin.client(decideDocument, { ...of(id), body })
    expect(await move(id, null)).toMatchObject({ status: 'approved' })
    expect(await move(id, taskId)).toMatchObject({ status: 'approved' })
    await add('Decided.txt', { taskId })
    expect(await move(id, null)).toMatchObject({ status: 'review' })
  })
})
