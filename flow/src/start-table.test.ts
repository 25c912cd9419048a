import { expect, test } from 'vitest'
import { answerFromCell, matchColumns, parseTable } from './start-table.ts'

test('a pasted spreadsheet and a CSV file read alike', () => {
  const table = {
    headers: ['Name', 'Amount'],
    rows: [
      ['Acme', '12.50'],
      ['Tarn', ''],
    ],
  }
  expect(parseTable('Name\tAmount\r\nAcme\t12.50\r\nTarn\t\r\n')).toEqual(table)
  expect(parseTable('\uFEFFName,Amount\nAcme,12.50\nTarn')).toEqual(table)
  expect(parseTable('Name;Amount\rAcme;12.50\r\rTarn;;')).toEqual(table)
})

test('quoted cells hold separators, line breaks and quotes', () => {
  expect(parseTable('Name,Note\n"Acme, Inc.","says ""yes""\nthen no"\nA "b" c,d').rows).toEqual([
    ['Acme, Inc.', 'says "yes"\nthen no'],
    ['A "b" c', 'd'],
  ])
})

test('nothing is no table', () => {
  expect(parseTable(' \n\n')).toEqual({ headers: [], rows: [] })
})

test('columns find what they are called like, each once', () => {
  const targets = [
    { value: 'name', labels: ['Name'] },
    { value: 'answers.vendor', labels: ['vendor', 'Supplier name'] },
  ]
  expect(matchColumns(['supplier  NAME', 'Name', 'name', 'Other', ''], targets)).toEqual([
    'answers.vendor',
    'name',
    null,
    null,
    null,
  ])
})

test('cells become what their field holds, and stay as written where they cannot', () => {
  const tier = { type: 'select' as const, options: [{ value: 'gold', label: 'Gold tier' }] }
  expect(answerFromCell(tier, 'gold TIER')).toBe('gold')
  expect(answerFromCell(tier, 'tin')).toBe('tin')
  expect(answerFromCell({ type: 'checkbox' }, 'Yes')).toBe(true)
  expect(answerFromCell({ type: 'checkbox' }, 'No')).toBe(false)
  expect(answerFromCell({ type: 'checkbox' }, 'perhaps')).toBe('perhaps')
  expect(answerFromCell({ type: 'currency' }, '1,234.50')).toBe('1234.50')
  expect(answerFromCell({ type: 'number' }, '1,5')).toBe('1,5')
})
