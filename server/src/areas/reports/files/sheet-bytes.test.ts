import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sheetBytes } from './sheet-bytes.ts'
import { sheetCell } from './sheet-cell.ts'

const ESCAPED: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
}
/** As COPY writes a cell. */
const copied = (value: string | null) => value?.replace(/[\b\f\n\r\t\v\\]/g, (letter) => ESCAPED[letter] ?? '') ?? '\\N'

const TYPES = ['text', 'number', 'date', 'timestamp', 'boolean']

const texts = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from(`=<>&"\\\t\n\r\b\v\f\x01 _xX005Fé😀，\ufffd\ufffe\uffff\u3000 a1`)),
    maxLength: 9,
  }),
  fc.constantFrom('_x0041_', ' _x', '\\N', "it's", '_', '__x000D_'),
)
const numbers = fc.oneof(
  fc.integer().map(String),
  fc.double().map(String),
  fc.bigInt().map(String),
  fc.stringMatching(/^-?\d{0,17}\.?\d{0,3}(e[+-]?\d{1,3})?$/),
)
const days = fc.oneof(
  fc.stringMatching(/^(1[89]|20|99)\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/),
  fc.constantFrom('infinity', '-infinity', '0044-03-15 BC', '12026-01-01', '1900-02-28', '1900-03-01', '9999-12-31'),
)
const moments = fc
  .tuple(
    days,
    fc.stringMatching(/^ ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/),
    fc.constantFrom('', '.5', '.123456'),
    fc.constantFrom('+00', '-05', '+14', '+05:30', '-03:30', '+00:53:28', '', ' BC'),
  )
  .map((parts) => parts.join(''))

const row = fc.tuple(
  fc.option(texts),
  fc.option(numbers),
  fc.option(days),
  fc.option(moments),
  fc.option(fc.constantFrom('t', 'f')),
)

test('the bytes of rows are those of their cells, whatever stands in them', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 10 }), (rows) => {
      const lines = Buffer.from(rows.map((cells) => `${cells.map(copied).join('\t')}\n`).join(''))
      const wanted = rows.map(
        (cells) => `<row>${cells.map((value, n) => sheetCell(value, TYPES[n] ?? '')).join('')}</row>`,
      )
      expect(sheetBytes(lines, TYPES).toString()).toBe(wanted.join(''))
    }),
    { numRuns: 500 },
  )
})

describe('a cell', () => {
  test.each([
    ['text', 'a_x0041_<b>', '<c t="inlineStr"><is><t>a_x005F_x0041_&lt;b&gt;</t></is></c>'],
    ['text', ' \x01', '<c t="inlineStr"><is><t xml:space="preserve"> _x0001_</t></is></c>'],
    ['number', '-0.50', '<c><v>-0.50</v></c>'],
    ['number', '1234567890123456', '<c t="inlineStr"><is><t>1234567890123456</t></is></c>'],
    ['date', '2026-01-01', '<c s="1"><v>46023</v></c>'],
    ['date', '1900-02-28', '<c t="inlineStr"><is><t>1900-02-28</t></is></c>'],
    ['timestamp', '2026-01-01 12:00:00+00', '<c s="2"><v>46023.5</v></c>'],
    ['timestamp', '2026-01-01 17:30:00+05:30', '<c s="2"><v>46023.5</v></c>'],
    ['timestamp', '2026-01-01 12:00:00', '<c s="2"><v>46023.5</v></c>'],
    ['boolean', 't', '<c t="b"><v>1</v></c>'],
  ])('of %s, %s, is typed', (type, value, xml) => expect(sheetCell(value, type)).toBe(xml))
})
