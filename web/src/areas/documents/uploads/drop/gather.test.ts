import { expect, test } from 'vitest'
import { gather, tellApart } from './gather.ts'

const file = (name: string) => new File([name], name)

/** As a browser gives a folder: some entries at a time, then none. */
function folder(name: string, entries: object[]) {
  const batches = [entries.slice(0, 1), entries.slice(1), []]
  const readEntries = (found: (some: object[]) => void) => found(batches.shift() ?? [])
  return { name, isFile: false, isDirectory: true, createReader: () => ({ readEntries }) }
}
const leaf = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (found: (one: File) => void) => found(file(name)),
})

function dropped(...items: { entry: object | null; file?: File; handle?: object }[]): DataTransfer {
  const all = items.map((item) => ({
    kind: 'file',
    webkitGetAsEntry: () => item.entry,
    getAsFile: () => item.file ?? null,
    ...(item.handle && { getAsFileSystemHandle: async () => item.handle }),
  }))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- jsdom has no drags
  return { items: [...all, { kind: 'string' }] } as unknown as DataTransfer
}

test('files come with their handles, folders with all that lies in them but litter', async () => {
  const handle = { kind: 'file', name: 'a.txt' }
  const contracts = folder('Contracts', [leaf('b.txt'), folder('2026', [leaf('c.txt')]), leaf('.DS_Store')])
  const found = await gather(dropped({ entry: leaf('a.txt'), file: file('a.txt'), handle }, { entry: contracts }))
  expect(found.map(({ file: { name }, folders, handle: kept }) => [name, folders, kept])).toEqual([
    ['a.txt', undefined, handle],
    ['b.txt', ['Contracts'], undefined],
    ['c.txt', ['Contracts', '2026'], undefined],
  ])
})

test('a folder that cannot be read is an error, not an empty folder', async () => {
  const reader = { readEntries: (_: unknown, failed: (error: Error) => void) => failed(new Error('no')) }
  const closed = { name: 'Closed', isFile: false, isDirectory: true, createReader: () => reader }
  await expect(gather(dropped({ entry: closed }))).rejects.toThrow('no')
})

test('the same name in several folders is told apart by the folder', () => {
  const names = tellApart([
    { file: file('readme.txt'), folders: ['A'] },
    { file: file('README.txt'), folders: ['A', 'B'] },
    { file: file('other.txt'), folders: ['A'] },
  ]).map(({ name }) => name)
  expect(names).toEqual(['A - readme.txt', 'B - README.txt', undefined])
})
