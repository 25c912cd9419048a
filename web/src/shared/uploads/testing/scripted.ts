import { createHash } from 'node:crypto'
import { ApiError } from '@throughline/contracts/client'
import type { Upload as ServerUpload } from '@throughline/contracts/document-uploads'
import type { Document } from '@throughline/contracts/documents'
import { DocumentId, UploadId } from '@throughline/contracts/ids'
import { vi } from 'vitest'
import { scriptedLocks, scriptedMemory } from '../../unsent/testing/scripted-memory.ts'
import { createEngine } from '../engine/engine.ts'
import { type Line, StoreError } from '../engine/line.ts'
import type { StoredUpload } from '../engine/memory.ts'
import type { World } from '../engine/world.ts'

export const PART = 8 * 1_048_576

const WAIT = { timeout: 5_000, interval: 10 }

/** Numbered, so that a test can name what it expects. */
const id = (count: number) => `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`

export function madeDocument(
  name: string,
  count: number,
  state: Document['processing']['state'] = 'quarantined',
  version_number = 1,
) {
  const processing = { version_number, state, problem: null, can_retry: false }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the engine reads no more of a document
  return { id: DocumentId.parse(id(count)), name, task_name: null, processing } as Document
}

export const refusalOf = (status: number, code: string, message: string, retryAfter?: number) =>
  new ApiError(status, { code, message, request_id: 'r' }, retryAfter)

const etagOf = (part: Uint8Array) => createHash('md5').update(part).digest('hex')

interface Begun {
  upload: ServerUpload
  parts: Map<number, Uint8Array>
}

/** What a server and its store keep of uploads and documents. */
function scriptedStore() {
  const known = new Map<string, Begun>()
  const documents = new Map<string, Document>()
  let count = 0
  const found = (uploadId: string) => {
    const one = known.get(uploadId)
    if (!one) throw refusalOf(404, 'not_found', 'This upload was not found')
    return one
  }
  const told = ({ upload, parts }: Begun): ServerUpload => ({
    ...upload,
    parts: [...parts].map(([number, part]) => ({ number, etag: etagOf(part) })).toSorted((a, b) => a.number - b.number),
    received: [...parts.values()].reduce((sum, part) => sum + part.length, 0),
  })
  const made = (key: string, name: string, documentId?: DocumentId) => {
    const before = [...documents.values()].filter(({ id: known }) => known === documentId).length
    const next = { ...madeDocument(name, ++count, 'quarantined', before + 1), ...(documentId && { id: documentId }) }
    const document = documents.get(key) ?? next
    documents.set(key, document)
    return document
  }
  const begun = (name: string, size: number): Begun => {
    const upload = { id: UploadId.parse(id(++count)), name, size, state: 'uploading' as const, part_bytes: PART }
    const more = { parts: [], received: 0, expires_at: '2026-11-22T00:00:00Z', document_id: null }
    const one = { upload: { ...upload, ...more }, parts: new Map<number, Uint8Array>() }
    known.set(upload.id, one)
    return one
  }
  /** What the store holds of the only upload. */
  const content = () => {
    const [one] = [...known.values()]
    return Buffer.concat([...(one?.parts ?? [])].toSorted(([a], [b]) => a - b).map(([, part]) => part))
  }
  return { known, documents, found, told, made, begun, content }
}

const missing = (): never => {
  throw refusalOf(409, 'parts_missing', 'The upload isn’t complete')
}

/** A server and a store in memory. `hindrance` is asked before each act and may throw, or wait. */
function scriptedServer() {
  const { known, documents, found, told, made, begun, content } = scriptedStore()
  const acts: string[] = []
  let signatures = 0
  let hindrance: (act: string) => void | Promise<void> = () => undefined
  const pass = async (act: string) => {
    acts.push(act)
    await hindrance(act)
  }
  const line: Line = {
    plain: async (file, name, target, key, onSent) => {
      await pass(`plain ${name} ${key}`)
      onSent(file.size)
      return target.kind === 'document' ? made(key, name, target.documentId) : undefined
    },
    begin: async (name, size) => {
      await pass('begin')
      return told(begun(name, size))
    },
    show: async (uploadId) => {
      await pass('show')
      return told(found(uploadId))
    },
    sign: async (uploadId, numbers) => {
      await pass(`sign ${numbers.join()}`)
      found(uploadId)
      signatures++
      return numbers.map((number) => ({ number, url: `${uploadId} ${number} ${signatures}` }))
    },
    put: async (url, part, onSent, signal) => {
      const [uploadId = '', number = ''] = url.split(' ')
      const one = known.get(uploadId)
      // A store that keeps what was cut off, with nothing in it.
      if (one && !one.parts.has(Number(number))) one.parts.set(Number(number), new Uint8Array(part.size))
      await pass(`put ${number} ${url.split(' ')[2]}`)
      signal.throwIfAborted()
      if (!one || !known.has(uploadId)) throw new StoreError(404)
      const bytes = new Uint8Array(await part.arrayBuffer())
      one.parts.set(Number(number), bytes)
      onSent(part.size)
      return `"${etagOf(bytes)}"`
    },
    complete: async (uploadId, acknowledged) => {
      await pass('complete')
      const { upload, parts } = found(uploadId)
      const whole = acknowledged.map(({ number, etag }) => {
        const part = parts.get(number)
        return part && etag === `"${etagOf(part)}"` ? part.length : 0
      })
      if (whole.reduce((sum, bytes) => sum + bytes, 0) !== upload.size) missing()
      known.set(uploadId, { upload: { ...upload, state: 'completed' }, parts })
      return made(uploadId, upload.name)
    },
    cancel: async (uploadId) => {
      await pass('cancel')
      known.delete(uploadId)
    },
  }
  return {
    line,
    acts,
    documents,
    hinder: (next: typeof hindrance) => {
      hindrance = next
    },
    forgetUploads: () => known.clear(),
    loseParts: (...numbers: number[]) => {
      for (const { parts } of known.values()) for (const number of numbers) parts.delete(number)
    },
    /** A connection that was long dead writes over what arrived since. */
    writeOver: (number: number) => {
      for (const { parts } of known.values()) parts.set(number, new Uint8Array(parts.get(number)?.length ?? 0))
    },
    content,
    puts: () => acts.filter((act) => act.startsWith('put')).length,
  }
}

/** Waiting takes no time; the connection is what the test says. */
function scriptedWorld() {
  let online = true
  let back: (() => void)[] = []
  const waits: number[] = []
  const world: World = {
    online: () => online,
    whenOnline: () => new Promise((resolve) => back.push(resolve)),
    wait: async (milliseconds, signal) => {
      waits.push(milliseconds)
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
    },
    random: () => 1,
  }
  const set = (now: boolean) => {
    online = now
    const waiting = now ? back : []
    if (now) back = []
    for (const go of waiting) go()
  }
  return { world, waits, set }
}

/** One browser with its server; every page in it has an engine of its own. */
export function scriptedBrowser() {
  const server = scriptedServer()
  const { memory, kept } = scriptedMemory<StoredUpload>()
  const locks = scriptedLocks()
  const open = async (memberId = 'ada') => {
    const { world, waits, set } = scriptedWorld()
    const engine = createEngine({ line: server.line, world, memory, locks })
    engine.open(memberId)
    const phases = () => engine.get().map(({ phase }) => phase)
    const become = (...expected: string[]) =>
      vi.waitFor(() => {
        if (phases().join() !== expected.join()) throw new Error(`they are ${phases().join()}`)
      }, WAIT)
    return { engine, waits, online: set, become }
  }
  return { server, kept, open }
}

/** Content that differs in every part. */
export function largeFile(name: string, size: number): File {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 4_096) bytes[at] = (at / 4_096) % 251
  return new File([bytes], name, { type: 'application/zip', lastModified: 1_700_000_000_000 })
}
