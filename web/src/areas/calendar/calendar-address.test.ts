import { expect, test } from 'vitest'
import { calendarAddress } from './calendar-address.ts'
import { monthOf } from './calendar-days.ts'

test('a day of the address is one on which something can be due, and so is all of its month', () => {
  const days = ['2000-02-01', '2026-11-18', '2199-11-30']
  expect(days.map((day) => calendarAddress({ day }).day)).toEqual(days)
  expect([monthOf('2000-02-01', 7)[0], monthOf('2199-11-30', 1).at(-1)]).toEqual(['2000-01-30', '2199-12-01'])
  for (const day of ['0000-01-01', '1999-12-31', '2200-01-01', '9999-12-31', '2026-02-31x', 'today'])
    expect(calendarAddress({ day }).day).toBeUndefined()
})
