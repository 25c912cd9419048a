import { bulkDocuments, removeDocument, restoreDocument } from '@throughline/contracts/document-acts'
import { Document, groupDocuments, listDocuments } from '@throughline/contracts/documents'
import { DocumentId, InstanceId, TaskId, WorkflowId } from '@throughline/contracts/ids'
import { removeInstance, restoreInstance } from '@throughline/contracts/instance-acts'
import { saveWorkflow } from '@throughline/contracts/workflows'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../test/api.ts'
import { makeDocument } from '../../../test/documents.ts'
import { makeInstance, makeTask, makeWorkflow } from '../../../test/running-world.ts'
import { at, documentOf, make } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors } = await createWorld(api)
const { client, visitor } = actors.member
const workflow = WorkflowId.parse(await makeWorkflow(ctx, ours))
const hidden = await makeWorkflow(ctx, ours)
const instance = InstanceId.parse(
  await makeInstance(ctx, ours.tenantId, workflow, { startedBy: ours.ownerId, name: 'Desk' }),
)
const narrowed = await makeInstance(ctx, ours.tenantId, workflow, { startedBy: ours.ownerId, narrowed: true })
const task = TaskId.parse(await makeTask(ctx, ours.tenantId, instance, { step: 'file', assignedTo: ours.ownerId }))
const add = (name: string, wanted = {}, mediaType = 'text/plain') =>
  makeDocument(ctx, ours, wanted, { name, mediaType })
await add('Alpha.txt')
await add('beta.png', { taskId: task }, 'image/png')
await add('Gamma.txt', { instanceId: instance })
await add('Delta.txt', { workflowId: workflow })
await add('Hidden.txt', { workflowId: hidden })
await add('Narrow.txt', { instanceId: narrowed })
await api.database.admin((db) => db.query(`update workflows set visibility = 'limited' where id = $1`, [hidden]))
await api.database.admin((db) =>
  db.query('update tenants set access_epoch = access_epoch + 1 where id = $1', [ours.tenantId]),
)

const names = async (query: Parameters<typeof client<typeof listDocuments>>[1]['query'] = {}) =>
  (await client(listDocuments, { query })).map(({ name }) => name)

describe('the list of documents', () => {
  test('has what the viewer may see, the newest change first, and nothing else', async () => {
    expect(await names()).toEqual(['Delta.txt', 'Gamma.txt', 'beta.png', 'Alpha.txt'])
  })

  test('goes by name, both ways, without regard to case', async () => {
    expect(await names({ sort: 'name' })).toEqual(['Alpha.txt', 'beta.png', 'Delta.txt', 'Gamma.txt'])
    expect(await names({ sort: 'name', order: 'desc' })).toEqual(['Gamma.txt', 'Delta.txt', 'beta.png', 'Alpha.txt'])
    expect(await names({ sort: 'entity' })).toHaveLength(4)
    expect(await names({ sort: 'client', order: 'desc' })).toHaveLength(4)
    expect(await names({ sort: 'created' })).toEqual(['Delta.txt', 'Gamma.txt', 'beta.png', 'Alpha.txt'])
  })

  test.each([
    ['workflow', { workflow }, ['Delta.txt', 'Gamma.txt', 'beta.png']],
    ['step', { workflow, step: 'file' }, ['beta.png']],
    ['instance', { instance }, ['Gamma.txt', 'beta.png']],
    ['task', { task }, ['beta.png']],
    ['type', { type: 'image' }, ['beta.png']],
    ['assignee', { assignee: actors.owner.user.username }, ['beta.png']],
    ['nobody', { assignee: 'who' }, []],
    ['search', { search: 'ALPH' }, ['Alpha.txt']],
    ['status', { status: 'completed', sort: 'name' }, ['Alpha.txt', 'beta.png', 'Delta.txt', 'Gamma.txt']],
    ['other status', { status: 'review' }, []],
    ['today', { date_range: 'today', type: 'image' }, ['beta.png']],
    ['mine', { view: 'mine' }, []],
    ['active', { view: 'active' }, ['Gamma.txt', 'beta.png']],
    ['all', { status: 'all', type: '', search: 'delta' }, ['Delta.txt']],
  ] as const)('by %s', async (_, query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test.each(['updated', 'created', 'name', 'client', 'entity'])(
    'page by page in the order %s, none twice and none left out',
    async (sort) => {
      const found: string[] = []
      let cursor: string | null = ''
      do {
        const address = `${visitor.origin}/v1/documents/?sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`
        const response = await visitor.fetch(address)
        found.push(...z.parse(z.array(Document), await response.json()).map(({ name }) => name))
        cursor = response.headers.get('x-next-cursor')
      } while (cursor)
      expect(found.toSorted()).toEqual(['Alpha.txt', 'Delta.txt', 'Gamma.txt', 'beta.png'])
    },
  )
})

test('what is moved is seen where it belongs from then on, and what may not be moved says so', async () => {
  const id = DocumentId.parse(await add('Moved.txt'))
  const hiddenId = DocumentId.parse(await makeDocument(ctx, ours, { instanceId: narrowed }))
  const place = { task_id: task, instance_id: null, workflow_id: null }
  const { data } = await client(bulkDocuments, { body: { act: 'move', ids: [id, hiddenId], place } })
  expect(data.map(({ result, code }) => [result, code])).toEqual([
    ['done', null],
    ['refused', 'not_found'],
  ])
  expect(await names({ task })).toContain('Moved.txt')
  const { data: gone } = await client(bulkDocuments, { body: { act: 'remove', ids: [id] } })
  expect(gone).toMatchObject([{ id, result: 'done' }])
  expect(await names({ task })).not.toContain('Moved.txt')
})

test('the trash lists what can be taken out of it: not files of an instance that is there too, until it is back', async () => {
  const owner = actors.owner.client
  const gone = InstanceId.parse(await makeInstance(ctx, ours.tenantId, workflow, { startedBy: ours.ownerId }))
  await api.database.admin((db) => db.query(`update instances set status = 'completed' where id = $1`, [gone]))
  const alone = DocumentId.parse(await add('Alone.txt'))
  const below = DocumentId.parse(await add('Below.txt', { instanceId: gone }))
  await owner(bulkDocuments, { body: { act: 'remove', ids: [alone, below] } })
  const trash = async (query = {}) =>
    (await client(listDocuments, { query: { trash: 'true', search: 'lo', ...query } }))
      .map(({ name }) => name)
      .toSorted()
  expect(await trash()).toEqual(['Alone.txt', 'Below.txt'])
  const params = { instanceId: gone }
  await owner(removeInstance, { params })
  expect(await trash()).toEqual(['Alone.txt'])
  expect(await trash({ instance: gone })).toEqual([])
  await owner(restoreInstance, { params })
  expect(await trash({ instance: gone })).toEqual(['Below.txt'])
  await owner(restoreDocument, { params: { documentId: below } })
  expect(await trash()).toEqual(['Alone.txt'])
  await owner(removeDocument, { params: { documentId: below } })
})

test('groups count what the viewer may see', async () => {
  const { data } = await client(groupDocuments, { query: {} })
  expect(data.filter(({ count }) => count > 0)).toEqual([
    { key: 'completed', name: 'completed', count: 4, more: false },
  ])
  const steps = await client(groupDocuments, { query: { by: 'step', workflow } })
  expect(steps.data.map(({ name, count }) => [name, count])).toEqual([
    ['Ask for it', 0],
    ['Approve it', 0],
    ['File the invoice', 1],
    ['', 2],
  ])
  const views = await client(groupDocuments, { query: { by: 'view' } })
  expect(views.data.map(({ key, count }) => [key, count])).toEqual([
    ['all', 4],
    ['recent', 4],
    ['mine', 0],
    ['active', 2],
    ['completed', 0],
  ])
  const workflows = await client(groupDocuments, { query: { by: 'workflow', workflows: workflow } })
  expect(workflows.data).toEqual([{ key: workflow, name: workflow, count: 3, more: false }])
  await expect(client(groupDocuments, { query: { by: 'workflow', workflows: 'no id' } })).rejects.toMatchObject({
    status: 422,
  })
})

test('files of a workflow that is given another name show it and sort by it at once', async () => {
  const owner = actors.owner.client
  const [zebra, mole] = [
    await make(owner, { name: 'Zebra', publish: true }),
    await make(owner, { name: 'Mole', publish: true }),
  ]
  await add('Of zebra.txt', { workflowId: zebra.id })
  await add('Of mole.txt', { workflowId: mole.id })
  const ofThem = async () =>
    (await client(listDocuments, { query: { sort: 'entity', search: 'Of ' } })).map(({ entity }) => entity)
  expect(await ofThem()).toEqual(['Mole', 'Zebra'])
  const body = { ...documentOf(zebra), name: 'Aardvark', base_version: zebra.version }
  await owner(saveWorkflow, { ...at(zebra), body })
  expect(await ofThem()).toEqual(['Aardvark', 'Mole'])
})
