import { markUnsent, UNSENT_DATABASE, UNSENT_MARK } from './unsent-mark.ts'

const TABLES = ['uploads', 'acts'] as const
/** Counted up when rows get another shape: those of an earlier one are dropped. */
const SHAPE = 1

interface UnsentRow {
  key: string
  memberId: string
}

/** What is needed to go on after a reload. */
export interface UnsentMemory<R extends UnsentRow> {
  all(memberId: string): Promise<R[]>
  find(key: string): Promise<R | undefined>
  /** Says whether it is kept. */
  keep(row: R): Promise<boolean>
  forget(key: string): Promise<void>
}

const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the browser kept no answer')))
  })

/** Opened for each use: logging out in another tab must be able to delete it. */
async function using<T>(mode: IDBTransactionMode, act: (tables: IDBTransaction) => Promise<T>): Promise<T> {
  const request = indexedDB.open(UNSENT_DATABASE, SHAPE)
  request.addEventListener('upgradeneeded', () => {
    for (const name of request.result.objectStoreNames) request.result.deleteObjectStore(name)
    for (const name of TABLES) request.result.createObjectStore(name, { keyPath: 'key' })
  })
  const database = await answer(request)
  try {
    return await act(database.transaction(TABLES, mode))
  } finally {
    database.close()
  }
}

/** A browser that keeps nothing sends all the same; a reload then begins anew. */
async function orWithout<T>(otherwise: T, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch {
    return otherwise
  }
}

const countIn = async (tables: IDBTransaction) => {
  const counts = await Promise.all(TABLES.map((name) => answer(tables.objectStore(name).count())))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** One table of what this browser has not sent yet, of each person who signs in here. */
export const unsentMemory = <R extends UnsentRow>(table: (typeof TABLES)[number]): UnsentMemory<R> => ({
  all: (memberId) =>
    orWithout([], async () => {
      const rows = await using('readonly', (tables) => answer<R[]>(tables.objectStore(table).getAll()))
      return rows.filter((row) => row.memberId === memberId)
    }),
  find: (key) =>
    orWithout(undefined, () =>
      using('readonly', (tables) => answer<R | undefined>(tables.objectStore(table).get(key))),
    ),
  keep: (row) =>
    orWithout(false, async () => {
      await using('readwrite', (tables) => answer(tables.objectStore(table).put(row)))
      markUnsent(true)
      return true
    }),
  forget: (key) =>
    orWithout(undefined, async () => {
      const left = await using('readwrite', async (tables) => {
        await answer(tables.objectStore(table).delete(key))
        return countIn(tables)
      })
      markUnsent(left > 0)
    }),
})

/** Told when another page of this browser has kept or forgotten something. */
export function onUnsentElsewhere(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === UNSENT_MARK && listener()
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}
