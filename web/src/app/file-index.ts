import type { DocumentId } from '@throughline/contracts/ids'

const DATABASE = 'throughline'
const TABLE = 'files'

export interface IndexedFile {
  id: DocumentId
  name: string
  type: string
  /** Which stored content the name stands for; a new version has a new one. */
  dataKey: string
}

const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the file index did not answer')))
  })

let opened: Promise<IDBDatabase> | undefined

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(TABLE, { keyPath: 'id' }))
  const made = await answer(request)
  // The browser may take it away (its data was cleared), or another tab may want to: the next use opens it again.
  for (const end of ['close', 'versionchange']) made.addEventListener(end, () => close(made))
  return made
}

function close(database: IDBDatabase) {
  database.close()
  opened = undefined
}

function database() {
  opened ??= open()
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

const files = async (mode: IDBTransactionMode) => (await database()).transaction(TABLE, mode).objectStore(TABLE)

/** Resolves once the index can be used, or once it is clear that this browser allows none: the palette then has no files. */
export async function prepareFileIndex(): Promise<'ready' | 'unavailable'> {
  try {
    await database()
    return 'ready'
  } catch {
    return 'unavailable'
  }
}

/** Called by the documents area with what it has listed. */
export async function indexFiles(rows: readonly IndexedFile[]) {
  const table = await files('readwrite')
  await Promise.all(rows.map((row) => answer(table.put(row))))
}

/** Whether all of the words are in its name. */
export function isNamedBy(words: string) {
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean)
  return ({ name }: IndexedFile) => terms.every((word) => name.toLowerCase().includes(word))
}

/** Newest first: ids carry the time they were made. */
export async function findFiles(words: string, limit: number): Promise<IndexedFile[]> {
  if ((await prepareFileIndex()) === 'unavailable') return []
  const rows: IndexedFile[] = await answer((await files('readonly')).getAll())
  return rows.filter(isNamedBy(words)).reverse().slice(0, limit)
}

/** Where its rows cannot be deleted, the whole index is: signing out must not fail by it. */
export async function emptyFileIndex() {
  if ((await prepareFileIndex()) === 'unavailable') return
  try {
    await answer((await files('readwrite')).clear())
  } catch {
    close(await database())
    indexedDB.deleteDatabase(DATABASE)
  }
}
