import { previewDocument } from '@throughline/contracts/document-preview'
import { Document, getDocument, linkDocument } from '@throughline/contracts/documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { STEPS } from '../../src/areas/documents/processing/steps.ts'
import { createTestApi } from '../api.ts'
import { createDesk } from '../documents-desk.ts'
import { eventually } from '../eventually.ts'
import { watchMemory } from '../memory-of.ts'
import { startWorkerAlone } from '../worker.ts'
import { createWorld } from '../world.ts'
import type { Hostile } from './hostile.ts'
import { HOSTILE_FILES } from './hostile-files.ts'

const MAX_MEGABYTES = 512
/** From its sources the worker also holds what compiled and bundled them: that much less is left to grow. */
const LEAN = '--max-old-space-size=192 --max-semi-space-size=4'
const INLINE = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'application/pdf', 'text/plain'])

const api = await createTestApi()
const world = await createWorld(api)
const desk = createDesk(api, world)
const { client } = world.actors.member
const { APP_ORIGIN, USERCONTENT_ORIGIN } = api.ctx.config

let worker: Awaited<ReturnType<typeof startWorkerAlone>> | undefined
let stopWatching: ReturnType<typeof watchMemory> | undefined
const sent = new Map<Hostile, z.infer<typeof Document>>()

async function sendAll() {
  for (const file of HOSTILE_FILES) {
    const { status, body } = await desk.send('/v1/documents/', desk.formOf('files', file.content(), file.name))
    expect(status, file.what).toBe(201)
    const [made] = z.parse(z.array(Document), body)
    if (made) sent.set(file, made)
  }
}

async function startWatched() {
  worker = await startWorkerAlone(api.database, { NODE_OPTIONS: LEAN })
  stopWatching = watchMemory(worker.worker)
}

// The worker starts while they are sent.
beforeAll(async () => void (await Promise.all([startWatched(), sendAll()])), 120_000)

afterAll(async () => {
  desk.close()
  await worker?.stop()
  await api.close()
})

const paramsOf = (file: Hostile) => {
  const made = sent.get(file)
  if (!made) throw new Error(`${file.what} was not sent`)
  return { documentId: made.id }
}

const settled = (file: Hostile) =>
  eventually(
    async () => {
      const found = await client(getDocument, { params: paramsOf(file) })
      expect(found.processing.state).not.toBe('quarantined')
      expect(STEPS.map((step) => found.processing[step])).not.toContain('waiting')
      return found
    },
    90_000,
    250,
  )

async function open(file: Hostile, how: 'inline' | 'attachment') {
  const { url } = await client(linkDocument, { params: paramsOf(file), query: { open: how } })
  expect(new URL(url).origin).toBe(USERCONTENT_ORIGIN)
  return await desk.outside.fetch(url)
}

const previewed = async (file: Hostile) => {
  const { data } = await client(previewDocument, { params: paramsOf(file), query: {} })
  return data
}

test('there are sixty, each another', () => {
  expect(HOSTILE_FILES).toHaveLength(60)
  expect(new Set(HOSTILE_FILES.map(({ what }) => what)).size).toBe(60)
})

test.each(HOSTILE_FILES.map((file) => [file.what, file] as const))('%s', { timeout: 100_000 }, async (_, file) => {
  const { processing, content_type, name } = await settled(file)
  const { preview } = await previewed(file)
  const { end } = file
  if (end.is === 'infected') {
    expect(processing.state).toBe('infected')
    expect(preview).toEqual({ kind: 'none', reason: 'withheld' })
    await expect(client(linkDocument, { params: paramsOf(file), query: {} })).rejects.toMatchObject({ status: 404 })
    return
  }
  expect(processing.state).toBe('clean')
  expect({ name, content_type, preview: preview.kind === 'none' ? preview.reason : preview.kind }).toEqual({
    name: end.name ?? file.name,
    content_type: end.type,
    preview: end.preview,
  })

  const served = await open(file, 'inline')
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': end.type.startsWith('text/') ? 'text/plain; charset=utf-8' : end.type,
    'content-disposition': INLINE.has(end.type) ? 'inline' : expect.stringMatching(/^attachment; /),
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'access-control-allow-origin': APP_ORIGIN,
  })
  expect(Buffer.from(await served.arrayBuffer()).equals(file.content())).toBe(true)
  const saved = (await open(file, 'attachment')).headers.get('content-disposition')
  expect(saved).toMatch(/^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w.~!*()%-]+$/)
})

test('and the worker, and what it starts, stay small', () => {
  const most = stopWatching?.()
  expect(most?.itself).toBeGreaterThan(10)
  expect(most?.child).toBeGreaterThan(10)
  expect(most?.itself).toBeLessThan(MAX_MEGABYTES)
  expect(most?.child).toBeLessThan(MAX_MEGABYTES)
})
