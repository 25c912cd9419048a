import { CalendarItem } from '@throughline/contracts/calendar'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockTime, dayKey } from '../../shared/format/time.ts'
import { lanesOf } from './hour-lanes.ts'
import { movedDue } from './moved-due.ts'
import { calendarItem } from './testing/calendar-answers.ts'

const ZONES = Intl.supportedValuesOf('timeZone')
const zone = fc.constantFrom(...ZONES)
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const timed = (due_date: string): CalendarItem => calendarItem(1, { due_date, due_has_time: true })

test('a day without a time is the chosen day, in every zone', () => {
  fc.assert(
    fc.property(moment, zone, (to, where) => {
      expect(movedDue(calendarItem(1), dayOf(to), where)).toBe(`${dayOf(to)}T23:59:59Z`)
    }),
  )
})

test('a time of day stays what the clock shows there, on the chosen day; only a time that day does not have moves', () => {
  fc.assert(
    fc.property(moment, moment, zone, (from, to, where) => {
      const at = movedDue(timed(from.toISOString()), dayOf(to), where) ?? ''
      const before = clockTime(from, where)
      const hasTime = lanesOf(dayOf(to), where).length === 24
      if (hasTime) expect([dayKey(at, where), clockTime(at, where)]).toEqual([dayOf(to), before])
      else expect(Math.abs(Date.parse(at) - Date.parse(`${dayOf(to)}T12:00:00Z`))).toBeLessThan(40 * 3_600_000)
    }),
    { numRuns: 2_000 },
  )
})

test('a day has as many hours as pass there', () => {
  const hours = (day: string, where: string) => lanesOf(day, where).length
  expect([hours('2026-03-29', 'Europe/Berlin'), hours('2026-10-25', 'Europe/Berlin')]).toEqual([23, 25])
  expect(hours('2026-06-01', 'Asia/Kolkata')).toBe(24)
})
