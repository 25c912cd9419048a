import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CSV_MARK, csvLine } from './csv-line.ts'
import { csvStream } from './csv-stream.ts'

test('a line is the same as that of any other CSV file of ours, formulas made harmless', async () => {
  const letter = fc.constantFrom(...Array.from(`=+-@\t",;'a1é😀\u202e＝＋－＠\0 `))
  const cells = fc.array(fc.string({ unit: letter, maxLength: 8 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(cells, async (row) => {
      const named = Object.fromEntries(row.map((_, n) => [`c${n}`, `c${n}`]))
      const rows = async function* () {
        yield Object.fromEntries(row.map((value, n) => [`c${n}`, value]))
      }
      const whole = (await buffer(csvStream(named, rows()))).toString()
      expect(CSV_MARK + csvLine(Object.keys(named), []) + csvLine(row, [])).toBe(whole)
    }),
    { numRuns: 500 },
  )
})

test('a text with breaks is quoted', () => {
  expect(csvLine(['\r', 'a\nb'], [])).toBe('"\'\r","a\nb"\r\n')
})

test('a negative number of a column of numbers stays one', () => {
  expect(csvLine(['-5', '-5', null], [true, false, false])).toBe("-5,'-5,\r\n")
})
