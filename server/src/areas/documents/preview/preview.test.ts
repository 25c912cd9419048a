import { removeDocument } from '@throughline/contracts/document-acts'
import { previewDocument } from '@throughline/contracts/document-preview'
import { Document } from '@throughline/contracts/documents'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestApi } from '../../../../test/api.ts'
import { createDesk } from '../../../../test/documents-desk.ts'
import { createWorld } from '../../../../test/world.ts'

const api = await createTestApi()
const world = await createWorld(api)
const desk = createDesk(api, world)
const { client } = world.actors.member
afterAll(async () => {
  desk.close()
  await api.close()
})

async function add(content: string, name: string) {
  const { body } = await desk.send('/v1/documents/', desk.formOf('files', content, name))
  const [made] = z.parse(z.array(Document), body)
  if (!made) throw new Error('nothing was made')
  return { documentId: made.id }
}

const previewed = async (params: Awaited<ReturnType<typeof add>>, version_number?: number) =>
  (await client(previewDocument, { params, query: { version_number } })).data

const NOT_THERE = { status: 404, code: 'not_found' }

test('nothing of a file is shown until it was found clean', async () => {
  const params = await add('a,b\n', 'waits.csv')
  expect((await previewed(params)).preview).toEqual({ kind: 'none', reason: 'withheld' })
  await desk.activities.scanVersion({ tenantId: world.ours.tenantId, documentId: params.documentId, number: 1 })
  expect((await previewed(params)).preview).toEqual({ kind: 'none', reason: 'waiting' })
  await desk.process(params.documentId)
  expect(await previewed(params)).toMatchObject({
    version_number: 1,
    name: 'waits.csv',
    content_type: 'text/csv',
    size: 4,
    preview: { kind: 'table', sheets: [{ rows: [['a', 'b']], cut: false }] },
  })
})

test('each version has its own, and there are no others', async () => {
  const params = await add('first', 'versions.txt')
  await desk.send(`/v1/documents/${params.documentId}/versions/`, desk.formOf('file', 'second', 'versions.txt'))
  await desk.process(params.documentId, 1)
  await desk.process(params.documentId, 2)
  expect((await previewed(params)).preview).toEqual({ kind: 'text', text: 'second', cut: false })
  expect((await previewed(params, 1)).preview).toEqual({ kind: 'text', text: 'first', cut: false })
  await expect(previewed(params, 3)).rejects.toMatchObject(NOT_THERE)
})

test('a long text, or table, is shown from its beginning', async () => {
  const text = await add('x'.repeat(300_000), 'long.txt')
  const table = await add('one,two\n'.repeat(200_000), 'long.csv')
  for (const { documentId } of [text, table]) await desk.process(documentId)
  expect((await previewed(text)).preview).toEqual({ kind: 'text', text: 'x'.repeat(262_144), cut: true })
  const { preview } = await previewed(table)
  expect(preview).toMatchObject({ kind: 'table', sheets: [{ cut: true }] })
})

test('in the trash there is none, nor for another organisation', async () => {
  const params = await add('gone', 'gone.txt')
  await desk.process(params.documentId)
  const { other_admin } = world.actors
  await expect(other_admin.client(previewDocument, { params, query: {} })).rejects.toMatchObject(NOT_THERE)
  await client(removeDocument, { params })
  await expect(previewed(params)).rejects.toMatchObject(NOT_THERE)
})
