import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CSV_MARK, csvLine } from '../../../core/csv/csv-line.ts'
import { csvFile } from './csv-file.ts'

const ESCAPED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }
/** As COPY writes a cell. */
const copied = (value: string | null) => value?.replace(/[\n\r\t\\]/g, (letter) => ESCAPED[letter] ?? '') ?? '\\N'

test('the bytes of a file are those of its lines, wherever the blocks and the pieces of them end', async () => {
  const letter = fc.constantFrom(...Array.from(`=+-@\t\r\n\\",;'a1Né😀\u202e＝＋－＠ `))
  const cell = fc.option(fc.string({ unit: letter, maxLength: 6 }))
  const cells = fc.tuple(cell, fc.option(fc.integer().map(String)), cell)
  await fc.assert(
    fc.asyncProperty(fc.array(cells, { maxLength: 30 }), fc.integer({ min: 1, max: 40 }), async (rows, cut) => {
      const text = rows.map((row) => `${row.map(copied).join('\t')}\n`)
      const blocks = Buffer.concat([gzipSync(text.slice(0, cut).join('')), gzipSync(text.slice(cut).join(''))])
      const pieces = Array.from({ length: Math.ceil(blocks.length / cut) }, (_, n) =>
        blocks.subarray(n * cut, (n + 1) * cut),
      )
      const columns = ['text', 'number', 'text'].map((type, n) => ({ name: `c${n}`, type }))
      const file = await buffer(csvFile(columns, Readable.from(pieces, { objectMode: false })))
      const lines = rows.map((row) => csvLine(row, [false, true, false]))
      expect(file.toString()).toBe(CSV_MARK + csvLine(['c0', 'c1', 'c2'], []) + lines.join(''))
    }),
    { numRuns: 500 },
  )
})
