import type { Client } from '@throughline/contracts/client'
import { removeDocument } from '@throughline/contracts/document-acts'
import { DocumentId } from '@throughline/contracts/ids'
import { decideTask } from '@throughline/contracts/task-acts'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../../test/api.ts'
import { makeDocument } from '../../../../test/documents.ts'
import { playInstance } from '../../../../test/engine/played-instance.ts'
import { approval } from '../../../../test/engine/steps.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'
import { untilWaiting } from '../../../../test/until-waiting.ts'
import { verdict } from '../../../../test/verdict.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { askAgainOf } from '../../tasks/acts/ask-again.service.ts'

const api = await sharedApi()
const { ctx, database } = api
const { maya, priya, ours, actors, read, at } = await createTaskWorld(api)

const begin = () =>
  playInstance(api, ours, approval('ok', [], [{ person: maya.id }, { person: priya.id }], { order: 'in_order' }))
const approve = (client: Client, id: string) =>
  verdict(client(decideTask, { ...at(id), body: { decision: 'approve' } }))
const askedOf = async (id: string) => (await read(id)).seats.map(({ asked }) => asked)
const attach = async (taskId: string) => DocumentId.parse(await makeDocument(ctx, ours, { taskId }))
const remove = (documentId: DocumentId) => actors.owner.client(removeDocument, { params: { documentId } })

test('whoever comes second is not asked for a vote that was withdrawn before the engine heard of it', async () => {
  const { id, play, told } = await begin()
  const document = await attach(id)
  expect(await approve(maya.client, id)).toBe('accepted')
  await remove(document)
  const before = await told()
  expect(before.map(({ t }) => t)).toEqual(['decision', 'withdrawn'])
  await play(before)
  expect(await askedOf(id)).toEqual([true, false])
  expect(await approve(priya.client, id)).toBe('409 not_asked')

  expect(await approve(maya.client, id)).toBe('accepted')
  await play((await told()).slice(2))
  expect(await askedOf(id)).toEqual([true, true])
  expect(await approve(priya.client, id)).toBe('accepted')
  await play((await told()).slice(3))
  expect((await read(id)).state).toBe('completed')
})

test('nor where it is withdrawn at the very moment in which the engine asks', async () => {
  const { id, play, told } = await begin()
  await approve(maya.client, id)
  let asking: Promise<unknown> = Promise.resolve()
  await inTenant(ctx, { tenantId: ours.tenantId }, async (tx) => {
    await askAgainOf(tx, id, { document: 'note.txt', version: 2 })
    asking = play(await told())
    await untilWaiting(database, 1)
  })
  await asking
  expect(await askedOf(id)).toEqual([true, false])
})

test('a vote that came before its turn and did not count keeps nobody from voting when they are asked', async () => {
  const { id, play, told } = await begin()
  const document = await attach(id)
  await approve(maya.client, id)
  await play(await told())
  await remove(document)
  await approve(maya.client, id)
  // As if the engine had asked for the first vote only now; then it hears of the second one's before the first one's.
  await database.admin((admin) => admin.query('update task_seats set asked = true where task_id = $1', [id]))
  expect(await approve(priya.client, id)).toBe('accepted')
  const [, withdrawn, first, second] = await told()
  if (!withdrawn || !first || !second) throw new Error('all three were told')
  await play([withdrawn, second])
  expect((await read(id, priya.client)).can.decide).toBe(false)
  await play([first])
  expect((await read(id, priya.client)).can.decide).toBe(true)
  expect(await approve(priya.client, id)).toBe('accepted')
  await play((await told()).slice(4))
  expect((await read(id)).state).toBe('completed')
})
