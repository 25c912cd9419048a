import { ApiError } from '@throughline/contracts/client'
import type { Upload as ServerUpload } from '@throughline/contracts/document-uploads'
import type { Document } from '@throughline/contracts/documents'
import type { UploadId } from '@throughline/contracts/ids'
import { persist, type World } from './attempts.ts'
import { type Line, StoreError } from './line.ts'
import { requireReadable } from './readable.ts'
import type { UploadPlace } from './upload.ts'

const PARTS_AT_ONCE = 4
const SIGNED_AT_ONCE = 12
const MOST_ROUNDS = 3

export interface Sending {
  line: Line
  world: World
  signal: AbortSignal
  onOffline: (offline: boolean) => void
  onSent: (sent: number, safe: number) => void
}

export interface Resumable {
  file: File
  name: string
  place: UploadPlace
  /** Known from an earlier visit. */
  uploadId: UploadId | undefined
  /** Parts of it that were acknowledged, then and now, with the mark by which the store knows each. */
  acknowledged: Map<number, string>
  /** Written down before the first byte leaves. */
  onBegun: (id: UploadId) => Promise<void>
  /** Written down with every part that has arrived. */
  onPart: () => Promise<void>
}

/** Stores write it with quotes or without. */
const bare = (etag: string | undefined) => etag?.replaceAll('"', '')

/**
 * What need not be sent again. A store's word alone is not enough: some keep a part that was cut off, at its full size
 * and with nothing in the rest of it. Only what was acknowledged to us, and has the same mark still, is whole.
 */
export function arrivedOf({ parts, size, part_bytes }: ServerUpload, acknowledged: ReadonlyMap<number, string>) {
  const whole = parts.flatMap(({ number, etag }) => (bare(acknowledged.get(number)) === bare(etag) ? [number] : []))
  const bytes = whole.reduce((sum, number) => sum + Math.min(part_bytes, size - (number - 1) * part_bytes), 0)
  return { numbers: new Set(whole), bytes }
}

/** The server, or the store behind it, has given the upload up; not: what became of it was deleted. */
const isGone = (error: unknown) =>
  (error instanceof StoreError && error.status === 404) ||
  (error instanceof ApiError && (error.status === 404 || error.code === 'upload_gone'))
const isIncomplete = (error: unknown) => error instanceof ApiError && error.code === 'parts_missing'

/** Addresses of parts, asked for some at a time. */
function addressesOf(upload: ServerUpload, wanted: readonly number[], { line, signal }: Sending) {
  const known = new Map<number, string>()
  let asking: Promise<void> = Promise.resolve()
  const ask = async (number: number) => {
    if (known.has(number)) return
    const next = [number, ...wanted.filter((one) => one > number && !known.has(one))].slice(0, SIGNED_AT_ONCE)
    for (const part of await line.sign(upload.id, next, signal)) known.set(part.number, part.url)
  }
  return {
    forget: (number: number) => known.delete(number),
    /** One question at a time: the second of two lanes finds the answer to the first. */
    of: async (number: number): Promise<string> => {
      const turn = asking.then(() => ask(number))
      asking = turn.catch(() => undefined)
      await turn
      return known.get(number) ?? Promise.reject(new Error(`the server signed no address for part ${number}`))
    },
  }
}

/** What has not arrived yet, several parts at the same time. */
async function sendMissing(upload: ServerUpload, resumable: Resumable, outside: Sending): Promise<void> {
  const { file, acknowledged, onPart } = resumable
  const stop = new AbortController()
  const sending = { ...outside, signal: AbortSignal.any([outside.signal, stop.signal]) }
  const { line, signal, onSent } = sending
  const arrived = arrivedOf(upload, acknowledged)
  const all = Array.from({ length: Math.ceil(upload.size / upload.part_bytes) }, (_, index) => index + 1)
  const missing = all.filter((number) => !arrived.numbers.has(number))
  const addresses = addressesOf(upload, missing, sending)
  const underway = new Map<number, number>()
  let safe = arrived.bytes
  const tell = () => onSent(safe + [...underway.values()].reduce((sum, bytes) => sum + bytes, 0), safe)
  const one = async (number: number) => {
    const part = file.slice((number - 1) * upload.part_bytes, number * upload.part_bytes)
    try {
      const track = (bytes: number) => {
        underway.set(number, bytes)
        tell()
      }
      acknowledged.set(number, await line.put(await addresses.of(number), part, track, signal))
      safe += part.size
      await onPart()
    } catch (error) {
      addresses.forget(number)
      if (error instanceof TypeError) await requireReadable(part)
      throw error
    } finally {
      underway.delete(number)
      tell()
    }
  }
  tell()
  const queue = [...missing]
  const lane = async () => {
    for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
      const next = number
      await persist(() => one(next), sending)
    }
  }
  try {
    await Promise.all(Array.from({ length: PARTS_AT_ONCE }, lane))
  } catch (error) {
    // One part that cannot be sent ends the others too.
    stop.abort()
    throw error
  }
}

async function begin({ file, name, place, onBegun }: Resumable, sending: Sending): Promise<ServerUpload> {
  const upload = await persist(() => sending.line.begin(name, file.size, place, sending.signal), sending)
  await onBegun(upload.id)
  return upload
}

const look = (id: UploadId, sending: Sending): Promise<ServerUpload> =>
  persist(() => sending.line.show(id, sending.signal), sending)

/** Goes on from wherever an earlier visit, or a lost connection, left it. */
export async function sendInParts(resumable: Resumable, sending: Sending, onWhole: () => void): Promise<Document> {
  let known = resumable.uploadId
  for (let round = 1; ; round++) {
    try {
      const upload = known ? await look(known, sending) : await begin(resumable, sending)
      known = upload.id
      if (upload.state === 'uploading') await sendMissing(upload, resumable, sending)
      onWhole()
      const parts = Array.from(resumable.acknowledged, ([number, etag]) => ({ number, etag }))
      return await persist(() => sending.line.complete(upload.id, parts, sending.signal), sending)
    } catch (error) {
      if (round === MOST_ROUNDS || !known || !(isGone(error) || isIncomplete(error))) throw error
      if (isGone(error)) {
        known = undefined
        resumable.acknowledged.clear()
      }
    }
  }
}
