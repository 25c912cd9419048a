import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { read, utils } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { xlsxFile } from './xlsx-file.ts'

const columns = [
  { name: 'number', type: 'number' },
  { name: 'name', type: 'text' },
]
const line = (n: number) => `${n}\tRow ${n}\n`
const HEAD = ['number', 'name']

/** In two blocks, so that a sheet ends within one. */
function stored(rows: number): Readable {
  const lines = Array.from({ length: rows }, (_, n) => line(n + 1))
  return Readable.from([gzipSync(lines.slice(0, 4).join('')), gzipSync(lines.slice(4).join(''))], { objectMode: false })
}

async function sheetsOf(rows: number, sheetRows: number) {
  const book = read(await buffer(xlsxFile(columns, stored(rows), rows, sheetRows)))
  return book.SheetNames.map((name) => [name, utils.sheet_to_json(book.Sheets[name] ?? {}, { header: 1, raw: true })])
}

test('a new sheet begins where one is full, each with the names of the columns', async () => {
  expect(await sheetsOf(7, 4)).toEqual([
    ['Report', [HEAD, [1, 'Row 1'], [2, 'Row 2'], [3, 'Row 3']]],
    ['Report 2', [HEAD, [4, 'Row 4'], [5, 'Row 5'], [6, 'Row 6']]],
    ['Report 3', [HEAD, [7, 'Row 7']]],
  ])
})

test('a sheet that is just full is followed by none', async () => {
  expect(await sheetsOf(6, 4)).toHaveLength(2)
  expect(await sheetsOf(0, 4)).toEqual([['Report', [HEAD]]])
})
