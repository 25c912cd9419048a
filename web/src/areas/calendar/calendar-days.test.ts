import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, daysBetween, monthOf, weekdayOf, weekOf } from './calendar-days.ts'

const day = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2045-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const weekStart = fc.constantFrom(1, 2, 3, 4, 5, 6, 7)

test('a month is whole weeks of consecutive days, with every day of it once, at most six of them', () => {
  fc.assert(
    fc.property(day, weekStart, (any, start) => {
      const days = monthOf(any, start)
      expect(days.length % 7).toBe(0)
      expect(days.length).toBeLessThanOrEqual(42)
      expect(days.map((one, n) => daysBetween(days[0] ?? '', one) === n)).not.toContain(false)
      expect(weekdayOf(days[0] ?? '')).toBe(start)
      const inside = days.filter((one) => one.slice(0, 7) === any.slice(0, 7))
      const last = new Date(Date.UTC(Number(any.slice(0, 4)), Number(any.slice(5, 7)), 0)).getUTCDate()
      expect(inside).toHaveLength(last)
    }),
  )
})

test('a week begins with its first day and has the day itself', () => {
  fc.assert(
    fc.property(day, weekStart, (any, start) => {
      const week = weekOf(any, start)
      expect(week).toContain(any)
      expect([week.length, weekdayOf(week[0] ?? '')]).toEqual([7, start])
    }),
  )
})

test('a month later is the same date, or the last of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})
