import { Document } from '@throughline/contracts/documents'
import { TaskId } from '@throughline/contracts/ids'
import { parse } from '@throughline/flow/compile'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../../test/api.ts'
import { createDesk } from '../../../../test/documents-desk.ts'
import { makeInstance, makeWorkflow } from '../../../../test/running-world.ts'
import { EICAR } from '../../../../test/storage/eicar.ts'
import { createTaskWorld } from '../../../../test/task-world.ts'

const api = await sharedApi()
const world = await createTaskWorld(api)
const { maya, ours, task, complete, read, turns } = world
const desk = createDesk(api, world)
afterAll(() => desk.close())

const { doc } = parse({
  name: 'Papers',
  prefix: 'PAP',
  steps: [
    {
      id: 'ask',
      type: 'manual',
      name: 'Hand in papers',
      fields: [{ name: 'papers', type: 'file', label: 'Papers', required: true }],
      next: [],
    },
  ],
})
const workflow = await makeWorkflow(api.ctx, ours, doc)

test('a task is completed with files that wait for the scanner, and says later what it found', async () => {
  const instance = await makeInstance(api.ctx, ours.tenantId, workflow, { startedBy: ours.ownerId })
  const taskId = TaskId.parse(await task({ assignedTo: maya.id }, instance))
  const about = { taskId, field: 'papers' }
  const plain = await desk.send('/v1/documents/upload/', desk.formOf('file', EICAR, 'Plain.txt', about), maya)
  const { id: infected } = z.parse(Document, plain.body)
  const { id: waiting } = await desk.sendInParts('x', 'In parts.txt', about, maya)

  const papers = [infected, waiting]
  expect((await complete(maya.client, taskId, { answers: { papers } })).data.state).toBe('completed')
  expect(await turns(taskId)).toMatchObject([{ t: 'done', by: maya.id }])

  const states = async () => {
    const { attachments } = await read(taskId)
    return papers.map((id) => attachments.find((file) => file.id === id)?.state)
  }
  expect(await states()).toEqual(['quarantined', 'quarantined'])
  await desk.process(infected)
  expect(await states()).toEqual(['infected', 'quarantined'])
  expect((await read(taskId)).answers).toEqual({ papers })
})
