import type { Chosen } from '../../../../shared/uploads/engine/upload.ts'
import { isFileHandle } from '../../../../shared/uploads/file-handles.ts'

/** Left in folders by systems, wanted by nobody. */
const LITTER = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini'])

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** A browser tells them a hundred at a time, and at last none. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return found
    found.push(...some)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

async function* filesIn(folder: FileSystemDirectoryEntry, above: readonly string[]): AsyncGenerator<Chosen> {
  const folders = [...above, folder.name]
  for (const entry of await entriesOf(folder)) {
    if (isFolder(entry)) yield* filesIn(entry, folders)
    else if (isFile(entry) && !LITTER.has(entry.name)) yield { file: await fileOf(entry), folders }
  }
}

async function handleOf(
  asked: Promise<FileSystemHandle | null> | undefined,
): Promise<FileSystemFileHandle | undefined> {
  try {
    const handle = await asked
    return isFileHandle(handle) ? handle : undefined
  } catch {
    // Without one the file is asked for again after a reload.
    return undefined
  }
}

/** On one task the same name means a new version: files of several folders must not become versions of each other. */
export function tellApart(chosen: readonly Chosen[]): Chosen[] {
  const taken = new Map<string, number>()
  for (const { file } of chosen) taken.set(file.name.toLowerCase(), (taken.get(file.name.toLowerCase()) ?? 0) + 1)
  return chosen.map((one) => {
    const folder = one.folders?.at(-1)
    const alone = taken.get(one.file.name.toLowerCase()) === 1
    return alone || !folder ? one : { ...one, name: `${folder} - ${one.file.name}` }
  })
}

/** Everything that was dropped, folders to their last leaf. To be called within the event: afterwards it is gone. */
export function gather(data: DataTransfer): Promise<Chosen[]> {
  const dropped = [...data.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({
      entry: item.webkitGetAsEntry(),
      file: item.getAsFile(),
      handle: item.getAsFileSystemHandle?.(),
    }))
  const read = async () => {
    const found: Chosen[] = []
    for (const { entry, file, handle } of dropped) {
      if (entry && isFolder(entry)) for await (const one of filesIn(entry, [])) found.push(one)
      else if (file) {
        const kept = await handleOf(handle)
        found.push(kept ? { file, handle: kept } : { file })
      }
    }
    return tellApart(found)
  }
  return read()
}
