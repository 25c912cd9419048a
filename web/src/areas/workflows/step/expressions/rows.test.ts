import { readExpression } from '@throughline/flow/compile'
import type { VarType } from '@throughline/flow/document'
import { expect, test } from 'vitest'
import { asText, reading } from '../../../../shared/expressions/reading.ts'
import {
  expressionOf,
  OPERATORS,
  PRIORITY,
  plainRow,
  type Row,
  rowsOf,
  takesValue,
  withOperator,
} from '../../../../shared/expressions/rows.ts'
import { documentOf } from '../testing/open-step.tsx'
import { expressionScopeOf } from './expression-scope.ts'

const types: VarType[] = ['string', 'number', 'boolean', 'date', 'datetime', 'person', 'file', 'list', 'table', 'json']
const doc = documentOf([{ id: 'a', type: 'manual', name: 'A' }], {
  variables: Object.fromEntries(types.map((type) => [`a_${type}`, { type }])),
})
const type = (name: string): VarType | undefined => (name === PRIORITY ? 'string' : doc.variables?.[name]?.type)
const treeOf = (text: string) => {
  const checked = readExpression(doc, text, 'truth')
  if (!('tree' in checked)) throw new Error(`${text}: ${checked.problem.text}`)
  return checked.tree
}
const rowsIn = (text: string) => rowsOf(treeOf(text), type)

const values: Partial<Record<VarType, string[]>> = {
  number: ['5000', '-3', '0.5', '-12.25'],
  date: ['today', '2026-03-01'],
  datetime: ['today', '2026-03-01'],
  string: ['', 'with "quotes" and \\', 'Zürich'],
  list: ['x'],
}

test('every row a person can build comes back from its expression as it was', () => {
  const rows = types.flatMap((of) =>
    OPERATORS[of].flatMap((operator) =>
      [true, false].flatMap((sure): Row[] => {
        const row = withOperator(plainRow(`a_${of}`, of, sure), operator, sure)
        return takesValue(operator) ? (values[of] ?? ['']).map((value) => ({ ...row, value })) : [row]
      }),
    ),
  )
  expect(rows.length).toBeGreaterThan(100)
  for (const row of rows) {
    const one = { join: 'and' as const, rows: [row] }
    expect(rowsIn(expressionOf(one, type))).toEqual(one)
  }
  for (const join of ['and', 'or'] as const)
    for (const [n, row] of rows.entries()) {
      const other = rows[(n * 7 + 3) % rows.length] ?? row
      // "x is set and x …" is how a guarded row is written.
      if (join === 'and' && row.operator === 'set' && other.subject === row.subject) continue
      const two = { join, rows: [row, other] }
      expect(rowsIn(expressionOf(two, type))).toEqual(two)
    }
})

test('what rows cannot say is left to text', () => {
  for (const text of [
    'vars.a_number > 1 && (vars.a_boolean || vars.a_string == "x")',
    'vars.a_number + 1 > 5',
    'vars.a_list.exists(one, one == "x")',
    'vars.a_number > 5000.0 * 2',
    'vars.a_string == vars.a_string',
    'vars.a_person == instance.starter',
  ])
    expect(rowsIn(text), text).toBeUndefined()
})

test('expressions read as plain sentences', () => {
  const { labels } = expressionScopeOf(doc, doc.steps['a'])
  const says = (text: string) => {
    const said = reading(treeOf(text), labels)
    return said && asText(said)
  }
  expect(says('vars.a_number > 5000')).toBe('A number is more than 5,000')
  expect(says('vars.a_date <= date("2026-03-01")')).toBe('A date is on or before Mar 1, 2026')
  expect(says('!has(vars.a_string) || vars.a_boolean')).toBe('A string is not set or A boolean is yes')
  expect(says('instance.priority == "high" && size(vars.a_file) > 0')).toBe(
    'the priority of the instance equals high and the number of entries of A file is more than 0',
  )
  expect(says('vars.a_string != ""')).toBe('A string is not empty')
  expect(says('vars.a_string in ["x", "y"]')).toBe('A string is one of x , y')
  expect(says('vars.a_list.exists(one, one == "x")')).toBeUndefined()
})
