import { expect, test } from 'vitest'
import { cellAfter, cellsOf, columnName, isNumber } from './cells.ts'
import { linesOf, wrapped } from './wrapped-rows.ts'

test('columns are named as in a spreadsheet', () => {
  expect([0, 25, 26, 51, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA'])
})

test('a key leads no further than the last cell, and other keys nowhere', () => {
  const from = { row: 1, column: 1 }
  expect(cellAfter('ArrowRight', from, 3, 2, 10)).toEqual(from)
  expect(cellAfter('PageDown', from, 3, 2, 10)).toEqual({ row: 2, column: 1 })
  expect(cellAfter('Home', from, 3, 2, 10)).toEqual({ row: 1, column: 0 })
  expect(cellAfter('d', from, 3, 2, 10)).toBeUndefined()
})

test('each searched cell knows its place again, whatever rows are ragged or empty', () => {
  const { texts, placeOf, rowsOf } = cellsOf([
    { name: 'A', cut: false, rows: [['a', 'b'], [], ['c']] },
    { name: 'B', cut: false, rows: [['d']] },
  ])
  expect(texts).toEqual(['a', 'b', 'c', 'd'])
  expect(placeOf(1)).toEqual({ sheet: 0, row: 0, column: 1 })
  expect(placeOf(2)).toEqual({ sheet: 0, row: 2, column: 0 })
  expect(placeOf(3)).toEqual({ sheet: 1, row: 0, column: 0 })
  expect(rowsOf(1)).toEqual([3])
})

test('numbers are told from texts', () => {
  expect(['3,200.00', '$4,850', '-12 %', '12.5%', '(300)'].every(isNumber)).toBe(true)
  expect(['Q3', 'INV-12', ''].some(isNumber)).toBe(false)
})

test('long lines are broken after a space, never within a letter of two halves, and none is lost', () => {
  const lines = linesOf('one two three\r\n\nabcdefgh\r😀😀😀')
  expect(lines).toEqual(['one two three', '', 'abcdefgh', '😀😀😀'])
  const rows = wrapped(lines, 5).map(({ line, from, to }) => lines[line]?.slice(from, to))
  expect(rows).toEqual(['one ', 'two ', 'three', '', 'abcde', 'fgh', '😀😀', '😀'])
})
