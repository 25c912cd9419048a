import type { UploadId } from '@throughline/contracts/ids'
import {
  beginPublicUpload,
  cancelPublicUpload,
  completePublicUpload,
  getPublicUpload,
  type PublicUpload,
  signPublicParts,
} from '@throughline/contracts/public-forms'
import { call, Refusal } from './calls.ts'
import type { StoredFile } from './file-memory.ts'
import { online, pause } from './waiting.ts'

interface UploadWatcher {
  /** How many bytes are safe with the store. */
  onSafe: (bytes: number) => void
  /** Without a connection, or while the server is busy. */
  onPaused: (isPaused: boolean) => void
  /** What is needed to go on after a reload. */
  onChange: (file: StoredFile) => void
}

export interface UploadPlace {
  formId: string
  token: string
}

const SIGNED_AT_ONCE = 10
const MAX_TRIES = 8
const PAUSES = [500, 1_000, 2_000, 5_000]
const bare = (etag: string) => etag.replaceAll('"', '')

/** Again and again, as long as it is the connection or the load that fails; whatever else is refused, ends it. */
async function insisting<T>(act: () => Promise<T>, { onPaused }: UploadWatcher, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    try {
      const done = await act()
      onPaused(false)
      return done
    } catch (error) {
      const isFinal = error instanceof Refusal && !error.isBusy && error.status < 500
      if (isFinal || signal.aborted || (tries >= MAX_TRIES && navigator.onLine)) throw error
      onPaused(true)
      const after = error instanceof Refusal ? error.retryAfter : undefined
      await pause(after === undefined ? (PAUSES[tries - 1] ?? 10_000) : after * 1_000)
      await online()
    }
  }
}

async function putPart(url: string, content: Blob, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { method: 'PUT', body: content, credentials: 'omit', signal })
  if (!response.ok) throw new Refusal(response.status === 403 ? 503 : response.status, {}, undefined)
  return response.headers.get('etag') ?? ''
}

/** Only what was acknowledged to us, and has the same mark at the store still, is whole. */
const arrivedOf = (upload: PublicUpload, { parts }: StoredFile) => {
  const marks = new Map(upload.parts.map(({ number, etag }) => [number, bare(etag)]))
  return parts.filter(([number, etag]) => marks.get(number) === bare(etag))
}

type Uploading = { place: UploadPlace; stored: StoredFile; watcher: UploadWatcher; signal: AbortSignal }

async function opened({ place, stored, watcher, signal }: Uploading): Promise<PublicUpload> {
  const { formId, token } = place
  const { uploadId, file, element } = stored
  if (uploadId !== undefined) {
    const params = { formId, uploadId }
    try {
      return (await insisting(() => call(getPublicUpload, { params, body: { token } }), watcher, signal)).data
    } catch (error) {
      // One that was given up meanwhile is begun anew.
      if (!(error instanceof Refusal)) throw error
    }
  }
  const body = { token, element, name: file.name, size: file.size }
  return (await insisting(() => call(beginPublicUpload, { params: { formId }, body }), watcher, signal)).data
}

const bytesOf = (parts: StoredFile['parts'], { part_bytes, size }: PublicUpload) =>
  parts.reduce((sum, [number]) => sum + Math.min(part_bytes, size - (number - 1) * part_bytes), 0)

/** Part after part, each acknowledged one noted down; answers the upload's id when the server has all of it. */
export async function uploadFile(uploading: Uploading): Promise<UploadId> {
  const { place, watcher, signal } = uploading
  const upload = await opened(uploading)
  const params = { formId: place.formId, uploadId: upload.id }
  let stored: StoredFile = { ...uploading.stored, uploadId: upload.id, parts: arrivedOf(upload, uploading.stored) }
  watcher.onChange(stored)
  watcher.onSafe(bytesOf(stored.parts, upload))
  if (upload.state === 'completed') return upload.id
  const all = Array.from({ length: Math.ceil(upload.size / upload.part_bytes) }, (_, index) => index + 1)
  const missing = all.filter((number) => !stored.parts.some(([arrived]) => arrived === number))
  for (let from = 0; from < missing.length; from += SIGNED_AT_ONCE) {
    const numbers = missing.slice(from, from + SIGNED_AT_ONCE)
    const sign = () => call(signPublicParts, { params, body: { token: place.token, numbers } })
    let addresses = (await insisting(sign, watcher, signal)).data
    for (const number of numbers) {
      const begin = (number - 1) * upload.part_bytes
      const content = stored.file.slice(begin, begin + upload.part_bytes)
      const etag = await insisting(
        async () => {
          const url = addresses.find((one) => one.number === number)?.url ?? ''
          try {
            return await putPart(url, content, signal)
          } catch (error) {
            // An address lasts for minutes; a pause may have been longer.
            addresses = (await sign()).data
            throw error
          }
        },
        watcher,
        signal,
      )
      stored = { ...stored, parts: [...stored.parts, [number, etag]] }
      watcher.onChange(stored)
      watcher.onSafe(bytesOf(stored.parts, upload))
    }
  }
  const parts = stored.parts.map(([number, etag]) => ({ number, etag }))
  await insisting(() => call(completePublicUpload, { params, body: { token: place.token, parts } }), watcher, signal)
  return upload.id
}

/** Nobody waits for it: what is not cancelled is cleaned away by itself. */
export function cancelUpload({ formId, token }: UploadPlace, uploadId: UploadId) {
  const params = { formId, uploadId }
  call(cancelPublicUpload, { params, body: { token } }).catch(() => undefined)
}
