import { MOST_BYTES, RESUMABLE_FROM } from '@throughline/contracts/document-uploads'
import type { Document } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { serverMessageOf } from '../../../../shared/server-message.ts'
import { persist, type World } from './attempts.ts'
import type { Line } from './line.ts'
import type { Holds, Kept, Memory } from './memory.ts'
import { Unreadable } from './readable.ts'
import { isSame, recall } from './recall.ts'
import { arrivedOf, sendInParts } from './send-parts.ts'
import { type Chosen, isRunning, type Upload, type UploadPlace } from './upload.ts'
import { createUploadList } from './upload-list.ts'

const FILES_AT_ONCE = 3

interface EngineParts {
  line: Line
  world: World
  memory: Memory
  holds: Holds
}

interface Job {
  kept: Kept
  file: File | undefined
  stop: AbortController | undefined
  letGo: (() => void) | undefined
}

const uploadOf = ({ key, addedAt, name, size, type, lastModified, place }: Kept, phase: Upload['phase']): Upload => ({
  key,
  addedAt,
  name,
  size,
  type,
  lastModified,
  place,
  phase,
  resumable: size >= RESUMABLE_FROM,
  sent: 0,
  safe: 0,
})

const documentOf = ({ id, name, processing, task_name }: Document) => ({
  id,
  name,
  version: processing.version_number,
  taskName: task_name,
})

/** The folders a file lay in are told with it. */
function within(place: UploadPlace, { folders = [] }: Chosen): UploadPlace {
  if (folders.length === 0) return place
  return { ...place, description: [place.description, folders.join('/')].filter(Boolean).join('\n') }
}

/** Sends files, a few at a time, through reloads and lost connections; lives outside every page. */
export function createEngine({ line, world, memory, holds }: EngineParts) {
  const list = createUploadList()
  const jobs = new Map<string, Job>()
  let owner: string | undefined

  const jobsIn = (phase: Upload['phase']) =>
    list.get().flatMap(({ key, phase: now }) => (now === phase ? (jobs.get(key) ?? []) : []))

  function end(key: string) {
    const job = jobs.get(key)
    job?.stop?.abort()
    jobs.delete(key)
    // Whoever waits for it, in another tab, must find nothing to go on with.
    void memory.forget(key).finally(() => job?.letGo?.())
  }

  async function send(job: Job, file: File, signal: AbortSignal): Promise<Document> {
    const { key, name, place } = job.kept
    const sending = {
      line,
      world,
      signal,
      onOffline: (offline: boolean) => list.patch(key, { phase: offline ? 'offline' : 'sending' }),
      onSent: (sent: number, safe: number) => list.progress(key, sent, safe),
    }
    if (file.size < RESUMABLE_FROM)
      return persist(() => line.plain(file, name, place, key, (sent) => sending.onSent(sent, 0), signal), sending)
    const { uploadId, parts = [] } = job.kept
    const acknowledged = new Map(parts)
    const keep = async (change: Partial<Kept>) => {
      job.kept = { ...job.kept, ...change, parts: [...acknowledged] }
      if (jobs.get(key) === job) await memory.keep(job.kept)
    }
    const resumable = {
      file,
      name,
      place,
      uploadId,
      acknowledged,
      onBegun: (begun: Kept['uploadId']) => keep({ uploadId: begun }),
      onPart: () => keep({}),
    }
    return sendInParts(resumable, sending, () => list.patch(key, { phase: 'finishing' }))
  }

  async function run(job: Job, file: File) {
    const { key } = job.kept
    const stop = new AbortController()
    job.stop = stop
    list.patch(key, { phase: 'sending', problem: undefined })
    try {
      const document = await send(job, file, stop.signal)
      end(key)
      const whole = { sent: file.size, safe: file.size, arrivedAt: Date.now() }
      list.patch(key, { phase: 'checking', ...whole, document: documentOf(document), file })
      settle([document])
    } catch (error) {
      // Whoever stopped it has said what it is now.
      if (stop.signal.aborted) return
      if (error instanceof Unreadable) list.patch(key, { phase: 'lost', sent: list.find(key)?.safe ?? 0 })
      else list.patch(key, { phase: 'failed', problem: serverMessageOf(error) })
    } finally {
      if (job.stop === stop) job.stop = undefined
      pump()
    }
  }

  function pump() {
    const busy = [...jobs.values()].filter(({ stop }) => stop).length
    for (const job of jobsIn('waiting').slice(0, Math.max(0, FILES_AT_ONCE - busy)))
      if (job.file && !job.stop) void run(job, job.file)
  }

  const waitAgain = (key: string, file?: File) => {
    const job = jobs.get(key)
    if (!job) return
    if (file) job.file = file
    list.patch(key, { phase: job.file ? 'waiting' : 'lost', problem: undefined })
    pump()
  }

  async function hold(job: Job) {
    const letGo = await holds.take(job.kept.key)
    if (jobs.get(job.kept.key) === job) job.letGo = letGo
    else letGo()
  }

  function add(chosen: readonly Chosen[], place: UploadPlace) {
    const now = Date.now()
    const made = chosen.map((one, index): Job => {
      const { file, handle, name = file.name } = one
      const about = { name, fileName: file.name, size: file.size, lastModified: file.lastModified, type: file.type }
      const kept = {
        key: crypto.randomUUID(),
        memberId: owner ?? '',
        addedAt: now + index,
        ...about,
        place: within(place, one),
        handle,
      }
      return { kept, file, stop: undefined, letGo: undefined }
    })
    const fits = ({ kept }: Job) => kept.size <= MOST_BYTES
    list.add(made.map((job) => uploadOf(job.kept, fits(job) ? 'waiting' : 'refused')))
    for (const job of made.filter(fits)) {
      jobs.set(job.kept.key, job)
      void hold(job)
      void memory.keep(job.kept)
    }
    pump()
  }

  /** What an earlier visit, or a tab that was closed, left unfinished. */
  async function takeUp({ key }: Kept, visitor: string) {
    const letGo = await holds.take(key)
    const kept = await memory.find(key)
    if (!kept || jobs.has(key) || owner !== visitor) return letGo()
    const file = await recall(kept, false)
    const known = file instanceof File
    jobs.set(key, { kept, file: known ? file : undefined, stop: undefined, letGo })
    list.add([uploadOf(kept, known ? 'waiting' : file)])
    pump()
    if (!known && kept.uploadId) await tellSafe(kept, kept.uploadId)
    return undefined
  }

  /** How much need not be sent again; only said, so it may fail. */
  async function tellSafe({ key, parts = [] }: Kept, uploadId: NonNullable<Kept['uploadId']>) {
    try {
      const { bytes } = arrivedOf(await line.show(uploadId, AbortSignal.timeout(10_000)), new Map(parts))
      list.progress(key, bytes, bytes)
    } catch {
      list.progress(key, 0, 0)
    }
  }

  const checking = (id: DocumentId) =>
    list.get().flatMap(({ key, phase, document }) => {
      const isOne = phase === 'checking' && document?.id === id
      return isOne ? { key, version: document.version } : []
    })

  /** Told what has become of documents that were sent: by whoever listens to the server. */
  function settle(documents: readonly Pick<Document, 'id' | 'processing'>[]) {
    for (const { id, processing } of documents) {
      const { version_number, state, problem } = processing
      for (const { key, version } of checking(id)) {
        // Of one that a newer one has replaced no more is told than that it arrived.
        if (version < version_number || (version === version_number && state === 'clean'))
          list.patch(key, { phase: 'done', file: undefined })
        else if (version === version_number && state !== 'quarantined')
          list.patch(key, { phase: state === 'infected' ? 'infected' : 'unchecked', problem: problem ?? undefined })
      }
    }
  }

  const pause = (key: string) => {
    const job = jobs.get(key)
    job?.stop?.abort()
    list.patch(key, { phase: 'paused', sent: list.find(key)?.safe ?? 0 })
  }

  const cancel = (key: string) => {
    const uploadId = jobs.get(key)?.kept.uploadId
    end(key)
    list.remove((upload) => upload.key === key)
    // What is not taken back now the server clears away by itself after a week.
    if (uploadId) line.cancel(uploadId).catch(() => undefined)
    pump()
  }

  return {
    get: list.get,
    subscribe: list.subscribe,
    add,
    pause,
    cancel,
    settle,
    /** Deleted, or out of sight, before it was known to be clean. */
    miss: (ids: readonly DocumentId[]) => {
      for (const { key } of ids.flatMap(checking)) list.patch(key, { phase: 'gone', file: undefined })
    },
    retry: (key: string) => waitAgain(key),
    /** After a press, so the browser may be asked for the file. */
    resume: async (key: string) => {
      const job = jobs.get(key)
      if (!job || job.file) return waitAgain(key)
      const file = await recall(job.kept, true)
      return file instanceof File ? waitAgain(key, file) : list.patch(key, { phase: file })
    },
    pauseAll: () => {
      for (const upload of list.get()) if (isRunning(upload) && upload.phase !== 'finishing') pause(upload.key)
    },
    resumeAll: () => {
      for (const { key, phase } of list.get()) if (phase === 'paused') waitAgain(key)
    },
    /** Files that were chosen again, each for the upload it belongs to; those that belong to none come back. */
    giveAgain: (files: readonly File[]): File[] =>
      files.filter((file) => {
        const job = [...jobsIn('lost'), ...jobsIn('locked')].find(({ kept }) => isSame(kept, file))
        if (job) waitAgain(job.kept.key, file)
        return !job
      }),
    /** Those that are over leave the list. */
    clear: (key?: string) =>
      list.remove((upload) => !jobs.has(upload.key) && (key === undefined || upload.key === key)),
    /** For this member from now on; what they left unfinished comes back. */
    open: async (memberId: string) => {
      if (owner === memberId) return
      owner = memberId
      for (const kept of await memory.all(memberId)) void takeUp(kept, memberId)
    },
    /** They have left: everything stops, and can be gone on with when they come back. */
    close: () => {
      owner = undefined
      for (const { stop, letGo } of jobs.values()) {
        stop?.abort()
        letGo?.()
      }
      jobs.clear()
      list.remove(() => true)
    },
  }
}
