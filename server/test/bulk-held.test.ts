import { bulkDocuments } from '@throughline/contracts/document-acts'
import { DocumentId, InstanceId, TaskId } from '@throughline/contracts/ids'
import { bulkInstances } from '@throughline/contracts/instance-acts'
import { bulkTasks } from '@throughline/contracts/task-acts'
import { expect, test } from 'vitest'
import { sharedApi } from './api.ts'
import { makeDocument } from './documents.ts'
import { makeInstance, makeTask, makeWorkflow } from './running-world.ts'
import { createWorld } from './world.ts'

const api = await sharedApi()
const { ctx } = api
const { ours, actors } = await createWorld(api)
const { client } = actors.owner
const workflow = await makeWorkflow(ctx, ours)

const two = <T>(make: () => Promise<T>) => Promise.all([make(), make()])
const instance = async () =>
  InstanceId.parse(await makeInstance(ctx, ours.tenantId, workflow, { startedBy: ours.ownerId }))
const document = async () => DocumentId.parse(await makeDocument(ctx, ours))

/** While somebody else has this row and does not let go of it. */
const whileHeld = <T>(table: string, id: string, work: () => Promise<T>): Promise<T> =>
  api.database.admin(async (db) => {
    await db.query('begin')
    const { rowCount } = await db.query(`select from ${table} where id = $1 for update`, [id])
    expect(rowCount).toBe(1)
    const made = await work()
    await db.query('rollback')
    return made
  })

const told = (held: string, free: string) => [
  { id: held, result: 'refused', code: 'busy', message: 'Someone is changing this right now. Try again.' },
  { id: free, result: 'done', code: null, message: null },
]

test('of many documents, one that somebody else holds is told, and the others are done', async () => {
  const ids = await two(document)
  const { data } = await whileHeld('documents', ids[0], () => client(bulkDocuments, { body: { act: 'remove', ids } }))
  expect(data).toEqual(told(...ids))
})

test('of many tasks likewise', async () => {
  const ids = await two(async () =>
    TaskId.parse(await makeTask(ctx, ours.tenantId, await instance(), { step: 'file', assignedTo: ours.ownerId })),
  )
  const { data } = await whileHeld('tasks', ids[0], () =>
    client(bulkTasks, { body: { act: 'priority', priority: 'high', ids } }),
  )
  expect(data).toEqual(told(...ids))
})

test('of many instances likewise', async () => {
  const ids = await two(instance)
  await api.database.admin((db) => db.query('update instances set deleted_at = now() where id = any($1)', [ids]))
  const { data } = await whileHeld('instances', ids[0], () => client(bulkInstances, { body: { act: 'restore', ids } }))
  expect(data).toEqual(told(...ids))
})

test('a document that is not in the trash any more is restored already', async () => {
  const [live, trashed] = await two(document)
  await client(bulkDocuments, { body: { act: 'remove', ids: [trashed] } })
  const restore = () => client(bulkDocuments, { body: { act: 'restore', ids: [live, trashed] } })
  for (const { data } of [await restore(), await restore()]) {
    expect(data.map(({ result }) => result)).toEqual(['done', 'done'])
  }
})
