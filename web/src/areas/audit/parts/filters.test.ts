import { expect, test } from 'vitest'
import { entry } from '../testing/entries.ts'
import { groupByDay } from './days.ts'
import { filterOf } from './filters.ts'

const NOW = Date.parse('2026-11-12T08:41:00Z')

test('a range counts whole days of the organisation', () => {
  expect(filterOf({ range: 'week' }, 'Europe/Amsterdam', NOW)).toEqual({ from: '2026-11-05T23:00:00.000Z' })
  expect(filterOf({ range: 'custom', from: '2026-11-01', to: '2026-11-02' }, 'UTC', NOW)).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-02T23:59:59.999Z',
  })
})

test('what makes no sense in the address of the page is left out', () => {
  expect(filterOf({ who: 'me', act: 'Drop Table', range: 'always', from: 'x', address: '  ' }, 'UTC', NOW)).toEqual({})
  expect(filterOf({ act: 'member', address: ' 10.0.0.1 ' }, 'UTC', NOW)).toEqual({ act: 'member', address: '10.0.0.1' })
})

test('rows stand under the days of the organisation, today and yesterday by name', () => {
  const days = groupByDay(
    [
      entry({ at: '2026-11-12T08:00:00Z' }),
      entry({ at: '2026-11-11T23:30:00Z' }),
      entry({ at: '2026-11-11T20:00:00Z' }),
      entry({ at: '2026-11-09T20:00:00Z' }),
    ],
    'Europe/Amsterdam',
    NOW,
  )
  expect(days.map(({ label, entries }) => [label, entries.length])).toEqual([
    ['Today, Nov 12, 2026', 2],
    ['Yesterday, Nov 11, 2026', 1],
    ['Nov 9, 2026', 1],
  ])
})
