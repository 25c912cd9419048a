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
import { askAgainOf, lockApproval } from '../../tasks/tasks.public.ts'

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

test('the second person is asked with the first vote, and not any more once it is withdrawn', async () => {
  const { id } = await begin()
  const document = await attach(id)
  expect(await approve(priya.client, id)).toBe('409 not_asked')
  expect(await approve(maya.client, id)).toBe('accepted')
  expect(await askedOf(id)).toEqual([true, true])
  await remove(document)
  expect(await askedOf(id)).toEqual([true, false])
  expect(await approve(priya.client, id)).toBe('409 not_asked')

  expect(await approve(maya.client, id)).toBe('accepted')
  expect(await approve(priya.client, id)).toBe('accepted')
  expect((await read(id)).state).toBe('completed')
})

test('a vote waits for a file that is changed at that very moment, and is refused if nobody is asked then', async () => {
  const { id } = await begin()
  await approve(maya.client, id)
  let voting: Promise<unknown> = Promise.resolve()
  await inTenant(ctx, { tenantId: ours.tenantId }, async (tx) => {
    await lockApproval(tx, id)
    voting = approve(priya.client, id)
    await untilWaiting(database, 1)
    await askAgainOf(tx, id, { document: 'note.txt', version: 2 })
  })
  expect(await voting).toBe('409 not_asked')
  expect(await askedOf(id)).toEqual([true, false])
})
