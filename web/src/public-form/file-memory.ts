import type { UploadId } from '@throughline/contracts/ids'

/** A chosen file, so that it is still there after a reload; of a large one also how far its upload came. */
export interface StoredFile {
  key: string
  form: string
  element: string
  file: File
  uploadId?: UploadId
  /** Parts that the store acknowledged, with their marks. */
  parts: [number: number, etag: string][]
}

const DATABASE = 'tl.forms'
const TABLE = 'files'

const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser kept no answer')))
  })

async function using<T>(mode: IDBTransactionMode, act: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(TABLE, { keyPath: 'key' }))
  const database = await answer(request)
  try {
    return await answer(act(database.transaction(TABLE, mode).objectStore(TABLE)))
  } finally {
    database.close()
  }
}

/** Private windows and full disks keep nothing; the files then last as long as the page. */
async function orWithout<T>(otherwise: T, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch {
    return otherwise
  }
}

export const storedFiles = (form: string): Promise<StoredFile[]> =>
  orWithout([], async () => {
    const all = await using<StoredFile[]>('readonly', (table) => table.getAll())
    return all.filter((one) => one.form === form)
  })

export const storeFile = (file: StoredFile): Promise<void> =>
  orWithout(undefined, async () => void (await using('readwrite', (table) => table.put(file))))

export const dropFile = (key: string): Promise<void> =>
  orWithout(undefined, () => using<undefined>('readwrite', (table) => table.delete(key)))
