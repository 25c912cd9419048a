import type { UploadId } from '@throughline/contracts/ids'
import { markUnfinished, UPLOADS_DATABASE } from '../uploads-mark.ts'
import type { UploadTarget } from './upload.ts'

const TABLE = 'uploads'
/** Counted up when rows get another shape: those of an earlier one are dropped, and their files chosen again. */
const SHAPE = 2

/** What is needed to go on after a reload; never the bytes. */
export interface StoredUpload {
  key: string
  memberId: string
  /** In this order they stand in the tray, after a reload too. */
  addedAt: number
  name: string
  /** Of the file itself: by these it is known again. */
  fileName: string
  size: number
  lastModified: number
  type: string
  target: UploadTarget
  uploadId?: UploadId | undefined
  /** Parts whose arrival was acknowledged, with the mark by which the store knows them. */
  parts?: readonly (readonly [number: number, etag: string])[] | undefined
  handle?: FileSystemFileHandle | undefined
}

export interface Memory {
  all(memberId: string): Promise<StoredUpload[]>
  find(key: string): Promise<StoredUpload | undefined>
  keep(stored: StoredUpload): Promise<void>
  forget(key: string): Promise<void>
}

const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser kept no answer')))
  })

/** Opened for each use: whoever logs out in another tab must be able to delete it. */
async function using<T>(mode: IDBTransactionMode, act: (table: IDBObjectStore) => Promise<T>): Promise<T> {
  const request = indexedDB.open(UPLOADS_DATABASE, SHAPE)
  request.addEventListener('upgradeneeded', ({ oldVersion }) => {
    if (oldVersion > 0) request.result.deleteObjectStore(TABLE)
    request.result.createObjectStore(TABLE, { keyPath: 'key' })
  })
  const database = await answer(request)
  try {
    return await act(database.transaction(TABLE, mode).objectStore(TABLE))
  } finally {
    database.close()
  }
}

const rows = (table: IDBObjectStore): Promise<StoredUpload[]> => answer<StoredUpload[]>(table.getAll())

/** A browser that keeps nothing uploads all the same; a reload then begins anew. */
async function orWithout<T>(otherwise: T, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch {
    return otherwise
  }
}

export const browserMemory: Memory = {
  all: (memberId) =>
    orWithout([], async () => (await using('readonly', rows)).filter((stored) => stored.memberId === memberId)),
  find: (key) =>
    orWithout(undefined, () => using('readonly', (table) => answer<StoredUpload | undefined>(table.get(key)))),
  keep: (stored) =>
    orWithout(undefined, async () => {
      await using('readwrite', (table) => answer(table.put(stored)))
      markUnfinished(true)
    }),
  forget: (key) =>
    orWithout(undefined, async () => {
      const left = await using('readwrite', async (table) => {
        await answer(table.delete(key))
        return answer(table.count())
      })
      if (left === 0) markUnfinished(false)
    }),
}

export const NO_MEMORY: Memory = {
  all: async () => [],
  find: async () => undefined,
  keep: async () => undefined,
  forget: async () => undefined,
}

export interface UploadLocks {
  /** Resolves once no other page sends it, with the way to unlock it again. */
  take(key: string): Promise<() => void>
}

/** One page at a time: a second tab takes over when the first is closed. */
export const browserLocks: UploadLocks = {
  take: (key) =>
    new Promise((taken, failed) => {
      if (!('locks' in navigator)) return taken(() => undefined)
      navigator.locks
        .request(`upload ${key}`, () => new Promise<void>((release) => taken(() => release())))
        .catch(failed)
      return undefined
    }),
}
