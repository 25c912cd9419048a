import { RESUMABLE_FROM, type Upload as ServerUpload } from '@throughline/contracts/document-uploads'
import type { Document } from '@throughline/contracts/documents'
import { UploadId } from '@throughline/contracts/ids'
import { expect } from 'vitest'
import type { Failure } from '../engine/failure.ts'
import type { StoredUpload } from '../engine/memory.ts'
import type { reduce } from '../engine/reduce.ts'
import { type Answer, type Call, type Effect, NOTHING_YET, requestOf, type UploadEvent } from '../engine/state.ts'
import { madeDocument } from './scripted.ts'

const PART = RESUMABLE_FROM
const FILES_AT_ONCE = 3
const PARTS_AT_ONCE = 4

type CallEffect = Extract<Effect, { type: 'call' }>
type WaitEffect = Extract<Effect, { type: 'wait' }>

/** A file of that size, of which nobody reads a byte. */
function fileOf(name: string, size: number): File {
  const file = new File([], name, { lastModified: 1 })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

/** lost: it arrives and the answer does not; unreachable: it does not arrive; gone: the server has given it up. */
export const WAYS = ['well', 'lost', 'unreachable', 'busy', 'refused', 'gone', 'incomplete', 'unreadable'] as const
type Way = (typeof WAYS)[number]

const FAILURES: Record<Exclude<Way, 'well'>, Failure['kind']> = {
  lost: 'passing',
  unreachable: 'passing',
  busy: 'busy',
  refused: 'refused',
  gone: 'gone',
  incomplete: 'incomplete',
  unreadable: 'unreadable',
}

/** Servers in memory: what was asked of them happens when the test says so. */
function simulatedServer() {
  const uploads = new Map<string, { upload: ServerUpload; parts: Map<number, string>; by: string }>()
  const documents = new Map<string, { document: Document; by: string }>()
  let count = 0
  const id = () => UploadId.parse(`00000000-0000-7000-8000-${String(++count).padStart(12, '0')}`)
  const found = (uploadId: string) => uploads.get(uploadId) ?? expect.fail('asked for an upload that nobody began')
  const told = (uploadId: string): ServerUpload => {
    const { upload, parts } = found(uploadId)
    return { ...upload, parts: Array.from(parts, ([number, etag]) => ({ number, etag })) }
  }
  /** Of one call, or one upload, the same document however often it is asked for. */
  const make = (of: string, by: string, name: string) => {
    const made = documents.get(of) ?? { document: madeDocument(name, ++count), by }
    documents.set(of, made)
    return made.document
  }
  const begin = (by: string, { name, size }: Extract<Call, { kind: 'begin' }>) => {
    const about = { id: id(), name, size, state: 'uploading' as const, part_bytes: PART, parts: [], received: 0 }
    const upload = { ...about, expires_at: '2026-11-22T00:00:00Z', document_id: null }
    uploads.set(upload.id, { upload, parts: new Map(), by })
    return upload
  }
  const complete = ({ uploadId, parts }: Extract<Call, { kind: 'complete' }>) => {
    const one = found(uploadId)
    if (one.upload.state === 'uploading') {
      const whole = parts.filter(({ number, etag }) => one.parts.get(number) === etag)
      expect(whole.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: Math.ceil(one.upload.size / PART) }, (_, index) => index + 1),
      )
    }
    uploads.set(uploadId, { ...one, upload: { ...one.upload, state: 'completed' } })
    return make(uploadId, one.by, one.upload.name)
  }
  return {
    /** Keys of the uploads that documents were made of. */
    made: () => Array.from(documents.values(), ({ by }) => by),
    knows: (call: Call) => !('uploadId' in call) || uploads.has(call.uploadId),
    isCompleted: (uploadId: string) => uploads.get(uploadId)?.upload.state === 'completed',
    forget: (uploadId: string) => uploads.delete(uploadId),
    loseParts: (uploadId: string) => uploads.get(uploadId)?.parts.clear(),
    answer({ key, call }: CallEffect): Answer {
      switch (call.kind) {
        case 'whole':
          return { kind: 'whole', document: make(key, key, call.name) }
        case 'begin':
          return { kind: 'begin', upload: begin(key, call) }
        case 'show':
          return { kind: 'show', upload: told(call.uploadId) }
        case 'sign':
          return {
            kind: 'sign',
            addresses: call.numbers.map((number) => ({ number, url: `${call.uploadId} ${number} ${++count}` })),
          }
        case 'put': {
          const [uploadId = ''] = call.url.split(' ')
          uploads.get(uploadId)?.parts.set(call.part, `"${uploadId} ${call.part}"`)
          return { kind: 'put', part: call.part, etag: `"${uploadId} ${call.part}"` }
        }
        case 'complete':
        default:
          return { kind: 'complete', document: complete(call) }
      }
    },
  }
}

/** What must be the same when it is asked for once more; an address is asked for anew. */
const sameness = ({ key, call }: CallEffect) =>
  call.kind === 'put'
    ? { key, part: call.part, from: call.from, to: call.to, upload: call.url.split(' ')[0] }
    : { key, kind: call.kind, upload: 'uploadId' in call ? call.uploadId : undefined }

const nameOf = ({ transfer, call }: CallEffect) => `${transfer} ${requestOf(call)}`

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]

/**
 * The reducer among servers, a browser and a person that do whatever the test says, in any order. Every promise is
 * watched at every step: see `watch` and `started`.
 */
export class SimulatedUploads {
  readonly server = simulatedServer()
  private state = NOTHING_YET
  private online = true
  private awaiting = false
  private count = 0
  private calls: CallEffect[] = []
  private waits: WaitEffect[] = []
  private stopped: CallEffect[] = []
  private writes: (() => void)[] = []
  private readonly disk = new Map<string, StoredUpload>()
  private readonly cancelled = new Set<string>()
  private readonly lost = new Map<string, CallEffect>()
  private readonly reducer: typeof reduce

  constructor(reducer: typeof reduce) {
    this.reducer = reducer
    this.dispatch({ type: 'opened', memberId: 'ada' })
  }

  get entries() {
    return this.state.entries
  }

  get isQuiet() {
    return this.calls.length === 0 && this.waits.length === 0 && this.writes.length === 0
  }

  dispatch(event: UploadEvent) {
    const moment = { now: ++this.count, online: this.online, chance: 0.5 }
    const next = this.reducer(this.state, { ...event, moment })
    this.state = next.state
    for (const effect of next.effects) this.perform(effect)
    this.watch()
  }

  private watch() {
    const { calls, cancelled } = this
    const files = new Set(calls.map(({ key }) => key)).size
    expect(files).toBeLessThanOrEqual(FILES_AT_ONCE)
    expect(new Set(calls.map(({ transfer }) => transfer)).size, 'a file is sent twice at once').toBe(files)
    for (const { job, upload } of this.entries) {
      const parts = calls.filter(({ key, call }) => key === upload.key && call.kind === 'put')
      expect(parts.length).toBeLessThanOrEqual(PARTS_AT_ONCE)
      expect(cancelled.has(upload.key), 'what was cancelled is shown again').toBe(false)
      expect(upload.sent).toBeGreaterThanOrEqual(upload.safe)
      expect(upload.sent).toBeLessThanOrEqual(upload.size)
      if (!job) expect(['checking', 'done', 'refused']).toContain(upload.phase)
    }
  }

  private started(effect: CallEffect) {
    const twice = this.calls.some((one) => one.key === effect.key && requestOf(one.call) === requestOf(effect.call))
    expect(twice, 'the same is on its way twice').toBe(false)
    expect(this.cancelled.has(effect.key), 'something is sent of what was cancelled').toBe(false)
    const before = this.lost.get(nameOf(effect))
    if (before) expect(sameness(effect)).toEqual(sameness(before))
    this.lost.delete(nameOf(effect))
    this.calls.push(effect)
  }

  private perform(effect: Effect) {
    if (effect.type === 'call') this.started(effect)
    else if (effect.type === 'wait') this.waits.push(effect)
    else if (effect.type === 'stop') this.stop(effect.transfer)
    else if (effect.type === 'await online') {
      expect(this.awaiting).toBe(false)
      this.awaiting = true
    } else if (effect.type === 'store') this.writes.push(() => this.store(effect.stored))
    else if (effect.type === 'forget') this.writes.push(() => this.disk.delete(effect.key))
    else if (effect.type === 'find stored')
      this.dispatch({ type: 'stored found', memberId: effect.memberId, keys: [...this.disk.keys()] })
    else if (effect.type === 'take up') {
      const stored = this.disk.get(effect.key) ?? expect.fail('nothing is written down')
      this.dispatch({ type: 'taken up', memberId: 'ada', stored, file: fileOf(stored.name, stored.size) })
    } else if (effect.type === 'recall') {
      const { key, name, size } = effect.stored
      this.dispatch({ type: 'recalled', key, file: fileOf(name, size) })
    }
  }

  private stop(transfer: number) {
    this.stopped.push(...this.calls.filter((one) => one.transfer === transfer))
    this.calls = this.calls.filter((one) => one.transfer !== transfer)
    this.waits = this.waits.filter((one) => one.transfer !== transfer)
  }

  private store(stored: StoredUpload) {
    this.disk.set(stored.key, stored)
    this.dispatch({ type: 'stored', key: stored.key, uploadId: stored.uploadId })
  }

  private fail({ key, transfer, call }: CallEffect, way: Exclude<Way, 'well'>) {
    const failure = { kind: FAILURES[way], message: way === 'refused' ? 'No' : undefined }
    this.dispatch({ type: 'failed', key, transfer, request: requestOf(call), failure })
  }

  add(sizes: readonly number[]) {
    const chosen = sizes.map((size) => {
      const key = `key ${++this.count}`
      return { file: fileOf(`file of ${key}`, size), key }
    })
    this.dispatch({ type: 'added', chosen, target: { kind: 'document' } })
  }

  /** A person does something about one of the uploads. */
  press(type: 'paused' | 'resumed' | 'retried' | 'cancelled', at: number) {
    const key = pick(this.entries, at)?.upload.key ?? ''
    this.dispatch({ type, key })
    if (type === 'cancelled') this.cancelled.add(key)
  }

  /** Ends one of the calls that are on their way. */
  end(at: number, way: Way) {
    const effect = pick(this.calls, at)
    if (!effect) return
    const { key, transfer, call } = effect
    const uploadId = 'uploadId' in call ? call.uploadId : undefined
    // What the server has made a document of it never gives up again.
    const isOver = uploadId === undefined || this.server.isCompleted(uploadId)
    if (isOver && (way === 'gone' || way === 'incomplete')) return
    this.calls = this.calls.filter((one) => one !== effect)
    if (!this.server.knows(call)) return this.fail(effect, 'gone')
    if (way === 'well') return this.dispatch({ type: 'answered', key, transfer, answer: this.server.answer(effect) })
    if (way === 'lost') this.server.answer(effect)
    if (way === 'gone' && uploadId) this.server.forget(uploadId)
    if (way === 'incomplete' && uploadId) this.server.loseParts(uploadId)
    if (way === 'lost' || way === 'unreachable') this.lost.set(nameOf(effect), effect)
    return this.fail(effect, way)
  }

  /** What was stopped may have arrived, and may be answered, all the same: that changes nothing here. */
  endStopped(at: number) {
    const effect = pick(this.stopped, at)
    if (!effect) return
    this.stopped = this.stopped.filter((one) => one !== effect)
    if (!this.server.knows(effect.call)) return
    const before = this.entries
    const { key, transfer } = effect
    this.dispatch({ type: 'answered', key, transfer, answer: this.server.answer(effect) })
    expect(this.entries).toEqual(before)
  }

  waited(at: number) {
    const effect = pick(this.waits, at)
    if (!effect) return
    this.waits = this.waits.filter((one) => one !== effect)
    const { key, transfer, request } = effect
    this.dispatch({ type: 'waited', key, transfer, request })
  }

  /** Half of what one call has to send has left. */
  progress(at: number) {
    const { key, transfer, call } = pick(this.calls, at) ?? {}
    if (!key || !transfer || call?.kind !== 'put') return
    const bytes = Math.floor((Math.min(call.to, call.file.size) - call.from) / 2)
    this.dispatch({ type: 'progressed', sent: [{ key, transfer, request: call.part, bytes }] })
  }

  write() {
    this.writes.shift()?.()
  }

  connect(online: boolean) {
    this.online = online
    if (!online || !this.awaiting) return
    this.awaiting = false
    this.dispatch({ type: 'came online' })
  }

  /** The page is left, and opened again; what is on the disk was written before. */
  reload() {
    while (this.writes.length > 0) this.write()
    this.dispatch({ type: 'closed' })
    expect(this.calls).toEqual([])
    this.dispatch({ type: 'opened', memberId: 'ada' })
  }
}
