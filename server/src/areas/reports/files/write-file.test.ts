import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { writeFile } from './write-file.ts'

const request = {
  tenantId: 'ours',
  format: 'csv',
  columns: [
    { name: 'number', type: 'number' },
    { name: 'a: b', type: 'text' },
  ],
  rowCount: 1_000,
} as const

/** Whole blocks, as they are stored; then nothing more comes, or it breaks. */
async function* blocks(end: 'done' | 'open' | 'broken') {
  yield gzipSync('1\tone\n'.repeat(1_000))
  if (end === 'broken') throw new Error('the store is gone')
  if (end === 'open') await new Promise(() => undefined)
}
const stored = (end: 'done' | 'open' | 'broken') => Readable.from(blocks(end), { objectMode: false })

test('a file is written by a process of its own, with the names of its columns', async () => {
  const file = await text(writeFile(request, stored('done')))
  expect(file.split('\r\n').slice(0, 2)).toEqual(['number,a: b', '1,one'])
  expect(file.split('\r\n')).toHaveLength(1_002)
})

test('a file whose rows break off breaks off too, though all that came was whole', async () => {
  await expect(text(writeFile(request, stored('broken')))).rejects.toThrow()
})

test('so does one whose rows break before anybody reads', async () => {
  const rows = stored('open')
  const file = writeFile(request, rows)
  rows.destroy(new Error('the store is gone'))
  // Whether the store or the half block it left is named depends on which is noticed first.
  await expect(text(file)).rejects.toThrow(/the store is gone|unexpected end of file/)
})

test('an organization has three at a time; one that nobody reads any more makes room', async () => {
  const inputs = [stored('open'), stored('open'), stored('open')]
  const files = inputs.map((input) => writeFile(request, input))
  expect(() => writeFile(request, stored('done'))).toThrow('Several files are being created')
  expect((await text(writeFile({ ...request, tenantId: 'theirs' }, stored('done')))).length).toBeGreaterThan(6_000)
  const [first] = files
  await first?.take(1).toArray()
  for (const file of files) file.destroy()
  await eventually(() => expect(inputs.every(({ destroyed }) => destroyed)).toBe(true))
  expect(await text(writeFile(request, stored('done')))).toContain('one')
})
