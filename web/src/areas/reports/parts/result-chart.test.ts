import type { ReportColumn } from '@throughline/contracts/reports'
import { expect, test } from 'vitest'
import { chartPlan, drawnRows } from './result-chart.tsx'

const columns: ReportColumn[] = [
  { name: 'day', type: 'date' },
  { name: 'tasks', type: 'number' },
]
const days = (...days: (string | null)[]) => days.map((day) => [day, '1'])

test.each([
  ['days in their order', 'line', days('2026-09-30', '2026-10-01', '2026-10-02')],
  ['the newest first', 'bars', days('2026-10-02', '2026-10-01', '2026-09-30')],
  ['days in no order', 'bars', days('2026-10-01', '2026-09-30', '2026-10-02')],
  ['a day twice', 'bars', days('2026-10-01', '2026-10-01', '2026-10-02')],
  ['a day that is missing', 'bars', days('2026-10-01', null, '2026-10-02')],
])('%s are drawn as %s', (_, kind, rows) => expect(chartPlan(columns, rows)).toMatchObject({ kind }))

const numbers = (...values: (string | null)[]) => values.map((value) => ['a', value])

test('what no bar can show is counted apart from what comes after the last one', () => {
  expect(drawnRows(numbers('1', '-2', null, '0'), 'bars', 1, 4)).toEqual({
    shown: numbers('1', '0'),
    undrawn: 2,
    isCut: false,
  })
  const many = drawnRows(numbers(...Array.from({ length: 30 }, () => '1')), 'bars', 1, 30)
  expect([many.shown.length, many.undrawn, many.isCut]).toEqual([24, 0, true])
})

test('a line goes below zero, and leaves out what has no number', () => {
  expect(drawnRows(numbers('1', '-2', null, '0'), 'line', 1, 900)).toEqual({
    shown: numbers('1', '-2', '0'),
    undrawn: 1,
    isCut: true,
  })
})
