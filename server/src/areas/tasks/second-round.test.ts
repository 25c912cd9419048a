import { Document } from '@throughline/contracts/documents'
import { DocumentId } from '@throughline/contracts/ids'
import { listMessages } from '@throughline/contracts/inbox'
import { traceInstance } from '@throughline/contracts/instance-acts'
import { getInstance, listInstances } from '@throughline/contracts/instances'
import { decideTask, draftTask } from '@throughline/contracts/task-acts'
import { listTasks } from '@throughline/contracts/tasks'
import { parse } from '@throughline/flow/compile'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../test/api.ts'
import { createDesk } from '../../../test/documents-desk.ts'
import { approval, form } from '../../../test/engine/steps.ts'
import { makeWorkflow, startedInstance } from '../../../test/running-world.ts'
import { createTaskWorld } from '../../../test/task-world.ts'

const api = await sharedApi()
const world = await createTaskWorld(api)
const { ours, actors, maya, priya, at, complete, read } = world
const { client } = actors.owner
const desk = createDesk(api, world)
afterAll(() => desk.close())

const quoteField = { name: 'quote', type: 'file', label: 'Quote', required: true }

async function begin(more: object = {}) {
  const steps = [
    form('write', ['check'], { assignee: { person: maya.id }, fields: [quoteField] }),
    approval('check', ['buy'], [{ person: priya.id }], more),
    form('buy', [], { assignee: { person: maya.id } }),
  ]
  const workflow = await makeWorkflow(api.ctx, ours, parse({ name: 'Purchase', prefix: 'PUR', steps }).doc)
  return startedInstance(api.ctx, ours.tenantId, workflow, { startedBy: ours.ownerId })
}

const tasksOf = async (instance: string) => (await client(listTasks, { query: { instance } })).data
const openTask = async (instance: string) => {
  const found = (await tasksOf(instance)).find(({ state }) => state === 'pending')
  if (!found) throw new Error('nothing is open')
  return found
}

/** Written with its file, and decided on. */
async function decided(decision: 'changes' | 'reject', more: object = {}) {
  const instance = await begin(more)
  const { id: first } = await openTask(instance)
  const about = { taskId: first, field: 'quote' }
  const { body } = await desk.send('/v1/documents/upload/', desk.formOf('file', 'x', 'quote.txt', about), maya)
  const { id: quote } = z.parse(Document, body)
  await complete(maya.client, first, { answers: { quote: [quote] } })
  const vote = (await openTask(instance)).id
  await priya.client(decideTask, { ...at(vote), body: { decision, comment: 'Two quotes, please.' } })
  return { instance, first, vote, quote: DocumentId.parse(quote) }
}

const asked = { verdict: 'changes', by: { name: 'Priya Sharma' }, comment: 'Two quotes, please.' }

test('what an approver asks for reaches whoever does it again: task, list, reasons, inbox', async () => {
  const { instance, first, vote } = await decided('changes')
  const again = await openTask(instance)
  expect(again.id).not.toBe(first)
  expect(again.change_request).toMatchObject({ ...asked, task_id: vote })
  expect((await read(again.id, maya.client)).change_request).toMatchObject(asked)
  const { data } = await client(getInstance, { params: { instanceId: again.workflow_instance } })
  expect(data.waiting[0]).toMatchObject({ step: 'write', change_request: asked })
  expect((await tasksOf(instance)).find(({ id }) => id === vote)).toMatchObject({
    state: 'completed',
    outcome: 'changes',
    status_display: 'Changes requested',
  })
  const messages = (await maya.client(listMessages, { query: {} })).data
  expect(messages[0]).toMatchObject({
    type: 'task_returned',
    description: 'Two quotes, please.',
    sender: { name: 'Priya Sharma' },
    needs_you: true,
  })
})

test('a rejection says so wherever it leads; what is handed in again asks for nothing any more', async () => {
  const { instance } = await decided('reject', { on_reject: 'buy' })
  const next = await openTask(instance)
  expect(next).toMatchObject({ step: 'buy', change_request: { ...asked, verdict: 'reject' } })
  await complete(maya.client, next.id, { answers: {} })
  expect((await tasksOf(instance)).filter(({ change_request }) => change_request !== null)).toEqual([])
})

test('a file that is kept in a second round has its name, stays the answer, and is named in the trace', async () => {
  const { instance, quote } = await decided('changes')
  const again = await openTask(instance)
  const before = await read(again.id, maya.client)
  expect(before.answers).toEqual({ quote: [quote] })
  expect(before.attachments).toEqual([])
  expect(before.answer_files).toMatchObject([{ id: quote, filename: 'quote.txt' }])
  await complete(maya.client, again.id, { answers: { quote: [quote] } })
  expect(await read(again.id)).toMatchObject({ answers: { quote: [quote] }, answer_files: [{ filename: 'quote.txt' }] })
  const { data } = await client(traceInstance, { params: { instanceId: again.workflow_instance }, query: {} })
  expect(data.flatMap(({ files }) => files)).toContainEqual({ id: quote, name: 'quote.txt' })
})

test('progress counts the steps of the path: it falls when work is sent back, and is full at the end only', async () => {
  const { instance } = await decided('changes')
  const params = { instanceId: (await openTask(instance)).workflow_instance }
  const progress = async () => {
    const { data: whole } = await client(getInstance, { params })
    const { data: found } = await client(listInstances, { query: { search: whole.key } })
    const [row] = found.filter(({ id }) => id === whole.id)
    expect([row?.steps_done, row?.steps_total]).toEqual([whole.steps_done, whole.steps_total])
    return `${whole.steps_done}/${whole.steps_total}: ${row?.mini.map(({ state }) => state).join()}`
  }
  expect(await progress(), 'sent back').toBe('0/3: open,ahead,ahead')
  const { id: again, answers } = await read((await openTask(instance)).id, maya.client)
  await complete(maya.client, again, { answers })
  expect(await progress()).toBe('1/3: done,open,ahead')
  await priya.client(decideTask, { ...at((await openTask(instance)).id), body: { decision: 'approve' } })
  expect(await progress()).toBe('2/3: done,done,open')
  await complete(maya.client, (await openTask(instance)).id, { answers: {} })
  expect(await progress()).toBe('3/3: done,done,done')
})

test('a file of another instance is not named, whatever an answer says', async () => {
  const { quote } = await decided('changes')
  const other = await openTask(await begin())
  await maya.client(draftTask, { ...at(other.id), body: { answers: { quote: [quote] } } })
  expect((await read(other.id, maya.client)).answer_files).toEqual([])
})
