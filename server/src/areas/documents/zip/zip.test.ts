import { removeDocument, zipDocuments } from '@throughline/contracts/document-acts'
import { Document } from '@throughline/contracts/documents'
import { DocumentId } from '@throughline/contracts/ids'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi } from '../../../../test/api.ts'
import { makeDocument } from '../../../../test/documents.ts'
import { createDesk } from '../../../../test/documents-desk.ts'
import { setMemberStatus } from '../../../../test/factories.ts'
import { entriesOf } from '../../../../test/storage/read-zip.ts'
import { verdict } from '../../../../test/verdict.ts'
import { createWorld } from '../../../../test/world.ts'
import { LINK_SECONDS } from '../sealed.ts'
import { makeZipLink, readZipLink } from './zip-link.ts'

const api = await sharedApi()
const { config } = api.ctx
const world = await createWorld(api)
const { ours, theirs, actors } = world
const desk = createDesk(api, world)
const { client } = actors.member
afterAll(() => desk.close())

async function add(content: string, name: string, scanned = true) {
  const { body } = await desk.send('/v1/documents/', desk.formOf('files', content, name))
  const [made] = z.parse(z.array(Document), body)
  if (!made) throw new Error('nothing was made')
  if (scanned) expect(await desk.process(made.id)).toBe(true)
  return made.id
}
const open = (url: string) => desk.outside.fetch(url)
const contentOf = async (url: string) => {
  const response = await open(url)
  expect(response.status).toBe(200)
  return entriesOf(Buffer.from(await response.arrayBuffer()))
}

test('files come in one archive under names of their own; what cannot be read is named inside', async () => {
  const ids = [await add('One', 'a.txt'), await add('Two', 'A.txt'), await add('Waits', 'waits.txt', false)]
  const { url, expires_at } = await client(zipDocuments, { body: { ids: [...ids, ...ids] } })
  expect(new URL(url).origin).toBe(config.USERCONTENT_ORIGIN)
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(LINK_SECONDS * 1_000)
  const response = await open(url)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="Files.zip"; filename*=UTF-8''Files.zip`,
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'no-store',
  })
  expect(await contentOf(url)).toEqual({
    'a.txt': 'One',
    'A (2).txt': 'Two',
    'Not included.txt': expect.stringContaining('waits.txt'),
  })
})

test('each is looked at again when it is streamed', async () => {
  const [kept, thrown] = [await add('Kept', 'kept.txt'), await add('Thrown away', 'thrown.txt')]
  const lost = DocumentId.parse(await makeDocument(api.ctx, ours, {}, { name: 'lost.txt' }))
  const { url } = await client(zipDocuments, { body: { ids: [thrown, kept, lost] } })
  await client(removeDocument, { params: { documentId: thrown } })
  const found = await contentOf(url)
  expect(Object.keys(found)).toEqual(['kept.txt', 'Not included.txt'])
  expect(found['Not included.txt']).toContain('lost.txt')
  expect(found['Not included.txt']).toContain('One file is no longer there')
  expect(found['Not included.txt']).not.toContain('thrown.txt')
})

test('one that may not be seen, or nothing to be had, makes no archive', async () => {
  const [seen, waits] = [await add('Seen', 'seen.txt'), await add('Waits', 'w.txt', false)]
  const foreign = DocumentId.parse(await makeDocument(api.ctx, theirs))
  expect(await verdict(client(zipDocuments, { body: { ids: [seen, foreign] } }))).toBe('404 not_found')
  expect(await verdict(client(zipDocuments, { body: { ids: [waits] } }))).toBe('404 not_found')
})

test('a link is for its time, its member, its origin and its purpose alone', async () => {
  const documentId = await add('Mine', 'mine.txt')
  const memberId = actors.outsider.user.member_id
  const claim = { tenantId: ours.tenantId, memberId, documentIds: [documentId] }
  const { url } = makeZipLink(config, claim)
  const link = new URL(url).searchParams.get('link') ?? ''
  expect(readZipLink(config, link)).toEqual(claim)
  const old = makeZipLink(config, claim, Date.now() - LINK_SECONDS * 1_000).url
  const answers = await Promise.all(
    [old, `${url}x`, url.replace('?link=', '?link=A'), url.replace('/zip/', '/')].map((one) => open(one)),
  )
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect((await actors.member.visitor.fetch(url)).status).toBe(404)
  expect((await open(url)).status).toBe(200)
  await setMemberStatus(api.ctx, ours.tenantId, memberId, 'suspended')
  expect((await open(url)).status).toBe(404)
})
